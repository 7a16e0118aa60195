// What the rules say: the ends of games, captures.

/** @type {import('../i18n.js').Words} */
export default {
  // How a game or a match ended.
  'reason.checkmate': 'checkmate',
  'reason.no_legal_move': 'no legal move',
  'reason.no_legal_move.xiangqi': 'no legal move',
  'reason.elimination': 'all stones captured',
  'reason.repetition': 'repetition',
  'reason.repetition.shogi': 'repetition',
  'reason.perpetual_check': 'perpetual check',
  'reason.perpetual_check.shogi': 'perpetual check',
  'reason.perpetual_chase': 'perpetual chase',
  'reason.no_progress': 'too long without a capture',
  'reason.turn_limit': 'move limit reached',
  'reason.dead_position': 'neither side can win',
  'reason.two_passes': 'two passes in a row',
  'reason.impasse': 'impasse (points counted)',
  'reason.declaration': '27-point declaration',
  'reason.wrong_declaration': 'invalid declaration',
  'reason.foul': 'illegal move',
  'reason.resignation': 'resignation',
  'reason.timeout': 'time ran out',
  'reason.agreement': 'agreement',
  'reason.abandonment': 'game abandoned',
  'reason.aborted': 'game aborted',
  'reason.no_start': 'no first move in time',
  'reason.ply_limit': 'server limit of 3,000 moves reached',

  // The figures that capture: engine/src/effects.rs.
  'pattern.displacement': 'captured',
  'pattern.top': 'top capture',
  'pattern.push': 'push',
  'pattern.minor': 'minor capture',
  'pattern.major': 'major capture',
  'pattern.sandwich': 'sandwich',
  'pattern.centre': 'centre capture',
  'pattern.complete': 'complete line',
  'pattern.fang': 'fang',
  'pattern.opening': 'opening removal',
  'pattern.exchange': 'exchange',
};
