// @ts-check
// What was written and drawn for the rules of a game: the words of its board, and figures.

import { h } from '../dom.js';
import { language, pick, t } from '../i18n/i18n.js';
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
 * @param {string} id
 * @returns {Promise<{figures: Figure[], terms: Term[]}>}
 */
async function loadLesson(id) {
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

/** @param {import('../net/api.js').GameInfo} info */
export async function writeLesson(info) {
  const { figures, terms } = await loadLesson(info.id);
  if (terms.length > 0) document.querySelector('.article-head')?.after(glossary(terms));
  for (const { id } of info.rulesets) {
    const own = figures.filter(({ ruleset }) => ruleset === id);
    const host = document.getElementById(id);
    if (own.length > 0) host?.append(h('div', { class: 'figures' }, ...own.map((figure) => drawFigure(info, figure))));
  }
}

/**
 * The board in the words of those who play on it.
 *
 * @param {Term[]} terms
 */
const glossary = (terms) =>
  h(
    'details',
    { class: 'card chapter glossary', 'data-testid': 'terms' },
    h('summary', {}, t('rules.terms')),
    h(
      'dl',
      {},
      ...terms.flatMap(({ term, text }) => [
        h('dt', {}, pick(term), language() === 'en' ? h('small', { lang: 'zh' }, ` ${term.zh}`) : null),
        h('dd', {}, pick(text)),
      ]),
    ),
  );
