// What stands between the players to be answered, which is loaded when there is something.

import { load } from '../ui/load.js';

/** @typedef {import('./offers_view.js').OffersView} OffersView */

export class LateOffers {
  /** @type {Promise<OffersView | null> | undefined} */
  #view;

  /** @param {OffersView['acts']} acts */
  constructor(acts) {
    this.acts = acts;
  }

  /** @param {import('../game/match_scene.js').Page} page */
  async draw(page) {
    const { model, state } = page;
    if (!this.#view && !model.canClaim && !state.match?.rematch && model.offers.length === 0) return;
    this.#view ??= load(() => import('./offers_view.js')).then((loaded) => loaded && new loaded.OffersView(this.acts));
    // What was drawn while it was loaded is drawn in its order.
    (await this.#view)?.draw(page);
  }
}
