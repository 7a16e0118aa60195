// A premove: an action chosen while the opponent thinks, played at once when the turn comes if it
// is legal then, and dropped otherwise. It outlives a page that is reloaded for its language, and no other.

import { premoveToPlay } from './premove_rules.js';
import { pendingPlay } from './outbox.js';
import { tabStorage } from './tab_storage.js';

export class Premove {
  /** @type {string | null} */
  action = null;
  /** How many actions had been played when it was chosen. */
  #ply = 0;
  /** @type {{position: string, legal: string[]}} */
  #ahead = { position: '', legal: [] };

  /**
   * @param {string} id of the match
   * @param {() => import('./session.js').Session | undefined} session once there is one
   * @param {() => void} changed
   * @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null} [storage] null where there is none
   */
  constructor(id, session, changed, storage = tabStorage()) {
    this.session = session;
    this.changed = changed;
    const key = `yiguan.premove.${id}`;
    this.#restore(storage?.getItem(key) ?? 'null');
    storage?.removeItem(key);
    globalThis.document?.addEventListener('renewing', () => {
      if (this.action) storage?.setItem(key, JSON.stringify([this.action, this.#ply]));
    });
  }

  /** @param {string} kept */
  #restore(kept) {
    try {
      const [action, ply] = JSON.parse(kept) ?? [];
      if (typeof action !== 'string' || !Number.isInteger(ply)) return;
      this.action = action;
      this.#ply = ply;
    } catch {
      // Not a text of this module.
    }
  }

  /** @param {string | null} action */
  set(action) {
    this.action = action;
    this.#ply = this.session()?.timeline?.ply ?? 0;
    this.changed();
  }

  /** Plays it if the turn has come; called on every change, since a page out of sight draws no frames. */
  playIfDue() {
    if (!this.action) return;
    const session = this.session();
    if (!session?.timeline) return;
    const { state, timeline } = session;
    // When the move that it answers is taken back or refused, it is not meant any more.
    if (state.match?.state !== 'live' || timeline.ply < this.#ply) this.action = null;
    else if (timeline.last.turn === state.seat && !pendingPlay(state)) {
      const action = premoveToPlay(this.action, timeline.game.legal());
      this.action = null;
      if (action) session.play(action);
    }
  }

  /**
   * Where pieces may be sent before their turn.
   *
   * @param {string} position
   */
  legal(position) {
    if (this.#ahead.position === position) return this.#ahead.legal;
    const session = this.session();
    const legal = session?.game.legalAhead(session.state.match, position);
    if (legal) this.#ahead = { position, legal };
    return legal ?? [];
  }
}
