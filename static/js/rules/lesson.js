// @ts-check
// What was written and drawn for the rules of a game: the words of its board, and figures.

import { h } from '../dom.js';
import { language, pick } from '../i18n/i18n.js';
import { drawFigure } from './figure.js';

/** @typedef {import('./figure.js').Figure} Figure */

/**
 * A word of the board, as players say it.
 *
 * @typedef {object} Term
 * @property {import('../net/api.js').Text} term
 * @property {import('../net/api.js').Text} text
 */

/**
 * What was written and drawn for a game; nothing if nobody did.
 *
 * @param {import('../net/api.js').GameInfo} info
 * @returns {Promise<{terms: HTMLElement | null, figuresOf: (ruleset: string) => HTMLElement[]}>}
 */
export async function loadLesson(info) {
  const { figures, terms } = await fetchLesson(info.id);
  return {
    terms: terms.length > 0 ? glossary(terms) : null,
    figuresOf: (id) => {
      const own = figures.filter(({ ruleset }) => ruleset === id);
      return own.length > 0 ? [h('div', { class: 'figures' }, ...own.map((figure) => drawFigure(info, figure)))] : [];
    },
  };
}

/**
 * @param {string} id
 * @returns {Promise<{figures: Figure[], terms: Term[]}>}
 */
async function fetchLesson(id) {
  const none = { figures: [], terms: [] };
  try {
    const response = await fetch(new URL(`../../rules/${id}.json`, import.meta.url));
    if (!response.ok) return none;
    const { figures, terms, sources } = await response.json();
    return { terms, figures: figures.map((/** @type {any} */ figure) => ({ ...figure, source: sources[figure.source] })) };
  } catch {
    return none;
  }
}

/**
 * The board in the words of those who play on it.
 *
 * @param {Term[]} terms
 */
const glossary = (terms) =>
  h(
    'dl',
    {},
    ...terms.flatMap(({ term, text }) => [
      h('dt', {}, pick(term), language() === 'en' ? h('small', { lang: 'zh' }, ` ${term.zh}`) : null),
      h('dd', {}, pick(text)),
    ]),
  );
