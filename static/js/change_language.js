// @ts-check
// Changing the language, which loads the page anew: what was typed, where the focus was and how
// far the page was scrolled stay.

import { showSettings } from './head.js';
import { rememberLanguage } from './i18n/i18n.js';

const KEPT = 'yiguan.kept';

/** Whatever is typed into, with a name to find it by after loading. */
const TYPED = 'textarea[id], input[id]:is([type="text"], [type="search"], :not([type]))';

/**
 * @typedef {object} Kept
 * @property {string} page its address
 * @property {number} scroll
 * @property {boolean} settings whether the settings were open
 * @property {[id: string, value: string][]} typed
 */

/** @param {import('./i18n/i18n.js').Language} language */
export function changeLanguage(language) {
  const typed = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(TYPED));
  /** @type {Kept} */
  const kept = {
    page: location.href,
    scroll: scrollY,
    settings: document.querySelector('dialog.settings[open]') !== null,
    typed: [...typed].filter(({ value, readOnly }) => value && !readOnly).map(({ id, value }) => [id, value]),
  };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Storage may be forbidden; the language is changed all the same.
  }
  // What else is to be there again keeps itself.
  document.dispatchEvent(new Event('renewing'));
  rememberLanguage(language);
  location.reload();
}

/**
 * Gives a page that was loaded anew for its language what it had before.
 *
 * @param {string} stored as `changeLanguage` stored it
 */
export async function restoreKept(stored) {
  sessionStorage.removeItem(KEPT);
  /** @type {Kept} */
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
