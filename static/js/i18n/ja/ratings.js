// @ts-check
// The words of ratings beside names and after a game.

/** @type {import('../i18n.js').Words} */
export default {
  'rating.short': 'レート {rating}',
  'rating.after': 'レート {before} → {rating}（{change}）',
  'rating.changed': 'レート {before} → {rating}',
};
