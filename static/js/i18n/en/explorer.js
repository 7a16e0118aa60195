// The words of what was played in a position.

/** @type {import('../i18n.js').Words} */
export default {
  'explorer.none': 'Nobody has played on from here yet.',
  'explorer.failed': 'Lookup failed. Try again later.',
  'explorer.games': 'Games with this position',
  'explorer.count': 'Games: {count}',
  'explorer.score': '{count} games: {firstName} won {first}, {draws} drawn, {secondName} won {second}',
  'explorer.game': 'Game {number}',
  'explorer.win': 'wins',
  'explorer.draw': 'draws',
  'explorer.loss': 'loses',
};
