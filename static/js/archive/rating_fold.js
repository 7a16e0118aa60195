// The rating of a player in a game, with a chart of its course.

import { day, number } from '../ui/time_text.js';
import { h, s } from '../ui/dom.js';
import { pick, t } from '../i18n/i18n.js';
import { ratingsOf, shownRating } from '../net/ratings_api.js';

/** @typedef {import('../net/ratings_api.js').PlayerRating} PlayerRating */

/** The size of a chart in its own units. */
const WIDTH = 240;
const HEIGHT = 80;

/**
 * All ratings of a player under their heading.
 *
 * @param {string} player
 * @param {PlayerRating[]} ratings
 * @param {Map<string, import('../net/api.js').GameInfo>} games
 */
export const ratingFolds = (player, ratings, games) => [
  h('h2', {}, t('person.title')),
  h('div', { class: 'person-ratings' }, ...ratings.map((rating) => ratingFold(player, rating, games))),
];

/**
 * The rating in a pool; the chart is asked for when it is unfolded.
 *
 * @param {string} player
 * @param {PlayerRating} rating
 * @param {Map<string, import('../net/api.js').GameInfo>} games
 */
export function ratingFold(player, rating, games) {
  const info = games.get(rating.game);
  // A pool with rules of its own is named by its rulesets.
  const apart =
    rating.pool === rating.game ? [] : rating.rulesets.map((id) => pick(info?.rulesets.find((known) => known.id === id)?.name));
  const name = [pick(info?.name) || rating.game, ...apart].join(' · ');
  const fold = h(
    'details',
    { class: 'card files', 'data-testid': 'person-pool' },
    h(
      'summary',
      {},
      `${name} `,
      h('b', {}, shownRating(rating)),
      ' ',
      h('span', { class: 'hint' }, t('person.games', { count: number(rating.games) })),
    ),
  );
  fold.addEventListener(
    'toggle',
    async () => {
      const [found] = (await ratingsOf(player, { pool: rating.pool }).catch(() => ({ ratings: [] }))).ratings;
      if (found?.history) fold.append(chart(name, found.history));
    },
    { once: true },
  );
  return fold;
}

/**
 * A line from game to game.
 *
 * @param {string} name
 * @param {import('../net/ratings_api.js').RatedGame[]} history the first game first
 */
function chart(name, history) {
  const ratings = history.map(({ rating }) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const [first, last] = [history[0], history.at(-1)];
  const x = (/** @type {number} */ index) => (history.length < 2 ? WIDTH / 2 : (index / (history.length - 1)) * WIDTH);
  const y = (/** @type {number} */ rating) => HEIGHT - 4 - ((rating - low) / Math.max(1, high - low)) * (HEIGHT - 8);
  const points = ratings.map((rating, index) => `${x(index).toFixed(1)},${y(rating).toFixed(1)}`);
  const label = t('person.chart', {
    name,
    count: number(history.length),
    low,
    high,
    first: first ? day(first.at) : '',
    last: last ? day(last.at) : '',
  });
  return h(
    'figure',
    { class: 'rating-chart' },
    s(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label, 'data-testid': 'rating-chart' },
      s('polyline', { points: points.join(' ') }),
      ...(points.length === 1 ? [s('circle', { cx: WIDTH / 2, cy: y(ratings[0] ?? 0), r: 2 })] : []),
    ),
    h('figcaption', {}, label),
  );
}
