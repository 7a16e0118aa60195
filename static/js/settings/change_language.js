// Changing the language, which reloads the page: the typed text, the focus and the
// scroll position stay. Notifications come in the new language as well.

import { h } from '../ui/dom.js';
import { language as shown, LANGUAGES, loadWords, rememberLanguage } from '../i18n/i18n.js';
import { load } from '../ui/load.js';

const KEPT = 'yiguan.kept';

/** How long a change of the language waits for the words of notifications, in milliseconds. */
const PATIENCE = 2_000;

/** Whatever is typed into, with a name to find it by after loading. */
const TYPED = 'textarea[id], input[id]:is([type="text"], [type="search"], :not([type]))';

/**
 * The state that a page stores, as `app/restore_kept.js` reads it.
 *
 * @typedef {object} Kept
 * @property {string} page its address
 * @property {number} scroll
 * @property {boolean} settings whether the settings were open
 * @property {[id: string, value: string][]} typed
 */

/** @param {import('../i18n/i18n.js').Language} language */
export async function changeLanguage(language) {
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
  await Promise.race([translateNotices().catch(() => undefined), new Promise((go) => setTimeout(go, PATIENCE))]);
  location.reload();
}

/** Keeps the words of notifications for the worker, where the visitor has asked for some. */
async function translateNotices() {
  if (!localStorage.getItem('yiguan.push')) return;
  const loaded = await load(() => Promise.all([import('../push/kept.js'), loadWords('push')]));
  const kept = loaded?.[0].keptKinds();
  if (loaded && kept) await loaded[0].keep(kept.kinds);
}

/**
 * Fills the menu of languages in the head of a page, once: keys walk over them without choosing, a press chooses.
 *
 * @param {HTMLDetailsElement} menu
 */
export function fillLanguages(menu) {
  if (menu.querySelector('.language-list')) return;
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget))) menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  const others = LANGUAGES.filter(({ id }) => id !== shown());
  menu.append(
    h(
      'div',
      { class: 'card language-list' },
      ...others.map(({ id, name, tag }) =>
        h(
          'button',
          {
            class: 'button button--quiet',
            lang: tag,
            'data-testid': `language-${id}`,
            click: () => changeLanguage(id),
          },
          name,
        ),
      ),
    ),
  );
}
