// @ts-check
// The language of the page, and texts in it.

import { INTERFACE } from './interface.js';

/** @typedef {'en' | 'zh' | 'ja'} Language */

/** @type {{id: Language, name: string, tag: string}[]} */
export const LANGUAGES = [
  { id: 'en', name: 'English', tag: 'en' },
  { id: 'zh', name: '简体中文', tag: 'zh-Hans' },
  { id: 'ja', name: '日本語', tag: 'ja' },
];

const INDEX = { en: 0, zh: 1, ja: 2 };
const STORED = 'yiguan.language';

/** @typedef {readonly [en: string, zh: string, ja: string]} Texts */

/**
 * Every text that is here: the words of the pages themselves, and those that came with the
 * modules that say them.
 *
 * @type {Record<string, Texts>}
 */
export const TEXTS = { ...INTERFACE };

/**
 * Adds words. A module whose sentences need others than those of the pages imports them.
 *
 * @template {Record<string, Texts>} T
 * @param {T} texts
 */
export function learn(texts) {
  Object.assign(TEXTS, texts);
  return texts;
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

/** Reads the visitor's language and tells the document. */
export function startLanguage() {
  let stored = null;
  try {
    stored = localStorage.getItem(STORED);
  } catch {
    // Storage may be forbidden; the browser's language does then.
  }
  setLanguage(chooseLanguage(navigator.languages, stored));
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
  const text = TEXTS[key]?.[INDEX[current]] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** @param {string} key */
export const hasText = (key) => key in TEXTS;

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
  for (const element of document.querySelectorAll('[data-t-placeholder]')) {
    element.setAttribute('placeholder', t(element.getAttribute('data-t-placeholder') ?? ''));
  }
}
