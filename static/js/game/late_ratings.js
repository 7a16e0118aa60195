// Ratings beside names: what asks for them is loaded when there is somebody who can have one.

import { loadWords } from '../i18n/i18n.js';
import { load } from '../ui/load.js';

/** Computer players of higher levels are other programs, which are not rated. */
const OURS = 8;

export class LateRatings {
  /** @type {import('./ratings.js').Ratings | null} */
  #ratings = null;
  #asked = false;

  /** @param {() => void} changed ratings have become known */
  constructor(changed) {
    this.changed = changed;
  }

  /**
   * @param {{game: string, ruleset: string}} where
   * @param {import('../net/protocol.js').Player | null | undefined} player
   */
  of(where, player) {
    if (!player || (player.computer ? player.computer > OURS : player.guest)) return '';
    if (this.#ratings) return this.#ratings.of(where, player.id);
    this.#load();
    return '';
  }

  /**
   * The same as a number, 0 as long as it is not known.
   *
   * @param {{game: string, ruleset: string}} where
   * @param {import('../net/protocol.js').Player | null | undefined} player
   */
  value(where, player) {
    return (this.of(where, player) && player && this.#ratings?.value(where, player.id)) || 0;
  }

  /**
   * The same after a game that counted: what it was and what it is now.
   *
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {import('../net/protocol.js').Side} side
   */
  after(match, side) {
    const text = this.of(match, match.players[side]);
    const counts = match.rated && (match.result ?? null) !== null;
    return (text && counts && this.#ratings?.after(match.id, side)) || text;
  }

  async #load() {
    if (this.#asked) return;
    this.#asked = true;
    const loaded = await load(() => Promise.all([import('./ratings.js'), loadWords('ratings')]));
    if (!loaded) return;
    this.#ratings = new loaded[0].Ratings(this.changed);
    this.changed();
  }
}
