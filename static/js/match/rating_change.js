// The change of the ratings by a game, on the card over the board.

import { t } from '../i18n/i18n.js';
import { ratingsAfter, shownRating } from '../net/ratings_api.js';

/**
 * @param {string} id of the game
 * @param {import('../net/protocol.js').Side | null} seat the side of the change; null for both, as spectators see it
 * @param {(side: import('../net/protocol.js').Side) => string} name
 * @returns {Promise<string>} empty if the game did not count, or the change is not known
 */
export async function ratingChange(id, seat, name) {
  const changes = await ratingsAfter(id).catch(() => null);
  const sides = /** @type {const} */ (['first', 'second']);
  const lines = sides.flatMap((side) => {
    const change = changes?.[side];
    if (!change || (seat && seat !== side)) return [];
    const by = change.change > 0 ? `+${change.change}` : change.change < 0 ? `−${-change.change}` : '±0';
    const rating = t('rating.after', { before: change.before, rating: shownRating(change), change: by });
    return [seat ? rating : `${name(side)}: ${rating}`];
  });
  return lines.join(' · ');
}
