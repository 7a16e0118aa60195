// Takes players to their rematch.

import { effect } from '../ui/view.js';

/**
 * Takes players to their rematch, but away from no open dialog; then, as spectators, they get a link to it.
 *
 * @param {import('./store.js').MatchStore} store
 */
export function followRematch({ moment }) {
  /** The rematch that was known when the page opened. @type {string | null} */
  let known = null;
  effect(() => {
    if (!moment.value) return;
    const { match, page } = moment.value;
    // Only when it is agreed while this page is open: who comes back to an old match may stay.
    if (known === null) known = match.rematch ?? '';
    else if (match.rematch && known === '' && page.state.seat) {
      known = match.rematch;
      if (!document.querySelector('dialog[open]')) location.assign(`/m/${match.rematch}`);
    }
  });
}
