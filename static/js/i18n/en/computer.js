// The words of play against the computer, and of the tabs of a game that is gone over.

/** @type {import('../i18n.js').Words} */
export default {
  'local.opponent': 'Opponent',
  'local.level': 'Computer level',
  'local.computer': '{side}: the computer',
  'local.thinking': 'Thinking…',
  'local.computer.failed': 'The computer could not be loaded.',
  'tab.computer': 'Computer',
  'tab.review': 'Review',
  'tab.explorer': 'Explorer',
  'tab.notes': 'Notes',
  'computer.option': '{name} (level {level})',
};
