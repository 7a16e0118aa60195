// How a game ended, as its players are told.

/** @type {import('../i18n.js').Words} */
export default {
  'ended.won.resignation': 'Your opponent resigned.',
  'ended.lost.resignation': 'You resigned.',
  'ended.won.timeout': 'Your opponent ran out of time.',
  'ended.lost.timeout': 'You ran out of time.',
  'ended.won.abandonment': 'Your opponent left.',
  'ended.lost.abandonment': 'You were away too long.',
  'ended.won.checkmate': 'You checkmated your opponent.',
  'ended.lost.checkmate': 'You were checkmated.',
  'ended.won.no_legal_move': 'Your opponent has no legal move.',
  'ended.lost.no_legal_move': 'You have no legal move.',
  'ended.won.elimination': 'You captured all of your opponent’s stones.',
  'ended.lost.elimination': 'All of your stones were captured.',
  'ended.won.perpetual_check': 'Your opponent gave perpetual check.',
  'ended.won.perpetual_check.shogi': 'Your opponent gave perpetual check.',
  'ended.lost.perpetual_check': 'You gave perpetual check.',
  'ended.lost.perpetual_check.shogi': 'You gave perpetual check.',
  'ended.won.perpetual_chase': 'Your opponent chased one of your pieces with every move.',
  'ended.lost.perpetual_chase': 'You chased the same piece with every move.',
  'ended.won.foul': 'Your opponent made an illegal move.',
  'ended.lost.foul': 'You made an illegal move.',
  'ended.won.declaration': 'Your declaration is valid.',
  'ended.lost.declaration': 'Your opponent’s declaration is valid.',
  'ended.won.wrong_declaration': 'Your opponent’s declaration is invalid.',
  'ended.lost.wrong_declaration': 'Your declaration is invalid.',
};
