// What the rules say: the ends of games, captures.

/** @type {import('../i18n.js').Words} */
export default {
  // How a game or a match ended.
  'reason.checkmate': '詰み',
  'reason.no_legal_move': '合法手なし',
  'reason.no_legal_move.xiangqi': '合法手なし',
  'reason.elimination': '全滅',
  'reason.repetition': '同一局面',
  'reason.repetition.shogi': '千日手',
  'reason.perpetual_check': '長将（連続王手）',
  'reason.perpetual_check.shogi': '連続王手の千日手',
  'reason.perpetual_chase': '長捉（同じ駒を追い続けた）',
  'reason.no_progress': '取る手のないまま規定の手数',
  'reason.turn_limit': '手数の上限',
  'reason.dead_position': 'どちらも勝てない局面',
  'reason.two_passes': '連続パス',
  'reason.impasse': '持将棋（点数計算）',
  'reason.declaration': '入玉宣言',
  'reason.wrong_declaration': '入玉宣言の不成立',
  'reason.foul': '反則',
  'reason.resignation': '投了',
  'reason.timeout': '時間切れ',
  'reason.agreement': '合意',
  'reason.abandonment': '離席',
  'reason.aborted': '対局中止',
  'reason.no_start': '時間内に初手なし',
  'reason.ply_limit': 'サーバーの手数上限（3000手）',

  // The figures that capture: engine/src/effects.rs.
  'pattern.displacement': '取り',
  'pattern.top': '頂吃',
  'pattern.push': '推',
  'pattern.minor': '小吃',
  'pattern.major': '大吃',
  'pattern.sandwich': '夾吃',
  'pattern.centre': '掏心',
  'pattern.complete': '全了',
  'pattern.fang': '方',
  'pattern.opening': '取り除き',
  'pattern.exchange': '交換',
};
