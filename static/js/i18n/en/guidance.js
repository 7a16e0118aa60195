// @ts-check
// What leads a player through a turn of several actions.

/** @type {import('../i18n.js').Words} */
export default {
  'status.yours.on': 'Still your turn',
  'status.turn.on': 'Still {side}’s turn',

  'earned.fang': 'Fang (squares) made: {count}',
  'earned.complete': 'Line of six completed. Stones to remove: {count}',
  'lapsed.fang': 'Removals forfeited: {count} (all remaining enemy stones are protected by a fang)',
  'skipped.fang': 'Removals skipped: {count} (all enemy stones are protected by a fang)',
  'owed.place': 'Place a stone on an empty point',
  'owed.place.count': 'Place a stone ({count} left)',
  'owed.remove': 'Remove enemy stones ({count})',
  'owed.opening': 'Placement is over: each side removes one enemy stone',
  'owed.exchange': 'Exchange: remove an enemy stone (one next to yours, if there is one) and move into its place',
  'owed.fill': 'Exchange: now move a stone next to {at} into it',
  'owed.capture': 'Another capture is possible: you must take it',
  'owed.pass': 'No legal move: pass',
  'owed.ends': 'this ends the game: {result}',
  'owed.safe': 'protected by a fang: {points}',

  'meter.repetition': 'Position repeated ({count} of {limit})',
  'meter.perpetual': 'Perpetual check ({count} of {limit})',
  'meter.draw': 'then a draw',
  'meter.draw.now': 'this draws the game',
  'meter.refused': 'then not allowed',
  'meter.refused.now': 'not allowed',
  'meter.lost_by_checker': 'then {side} loses',
  'meter.lost_by_checker.now': '{side} loses by this move',

  'say.takenback': 'A move was taken back',
  'say.premove': 'Premove: {move}',
  'say.premove.none': 'Premove cancelled',
  'say.step': '{piece} {from} to {to}',
  'say.takes': 'takes {piece}',
  'say.promotes': 'promotes',
  'say.drop': '{piece} dropped on {to}',
  'say.place': 'stone placed on {to}',
  'say.remove': '{at} removed',
  'typed.unknown': 'That is not a move in this game.',
  'typed.ambiguous': 'More than one move matches.',

  'point.held': 'picked up',
  'point.target': 'legal move',
  'point.taking': 'can be captured',
  'point.safe': 'protected by a fang',
  'point.last': 'the last move',
  'point.check': 'in check',
  'point.refused': 'not allowed',
  'point.must': 'must move',
  'point.premove': 'premove',

  'rules.nothing': 'Nothing is captured',
  'rules.nocheck': 'No check',
  'rules.declare': 'If a win is declared now: {result}',
  'rules.impasse': 'If an impasse is agreed now: {result}',
};
