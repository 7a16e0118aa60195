// Ratings next to names. A view that reads one is drawn again when it is known; the module that asks for them is loaded
// when there is a player who can have one.

import { loadWords } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { signal } from '../ui/view.js';

/** Computer players of higher levels are other programs, which are not rated. */
const OURS = 8;

export class PlayerRatings {
  #ratings = signal(/** @type {import('./ratings.js').Ratings | null} */ (null));
  #asked = false;

  /**
   * @param {{game: string, ruleset: string}} where
   * @param {import('../net/protocol.js').Player | null | undefined} player
   */
  of(where, player) {
    if (!player || (player.computer ? player.computer > OURS : player.guest)) return '';
    const ratings = this.#ratings.value;
    if (!ratings) this.#load();
    return ratings?.of(where, player.id) ?? '';
  }

  /**
   * The same as a number, 0 as long as it is not known.
   *
   * @param {{game: string, ruleset: string}} where
   * @param {import('../net/protocol.js').Player | null | undefined} player
   */
  value(where, player) {
    return (this.of(where, player) && player && this.#ratings.value?.value(where, player.id)) || 0;
  }

  /**
   * The same after a game that counted: the rating before and after it.
   *
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {import('../net/protocol.js').Side} side
   */
  after(match, side) {
    const text = this.of(match, match.players[side]);
    const counts = match.rated && (match.result ?? null) !== null;
    return (text && counts && this.#ratings.value?.after(match.id, side)) || text;
  }

  async #load() {
    if (this.#asked) return;
    this.#asked = true;
    const loaded = await load(() => Promise.all([import('./ratings.js'), loadWords('ratings')]));
    if (loaded) this.#ratings.value = new loaded[0].Ratings();
  }
}
