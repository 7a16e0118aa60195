// @ts-check
// The words of ratings beside names and after a game.

/** @type {import('../i18n.js').Words} */
export default {
  'rating.short': 'rated {rating}',
  'rating.after': 'Rating {before} → {rating} ({change})',
  'rating.changed': 'rated {before} → {rating}',
};
