// The field that moves are typed into, for whom the board is not the quickest way.

import { byId } from '../ui/dom.js';
import { load } from '../ui/load.js';

/**
 * @typedef {object} TypedListener
 * @property {() => {legal: readonly string[], written: (action: string) => string[]} | null | undefined} choices null if nothing can be played now, undefined as long as the rules are being loaded
 * @property {() => void} early something was typed when nothing can be played
 * @property {(action: string) => void} play
 * @property {(action: string) => void} ask an action that is not legal was typed
 * @property {(problem: string) => void} problem
 * @property {() => void} leave back to the board
 */

export class TypedForm {
  #form = /** @type {HTMLFormElement} */ (byId('typed'));
  #text = /** @type {HTMLInputElement} */ (byId('typed-text'));
  /** Whether something was typed before it can be understood. */
  #waits = false;

  /** @param {TypedListener} listener */
  constructor(listener) {
    this.listener = listener;
    this.#form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const choices = listener.choices();
      this.#waits = choices === undefined;
      if (this.#waits) return;
      if (!choices) return listener.early();
      const typed = (await load(() => import('./typed.js')))?.readTyped(this.#text.value, choices.legal, choices.written);
      if (!typed) return;
      if ('problem' in typed) listener.problem(typed.problem);
      else if ('ask' in typed) listener.ask(typed.ask);
      else listener.play(typed.play);
      if ('play' in typed) this.#text.value = '';
      else this.#text.select();
    });
    this.#text.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      this.#text.value = '';
      listener.leave();
    });
  }

  /** A character was typed on the board: it and what follows goes here. */
  take() {
    if (this.#form.hidden) return;
    this.#text.value = '';
    this.#text.focus();
  }

  /** @param {boolean} seated whether the visitor plays here at all */
  draw(seated) {
    this.#form.hidden = !seated;
    byId('main').classList.remove('match--coming');
    if (this.#waits && this.listener.choices() !== undefined) this.#form.requestSubmit();
  }
}
