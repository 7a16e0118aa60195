// The sounds of a match. A browser plays none before the page was touched: the module is loaded then.

import { load } from '../ui/load.js';

export class MatchSoundsLoader {
  /** @type {import('./match_sounds.js').MatchSounds | null} */
  #sounds = null;
  #asked = false;
  /** How many actions had been played when the page last drew. */
  #ply = 0;

  constructor() {
    for (const touch of ['pointerdown', 'keydown']) document.addEventListener(touch, () => this.#load(), { once: true });
  }

  /**
   * @param {import('./session.js').Session} session
   * @param {import('../game/names.js').Names} names
   */
  listen(session, names) {
    if (this.#sounds) this.#sounds.listen(session, names);
    else if (!this.#asked) this.#ply = session.timeline?.ply ?? 0;
  }

  async #load() {
    if (this.#asked) return;
    this.#asked = true;
    const loaded = await load(() => import('./match_sounds.js'));
    if (loaded) this.#sounds = new loaded.MatchSounds(this.#ply);
  }
}
