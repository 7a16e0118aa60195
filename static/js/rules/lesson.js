// @ts-check
// What was written and drawn for the rules of a game: the words of its board, its history, and
// figures.

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
 * What is known of a game's past, and from where.
 *
 * @typedef {object} Fact
 * @property {import('../net/api.js').Text} text
 * @property {import('../net/api.js').Text} source
 */

/**
 * What was written and drawn for a game; nothing if nobody did.
 *
 * @param {import('../net/api.js').GameInfo} info
 * @returns {Promise<{asides: {terms: HTMLElement | null, history: HTMLElement | null}, figuresOf: (ruleset: string) => HTMLElement[]}>}
 */
export async function loadLesson(info) {
  const { figures, terms, history } = await fetchLesson(info.id);
  return {
    asides: {
      terms: terms.length > 0 ? glossary(terms) : null,
      history: history.length > 0 ? chronicle(history) : null,
    },
    figuresOf: (id) => {
      const own = figures.filter(({ ruleset }) => ruleset === id);
      return own.length > 0 ? [h('div', { class: 'figures' }, ...own.map((figure) => drawFigure(info, figure)))] : [];
    },
  };
}

/**
 * @param {string} id
 * @returns {Promise<{figures: Figure[], terms: Term[], history: Fact[]}>}
 */
async function fetchLesson(id) {
  const none = { figures: [], terms: [], history: [] };
  try {
    const response = await fetch(new URL(`../../rules/${id}.json`, import.meta.url));
    if (!response.ok) return none;
    const { figures, terms, history, sources } = await response.json();
    return { terms, history, figures: figures.map((/** @type {any} */ figure) => ({ ...figure, source: sources[figure.source] })) };
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

/**
 * The past of a game in a few lines, each with its source.
 *
 * @param {Fact[]} facts
 */
const chronicle = (facts) =>
  h('div', { class: 'chapter-text' }, ...facts.map(({ text, source }) => h('p', {}, pick(text), h('small', {}, pick(source)))));
