// The card over the board of a game that is over, which is loaded when there is one to show.

import { style } from '../ui/dom.js';
import { loadWords } from '../i18n/i18n.js';
import { load } from '../ui/load.js';

/** @typedef {import('./end_view.js').EndView} EndView */

export class LateEnd {
  /** @type {EndView | null} */
  #view = null;
  #asked = false;
  /** Whether the match was seen before it ended: who comes to one that is over long since is shown its board. */
  #seen = false;

  /**
   * @param {EndView['acts']} acts
   * @param {() => void} changed the card can be drawn
   */
  constructor(acts, changed) {
    this.acts = acts;
    this.changed = changed;
  }

  /** @param {Parameters<EndView['draw']>} drawn */
  draw(...drawn) {
    const [, match] = drawn;
    if (match.state !== 'over') this.#seen = true;
    else if (this.#view) this.#view.draw(...drawn);
    else if (this.#seen || match.result === null) this.#load();
  }

  async #load() {
    if (this.#asked) return;
    this.#asked = true;
    const loaded = await load(() => Promise.all([import('./end_view.js'), loadWords('ended'), style('css/over_board.css')]));
    if (!loaded) return;
    this.#view = new loaded[0].EndView(this.acts, this.#seen);
    this.changed();
  }
}
