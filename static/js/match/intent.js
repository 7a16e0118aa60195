// @ts-check
// What a player means to play and has not played yet: an action for when the turn comes, and one
// that is still to be confirmed.

import { setting } from '../settings.js';
import { granted } from './ahead.js';
import { ConfirmView } from './confirm_view.js';
import { pendingPlay } from './state.js';

export class Intent {
  /** @type {string | null} an action for when our turn comes */
  wished = null;
  /** How many actions were played when it was wished for. */
  #wishedAt = 0;
  /** @type {{action: string, ply: number} | null} */
  #asking = null;
  /** @type {{position: string, legal: string[]}} */
  #ahead = { position: '', legal: [] };

  /**
   * @param {() => import('./session.js').Session} session once there is one
   * @param {Element} table where the question is asked
   * @param {() => void} changed
   * @param {() => void} answered
   */
  constructor(session, table, changed, answered) {
    this.session = session;
    this.changed = changed;
    this.question = new ConfirmView(table, (meant) => {
      const action = this.#asking?.action;
      this.#asking = null;
      if (meant && action) session().play(action);
      answered();
      changed();
    });
  }

  /**
   * Plays an action, or asks first whether it is meant.
   *
   * @param {string} action
   */
  decide(action) {
    if (setting('confirm')) this.#asking = { action, ply: this.session().timeline?.ply ?? 0 };
    else this.session().play(action);
    this.changed();
  }

  /** @param {string | null} action */
  wish(action) {
    this.wished = action;
    this.#wishedAt = this.session().timeline?.ply ?? 0;
    this.changed();
  }

  /** Plays what was wished for, at once when our turn comes; a page out of sight draws no frames. */
  grant() {
    if (!this.wished) return;
    const session = this.session();
    const { state, timeline } = session;
    if (!timeline) return;
    // When what it was to answer is taken back or refused, it is not meant any more.
    if (state.match?.state !== 'live' || timeline.ply < this.#wishedAt) this.wished = null;
    else if (timeline.last.turn === state.seat && !pendingPlay(state)) {
      const action = granted(this.wished, timeline.game.legal());
      this.wished = null;
      if (action) session.play(action);
    }
  }

  /**
   * The action that is to be confirmed, as long as it still can be played.
   *
   * @param {boolean} playable
   */
  asked(playable) {
    if (this.#asking && (!playable || this.#asking.ply !== this.session().timeline?.ply)) this.#asking = null;
    return this.#asking?.action ?? null;
  }

  /**
   * Where pieces may be sent before their turn.
   *
   * @param {string} position
   */
  legalAhead(position) {
    if (this.#ahead.position === position) return this.#ahead.legal;
    const legal = this.session().legalAhead(position);
    if (legal) this.#ahead = { position, legal };
    return legal ?? [];
  }
}
