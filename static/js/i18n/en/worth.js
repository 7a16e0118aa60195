// @ts-check
// The words of what positions are worth, and of a game that is reviewed.

/** @type {import('../i18n.js').Words} */
export default {
  'value.thinking': 'Thinking…',
  'value.failed': 'The computer player could not be loaded.',
  'value.depth': 'Depth {depth}',
  'value.exact': 'Exact, by the table',
  'value.wins': '{side} wins in {count}',
  'value.board': 'Values on the board',
  'review.state': 'Reviewing: {ply} of {plies}',
  'review.none': 'No move lost much.',
  'review.slip': '{ply}. {side}: {played}. Better: {better} ({value})',
  'review.exact.none': 'Every move kept its value.',
  'review.lost': '{ply}. {side}: {played}. {change}. Better: {better} ({value})',
  'review.lost.win.draw': 'A win became a draw',
  'review.lost.win.loss': 'A win became a loss',
  'review.lost.draw.loss': 'A draw became a loss',
  'review.decided': 'This move lost the game.',
};
