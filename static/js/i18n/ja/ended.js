// How a game ended, as its players are told.

/** @type {import('../i18n.js').Words} */
export default {
  'ended.won.resignation': '相手が投了しました。',
  'ended.lost.resignation': 'あなたが投了しました。',
  'ended.won.timeout': '相手の時間が切れました。',
  'ended.lost.timeout': 'あなたの時間が切れました。',
  'ended.won.abandonment': '相手が離席しました。',
  'ended.lost.abandonment': '離席が長すぎました。',
  'ended.won.checkmate': '相手を詰ませました。',
  'ended.lost.checkmate': '詰まされました。',
  'ended.won.no_legal_move': '相手に合法手がありません。',
  'ended.lost.no_legal_move': 'あなたに合法手がありません。',
  'ended.won.elimination': '相手の石をすべて取りました。',
  'ended.lost.elimination': 'あなたの石がすべて取られました。',
  'ended.won.perpetual_check': '相手の長将（連続王手）です。',
  'ended.won.perpetual_check.shogi': '相手の連続王手の千日手です。',
  'ended.lost.perpetual_check': 'あなたの長将（連続王手）です。',
  'ended.lost.perpetual_check.shogi': 'あなたの連続王手の千日手です。',
  'ended.won.perpetual_chase': '相手が同じ駒を追い続けました（長捉）。',
  'ended.lost.perpetual_chase': 'あなたが同じ駒を追い続けました（長捉）。',
  'ended.won.foul': '相手の反則です。',
  'ended.lost.foul': 'あなたの反則です。',
  'ended.won.declaration': 'あなたの入玉宣言が成立しました。',
  'ended.lost.declaration': '相手の入玉宣言が成立しました。',
  'ended.won.wrong_declaration': '相手の入玉宣言は成立しませんでした。',
  'ended.lost.wrong_declaration': 'あなたの入玉宣言は成立しませんでした。',
};
