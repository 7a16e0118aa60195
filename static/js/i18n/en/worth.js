// The words of what positions are worth, and of a game that is reviewed.

/** @type {import('../i18n.js').Words} */
export default {
  'value.thinking': 'Thinking…',
  'value.failed': 'The computer could not be loaded.',
  'value.depth': 'Depth {depth}',
  'value.exact': 'Exact (tablebase)',
  'value.wins': '{side} wins in {count}',
  'value.key': '+7 wins in 7 · = draw · −7 loses in 7',
  'value.board': 'Values on the board',
  'review.state': 'Reviewing: {ply} of {plies}',
  'review.none': 'No serious mistakes.',
  'review.slip': '{ply}. {side}: {played}. Better: {better} ({value})',
  'review.exact.none': 'No move changed the result.',
  'review.lost': '{ply}. {side}: {played}. {change}. Better: {better} ({value})',
  'review.lost.win.draw': 'A win became a draw',
  'review.lost.win.loss': 'A win became a loss',
  'review.lost.draw.loss': 'A draw became a loss',
  'review.decided': 'This move lost the game.',
};
