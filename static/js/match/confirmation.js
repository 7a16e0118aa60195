// A move that is played only after the player has confirmed it, for those who set that.

import { load } from '../ui/load.js';
import { setting } from '../ui/settings.js';
import { effect } from '../ui/view.js';

/** @typedef {import('./confirm_view.js').ConfirmView} ConfirmView */

export class Confirmation {
  /** @type {{action: string, ply: number} | null} */
  #asking = null;

  /**
   * @param {import('./session.js').Session} session
   * @param {() => void} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /**
   * Shows the question, which is loaded when there is one first.
   *
   * @param {Element} table where it is asked
   * @param {import('./store.js').MatchStore} store
   * @param {() => void} answered
   */
  show(table, { moment }, answered) {
    /** @type {Promise<ConfirmView | null> | undefined} */
    let question;
    const answer = (/** @type {boolean} */ confirmed) => {
      const action = this.#asking?.action;
      this.#asking = null;
      if (confirmed && action) this.session.play(action);
      answered();
      this.changed();
    };
    const make = async () => {
      const loaded = await load(() => import('./confirm_view.js'));
      return loaded && new loaded.ConfirmView(table, answer);
    };
    effect(() => {
      const { asking, page, timeline } = moment.value ?? {};
      const move = asking && page ? page.names.action(asking, timeline?.written(asking)) : null;
      if (move !== null) question ??= make();
      question?.then((view) => view?.draw(move));
    });
  }

  /**
   * Plays an action, or asks first.
   *
   * @param {string} action
   */
  play(action) {
    if (setting('confirm')) this.#asking = { action, ply: this.session.timeline?.ply ?? 0 };
    else this.session.play(action);
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
    if (this.#asking && (!playable || this.#asking.ply !== this.session.timeline?.ply)) this.#asking = null;
    return this.#asking?.action ?? null;
  }
}
