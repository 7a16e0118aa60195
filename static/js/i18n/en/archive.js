// @ts-check
// The words of the page of finished games.

/** @type {import('../i18n.js').Words} */
export default {
  'archive.title': 'Finished games',
  'archive.form': 'Which games',
  'archive.found': 'Games',
  'archive.none': 'No game fits. Leave something open.',
  'archive.any': 'Any',
  'archive.game': 'Game',
  'archive.ruleset': 'Rules',
  'archive.result': 'Result',
  'archive.result.first': 'First side won',
  'archive.result.second': 'Second side won',
  'archive.result.draw': 'Draw',
  'archive.shortest': 'Moves, at least',
  'archive.longest': 'Moves, at most',
  'archive.since': 'From',
  'archive.until': 'To',
  'archive.rating': 'Both rated at least',
  'archive.moves': 'First moves',
  'archive.search': 'Search',
  'archive.clear': 'Clear',
  'archive.hint': 'Length, rating and first moves need a game. First moves are written as in the address of a replay, such as “7g7f 3c3d”.',
  'best.title': 'Best players',
  'best.choose': 'Choose a game to see who plays it best.',
  'best.none': 'Nobody has played enough rated games yet.',
};
