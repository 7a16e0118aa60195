// The way from a game one watches to another that is being played.

import { liveMatches } from '../net/matches_api.js';

/**
 * The game to watch next: the one after this in the list, of the same game if there is one.
 *
 * @param {{id: string, game: string}[]} live those in progress
 * @param {string} id the match that is watched
 * @param {string} [game]
 * @returns {string | null} the id of a match
 */
export function another(live, id, game) {
  const at = live.findIndex((room) => room.id === id);
  const others = [...live.slice(at + 1), ...live.slice(0, Math.max(at, 0))];
  return (others.find((room) => room.game === game) ?? others[0])?.id ?? null;
}

/**
 * Goes there, or to the lobby where nothing else is played.
 *
 * @param {string} id
 * @param {string} [game]
 */
export async function watchAnother(id, game) {
  const { matches } = await liveMatches().catch(() => ({ matches: [] }));
  const next = another(matches, id, game);
  location.assign(next ? `/m/${next}` : '/');
}
