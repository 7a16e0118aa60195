// How a game ended, as its players are told.

/** @type {import('../i18n.js').Words} */
export default {
  'ended.won.resignation': '对方认输。',
  'ended.lost.resignation': '你认输了。',
  'ended.won.timeout': '对方超时。',
  'ended.lost.timeout': '你超时了。',
  'ended.won.abandonment': '对方离开了。',
  'ended.lost.abandonment': '你离开太久了。',
  'ended.won.checkmate': '你将死了对方。',
  'ended.lost.checkmate': '你被将死了。',
  'ended.won.no_legal_move': '对方无棋可走。',
  'ended.lost.no_legal_move': '你无棋可走。',
  'ended.won.elimination': '你吃光了对方的子。',
  'ended.lost.elimination': '你的子被吃光了。',
  'ended.won.perpetual_check': '对方长将。',
  'ended.won.perpetual_check.shogi': '对方连续将军造成千日手。',
  'ended.lost.perpetual_check': '你长将了。',
  'ended.lost.perpetual_check.shogi': '你连续将军造成千日手。',
  'ended.won.perpetual_chase': '对方长捉。',
  'ended.lost.perpetual_chase': '你长捉了。',
  'ended.won.foul': '对方犯规。',
  'ended.lost.foul': '你犯规了。',
  'ended.won.declaration': '你的入玉宣言成立。',
  'ended.lost.declaration': '对方的入玉宣言成立。',
  'ended.won.wrong_declaration': '对方的入玉宣言不成立。',
  'ended.lost.wrong_declaration': '你的入玉宣言不成立。',
};
