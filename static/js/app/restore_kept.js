// Restores a page after a change of the language, which reloads it: the typed text, the focus, the scroll
// position and the open settings.

import { showSettings } from './head.js';

/**
 * Gives a page that was reloaded for its language its former state.
 *
 * @param {string} stored as `changeLanguage` stored it
 */
export async function restoreKept(stored) {
  sessionStorage.removeItem('yiguan.kept');
  /** @type {import('../settings/change_language.js').Kept} */
  const { page, scroll, settings, typed } = JSON.parse(stored);
  if (page !== location.href) return;
  for (const [id, value] of typed) {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (!field || field.value) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  scrollTo(0, scroll);
  if (settings) await showSettings();
  const chosen = settings ? '.settings [data-language][aria-pressed="true"]' : '.language > summary';
  /** @type {HTMLElement | null} */ (document.querySelector(chosen))?.focus({ preventScroll: true });
}
