// A move that is played only after the player has confirmed it, for those who set that.

import { load } from '../ui/load.js';
import { setting } from '../ui/settings.js';

export class Confirmation {
  /** @type {{action: string, ply: number} | null} */
  #asking = null;

  /**
   * @param {() => import('./session.js').Session} session once there is one
   * @param {Element} table where the question is asked
   * @param {() => void} changed
   * @param {() => void} answered
   */
  constructor(session, table, changed, answered) {
    this.session = session;
    this.changed = changed;
    const answer = (/** @type {boolean} */ confirmed) => {
      const action = this.#asking?.action;
      this.#asking = null;
      if (confirmed && action) session().play(action);
      answered();
      changed();
    };
    this.make = () => load(() => import('./confirm_view.js')).then((loaded) => loaded && new loaded.ConfirmView(table, answer));
  }

  /** The question, which is loaded when there is one first. @type {ReturnType<Confirmation['make']> | undefined} */
  #question;

  /** @param {string | null} move its text, null for nothing to ask */
  async draw(move) {
    if (move !== null) this.#question ??= this.make();
    (await this.#question)?.draw(move);
  }

  /**
   * Plays an action, or asks first.
   *
   * @param {string} action
   */
  play(action) {
    if (setting('confirm')) this.#asking = { action, ply: this.session().timeline?.ply ?? 0 };
    else this.session().play(action);
    this.changed();
  }

  /** Whether an answer is awaited. */
  get pending() {
    return this.#asking !== null;
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
}
