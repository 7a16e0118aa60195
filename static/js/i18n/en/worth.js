// The words of what positions are worth, and of a game that is reviewed.

/** @type {import('../i18n.js').Words} */
export default {
  'value.show': 'Best moves',
  'review.begin': 'Review the game',
  'value.thinking': 'Thinking…',
  'value.failed': 'The computer could not be loaded.',
  'value.depth': 'Depth {depth} · + is good for {side}',
  'value.ahead': '{side} is winning',
  'value.exact': 'Solved: exact values',
  'value.wins': '{side} wins in {count}',
  'value.key': '+7 wins in 7 · = draw · −7 loses in 7',
  'value.board': 'Values on the board',
  'review.state': 'Reviewing: {ply} of {plies}',
  'review.none': 'No serious mistakes.',
  'review.slip': '{number} {side}: {played} {sign} {word} ({value}). Better: {better} ({best})',
  'review.sum': '{side}: inaccuracies {inaccuracy}, mistakes {mistake}, blunders {blunder}',
  'review.inaccuracy': 'Inaccuracy',
  'review.mistake': 'Mistake',
  'review.blunder': 'Blunder',
  'review.exact.none': 'No move changed the result.',
  'review.lost.win.draw': 'A win became a draw',
  'review.lost.win.loss': 'A win became a loss',
  'review.lost.draw.loss': 'A draw became a loss',
  'review.decided': 'This move lost the game.',
};
