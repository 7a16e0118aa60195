// The words of play against the computer.

/** @type {import('../i18n.js').Words} */
export default {
  'local.opponent': 'Opponent',
  'local.level': 'Computer level',
  'local.computer': '{side}: the computer',
  'local.thinking': 'Thinking…',
  'local.computer.failed': 'The computer could not be loaded.',
  'value.title': 'Computer',
  'value.show': 'Best moves',
  'review.begin': 'Review the game',
  'computer.option': '{name} (level {level})',
};
