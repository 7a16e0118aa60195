// The field that moves are typed into, for players to whom the board is not the quickest way.

import { load } from '../ui/load.js';
import { effect } from '../ui/view.js';

/**
 * @typedef {object} TypedListener
 * @property {() => {legal: readonly string[], written: (action: string) => string[]} | null | undefined} choices null if nothing can be played now, undefined as long as the rules are being loaded
 * @property {() => void} early something was typed when nothing can be played
 * @property {(action: string) => void} play
 * @property {(action: string) => void} ask an action that is not legal was typed
 * @property {(problem: string) => void} problem
 * @property {() => void} leave back to the board
 */

/**
 * @param {import('./places.js').Places} places
 * @param {import('./store.js').MatchStore} store
 * @param {TypedListener} listener
 * @returns {() => void} called when a character was typed on the board: it and what follows goes here
 */
export function showTyped({ typed: place, 'typed-text': field }, { moment }, listener) {
  const form = /** @type {HTMLFormElement} */ (place);
  const text = /** @type {HTMLInputElement} */ (field);
  /** Whether something was typed before it can be understood. */
  let waits = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const choices = listener.choices();
    waits = choices === undefined;
    if (waits) return;
    if (!choices) return listener.early();
    const typed = (await load(() => import('./typed.js')))?.readTyped(text.value, choices.legal, choices.written);
    if (!typed) return;
    if ('problem' in typed) listener.problem(typed.problem);
    else if ('ask' in typed) listener.ask(typed.ask);
    else listener.play(typed.play);
    if ('play' in typed) text.value = '';
    else text.select();
  });
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    text.value = '';
    listener.leave();
  });
  effect(() => {
    if (!moment.value) return;
    form.hidden = !moment.value.page.model.canResign;
    if (waits && listener.choices() !== undefined) form.requestSubmit();
  });
  return () => {
    if (form.hidden) return;
    text.value = '';
    text.focus();
  };
}
