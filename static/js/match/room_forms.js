// @ts-check
// What is beside the board for talking and for asking others to come.

import { byId, setText } from '../dom.js';
import { t } from '../i18n/i18n.js';

/** @param {(text: string) => void} say */
export function serveForms(say) {
  byId('chat-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (byId('chat-text'));
    say(input.value);
    input.value = '';
  });

  byId('copy').addEventListener('click', async () => {
    const input = /** @type {HTMLInputElement} */ (byId('room-link'));
    input.select();
    try {
      await navigator.clipboard.writeText(input.value);
      setText(byId('copy'), t('match.copied'));
    } catch {
      // Without permission the link stays selected, to be copied by hand.
    }
  });

  // Phones have a better way to send a link than copying it.
  byId('share').hidden = typeof navigator.share !== 'function';
  byId('share').addEventListener('click', () => {
    const { value } = /** @type {HTMLInputElement} */ (byId('room-link'));
    // Closing the sheet of the phone without sharing is no error.
    navigator.share({ title: document.title, url: value }).catch(() => undefined);
  });
}
