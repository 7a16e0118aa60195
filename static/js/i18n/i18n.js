// The language of the page, and texts in it. The texts are in one file a language and table.

/** @typedef {'en' | 'zh' | 'ja'} Language */

/** @type {{id: Language, name: string, tag: string}[]} */
export const LANGUAGES = [
  { id: 'en', name: 'English', tag: 'en' },
  { id: 'zh', name: '简体中文', tag: 'zh-Hans' },
  { id: 'ja', name: '日本語', tag: 'ja' },
];

const STORED = 'yiguan.language';

/** @typedef {Record<string, string>} Words texts by their keys, in one language */

/**
 * Every text loaded so far, by language. A page loads those of its own language alone.
 *
 * @type {Record<Language, Words>}
 */
export const TEXTS = { en: {}, zh: {}, ja: {} };

/**
 * Loads tables of texts in the page's language: the files of that name in this folder's folder of
 * the language. A page loads its tables before it, or a module it loads later, says anything.
 *
 * @param {...string} names
 */
export async function loadWords(...names) {
  const into = TEXTS[current];
  const tables = await Promise.all(names.map((name) => import(`./${current}/${name}.js`)));
  for (const table of tables) Object.assign(into, table.default);
}

/** @type {Language} */
let current = 'en';

/** @param {string} text */
const known = (text) => LANGUAGES.find(({ id }) => text.toLowerCase().startsWith(id))?.id;

/**
 * The language chosen before, or the browser's first that we have.
 *
 * @param {readonly string[]} preferred
 * @param {string | null} stored
 * @returns {Language}
 */
export function chooseLanguage(preferred, stored) {
  for (const text of [stored ?? '', ...preferred]) {
    const found = known(text);
    if (found) return found;
  }
  return 'en';
}

/**
 * Has the server know the language, so that the next page comes in it.
 *
 * @param {string} chosen
 */
function tellServer(chosen) {
  const cookie = `yiguan_language=${chosen}`;
  if (document.cookie.split('; ').includes(cookie)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;
}

/** Reads the visitor's language and tells the document. */
export function startLanguage() {
  let stored = null;
  try {
    stored = localStorage.getItem(STORED);
  } catch {
    // Storage may be forbidden; the browser's language does then.
  }
  setLanguage(chooseLanguage(navigator.languages, stored));
  if (stored) tellServer(current);
}

/** @param {Language} next */
export function setLanguage(next) {
  current = next;
  if (typeof document !== 'undefined') {
    document.documentElement.lang = LANGUAGES.find(({ id }) => id === next)?.tag ?? 'en';
  }
}

/** @param {Language} next */
export function rememberLanguage(next) {
  setLanguage(next);
  tellServer(next);
  try {
    localStorage.setItem(STORED, next);
  } catch {
    // As above.
  }
}

export const language = () => current;

/**
 * The text of a key, `{name}` replaced by the value of that name.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string} the key itself if there is no such text
 */
export function t(key, values = {}) {
  const text = TEXTS[current][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** @param {string} key */
export const hasText = (key) => key in TEXTS[current];

/**
 * The key of a text in the words of a game, where the game has its own, else in those of every game.
 *
 * @param {string} key
 * @param {string} game
 */
export const keyIn = (key, game) => (hasText(`${key}.${game}`) ? `${key}.${game}` : key);

/**
 * A text that the server gave in all languages.
 *
 * @param {{en?: string, zh?: string, ja?: string} | null | undefined} text
 */
export const pick = (text) => text?.[current] || text?.en || '';

/** Fills every element that names its text by `data-t`, and labels by `data-t-label`. */
export function translatePage() {
  for (const element of document.querySelectorAll('[data-t]')) {
    element.textContent = t(element.getAttribute('data-t') ?? '');
  }
  for (const element of document.querySelectorAll('[data-t-label]')) {
    element.setAttribute('aria-label', t(element.getAttribute('data-t-label') ?? ''));
  }
  for (const name of ['alt', 'title']) {
    for (const element of document.querySelectorAll(`[data-t-${name}]`))
      element.setAttribute(name, t(element.getAttribute(`data-t-${name}`) ?? ''));
  }
  for (const element of document.querySelectorAll('[data-t-placeholder]')) {
    element.setAttribute('placeholder', t(element.getAttribute('data-t-placeholder') ?? ''));
  }
}
