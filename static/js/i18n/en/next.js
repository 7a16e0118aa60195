// The words of the way to the next game.

/** @type {import('../i18n.js').Words} */
export default {
  'next.game': 'Next game: your turn ({count})',
};
