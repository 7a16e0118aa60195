// The invitation over the board, which is loaded where a seat is free.

import { style } from '../ui/dom.js';
import { load } from '../ui/load.js';

/** @typedef {import('./invitation_view.js').InvitationView} InvitationView */

export class LateInvitation {
  /** @type {Promise<InvitationView | null> | undefined} */
  #view;
  /** Who came while the visitor waited here, until the game is under way. */
  name = '';

  /** @param {InvitationView['acts']} acts */
  constructor(acts) {
    this.acts = acts;
  }

  /**
   * @param {import('../game/match_scene.js').Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   */
  async draw(page, match) {
    if (!this.#view && match.state !== 'open') return;
    this.#view ??= load(() => Promise.all([import('./invitation_view.js'), style('css/over_board.css')])).then(
      (loaded) => loaded && new loaded[0].InvitationView(this.acts),
    );
    const view = await this.#view;
    view?.draw(page, match);
    if (!view || view.arrival.name === this.name) return;
    this.name = view.arrival.name;
    this.acts.changed();
  }
}
