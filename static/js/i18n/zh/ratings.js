// @ts-check
// The words of ratings beside names and after a game.

/** @type {import('../i18n.js').Words} */
export default {
  'rating.short': '等级分 {rating}',
  'rating.after': '等级分 {before} → {rating}（{change}）',
  'rating.changed': '等级分 {before} → {rating}',
};
