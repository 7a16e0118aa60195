// The words of ratings: beside names, after a game, and on the page of somebody.

/** @type {import('../i18n.js').Words} */
export default {
  'rating.short': 'レート {rating}',
  'rating.after': 'レート {before} → {rating}（{change}）',
  'rating.changed': 'レート {before} → {rating}',
  'person.title': 'レーティング',
  'person.page': 'プレイヤーのページ',
  'person.games': 'レーティング対局{count}局',
  'person.chart': '{name}：{first}から{last}までのレーティング対局{count}局、最低{low}、最高{high}',
};
