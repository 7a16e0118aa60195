// The words of ratings: beside names, after a game, and on the page of somebody.

/** @type {import('../i18n.js').Words} */
export default {
  'rating.short': 'rated {rating}',
  'rating.after': 'Rating {before} → {rating} ({change})',
  'rating.changed': 'rated {before} → {rating}',
  'person.title': 'Ratings',
  'person.page': 'Player’s page',
  'person.games': 'Rated games: {count}',
  'person.chart': '{name}: rated games from {first} to {last}, {count} in all, between {low} and {high}',
};
