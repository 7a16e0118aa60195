// The words of ratings: beside names, after a game, and on the page of somebody.

/** @type {import('../i18n.js').Words} */
export default {
  'rating.short': '等级分 {rating}',
  'rating.after': '等级分 {before} → {rating}（{change}）',
  'rating.changed': '等级分 {before} → {rating}',
  'person.title': '等级分',
  'person.page': '棋手主页',
  'person.games': '等级分对局 {count} 局',
  'person.chart': '{name}：{first}至{last}等级分对局 {count} 局，最低 {low}，最高 {high}',
};
