// @ts-check
// The words of play against the computer, and of what it tells.

/** @type {import('../i18n.js').Words} */
export default {
  'local.opponent': 'Opponent',
  'local.level': 'Strength of the computer',
  'local.computer': '{side}: the computer',
  'local.thinking': 'Thinking…',
  'local.computer.failed': 'The computer player could not be loaded.',
  'value.title': 'Computer',
  'value.show': 'Best moves',
  'value.thinking': 'Thinking…',
  'value.failed': 'The computer player could not be loaded.',
  'value.depth': 'Depth {depth}',
  'value.exact': 'Exact, by the table',
  'value.wins': '{side} wins in {count}',
  'review.begin': 'Review the game',
  'review.state': 'Reviewing: {ply} of {plies}',
  'review.none': 'No move lost much.',
  'review.slip': '{ply}. {side}: {played}. Better: {better} ({value})',
  'house.option': '{name} (level {level})',
};
