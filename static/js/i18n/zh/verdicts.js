// What the rules say: the ends of games, captures.

/** @type {import('../i18n.js').Words} */
export default {
  // How a game or a match ended.
  'reason.checkmate': '将死',
  'reason.no_legal_move': '无棋可走',
  'reason.no_legal_move.xiangqi': '困毙（无棋可走）',
  'reason.elimination': '棋子被吃光',
  'reason.repetition': '局面重复',
  'reason.repetition.shogi': '千日手',
  'reason.perpetual_check': '长将',
  'reason.perpetual_check.shogi': '连续将军的千日手',
  'reason.perpetual_chase': '长捉',
  'reason.no_progress': '长时间没有吃子',
  'reason.turn_limit': '达到步数上限',
  'reason.dead_position': '双方都无法取胜',
  'reason.two_passes': '双方连续停一手',
  'reason.impasse': '持将棋计点',
  'reason.declaration': '入玉宣言',
  'reason.wrong_declaration': '入玉宣言不成立',
  'reason.foul': '犯规',
  'reason.resignation': '认输',
  'reason.timeout': '超时',
  'reason.agreement': '双方同意',
  'reason.abandonment': '中途离开',
  'reason.aborted': '对局中止',
  'reason.no_start': '没有按时走出第一步',
  'reason.ply_limit': '达到服务器的步数上限（3000 步）',

  // The figures that capture: engine/src/effects.rs.
  'pattern.displacement': '吃',
  'pattern.top': '顶吃',
  'pattern.push': '推',
  'pattern.minor': '小吃',
  'pattern.major': '大吃',
  'pattern.sandwich': '夹吃',
  'pattern.centre': '掏心',
  'pattern.complete': '全了',
  'pattern.fang': '成方',
  'pattern.opening': '开局提子',
  'pattern.exchange': '换子',
};
