// The written and drawn content of a game's rules: the words of its board, its history, and
// figures.

import { asset, h } from '../ui/dom.js';
import { load } from '../ui/load.js';
import { language, pick, t } from '../i18n/i18n.js';
import { chapter } from './chapters.js';
import { drawFigure, firstOfEach } from './figure.js';

/** @typedef {import('./figure.js').Figure} Figure */

/**
 * A word of the board, as players use it.
 *
 * @typedef {object} Term
 * @property {import('../net/api.js').Text} term
 * @property {import('../net/api.js').Text} text
 */

/**
 * The known facts of a game's past, with their sources.
 *
 * @typedef {object} Fact
 * @property {import('../net/api.js').Text} text
 * @property {import('../net/api.js').Text} source
 */

/** @typedef {{id: string, title: import('../net/api.js').Text}} Section a heading that figures stand under */

/** @typedef {{figures: Figure[], sections: Section[], terms: Term[], history: Fact[]}} Lesson */

/**
 * The written and drawn content for a game; nothing if there is none, or if it could not be loaded.
 *
 * @param {string} id of the game
 * @returns {Promise<Lesson>}
 */
export async function loadLesson(id) {
  const read = await load(async () => {
    const response = await fetch(asset(`rules/${id}.json`));
    if (!response.ok) throw new Error(`the figures of ${id}: ${response.status}`);
    return response.json();
  });
  if (!read) return { figures: [], sections: [], terms: [], history: [] };
  const { figures, sections, terms, history, sources } = read;
  return {
    sections,
    terms,
    history,
    figures: figures.map((/** @type {any} */ figure) => ({ ...figure, source: sources[figure.source] })),
  };
}

/**
 * Draws a lesson on the page of its game. Nothing that is read already moves: each chapter comes with its figures.
 *
 * @param {import('./chapters.js').RulesPage} page
 * @param {import('../net/api.js').GameInfo} info
 * @param {Lesson} lesson
 */
export function drawLesson(page, info, lesson) {
  const { chapters, frames, terms, history, sources } = page;
  for (const ruleset of info.rulesets) {
    const section = chapters.get(ruleset.id) ?? chapter(info, ruleset);
    section.append(...drawFigures(info, ruleset.id, lesson));
    if (!section.isConnected) frames.before(section);
    chapters.set(ruleset.id, section);
  }
  if (lesson.terms.length > 0) terms.append(glossary(lesson.terms));
  else terms.remove();
  if (lesson.history.length > 0) history.append(chronicle(lesson.history));
  else history.remove();
  sources.append(drawSources(lesson));
  frames.hidden = false;
  drawContents(page);
}

/** The headings of the page, to go to. @param {import('./chapters.js').RulesPage} page */
function drawContents({ contents, chapters, frames }) {
  const [own, ...others] = chapters.values();
  const headings = [
    ...(own?.querySelectorAll(':scope > h3') ?? []),
    ...others.flatMap((each) => [...each.querySelectorAll('h2')]),
    ...frames.querySelectorAll('summary'),
  ];
  const links = headings.map((heading) => {
    const target = heading.id || heading.closest('[id]')?.id || '';
    return h('li', {}, h('a', { href: `#${target}` }, heading.firstChild?.textContent ?? ''));
  });
  contents.append(h('h2', {}, t('rules.contents')), h('ul', {}, ...links));
}

/**
 * The figures of a ruleset under their headings: of the default ruleset first one of each heading, then, folded, all others.
 *
 * @param {import('../net/api.js').GameInfo} info
 * @param {string} ruleset
 * @param {Lesson} lesson
 * @returns {HTMLElement[]}
 */
function drawFigures(info, ruleset, { figures, sections }) {
  const own = figures.filter((figure) => figure.ruleset === ruleset);
  const first = ruleset === info.rulesets[0]?.id ? firstOfEach(own) : [];
  const others = own.filter((figure) => !first.includes(figure));
  const under = (/** @type {Figure[]} */ some, /** @type {string} */ prefix) =>
    sections.flatMap(({ id, title }) => {
      const here = some.filter(({ section }) => section === id);
      if (here.length === 0) return [];
      const figures = h('div', { class: 'figures' }, ...here.map((figure) => drawFigure(info, figure)));
      return [h('h3', { id: `${prefix}${id}` }, pick(title)), figures];
    });
  const explaining = under(first, `${ruleset}-`);
  return others.length > 0 ? [...explaining, allCases(others.length, () => under(others, `${ruleset}-all-`))] : explaining;
}

/**
 * @param {number} count
 * @param {() => HTMLElement[]} draw the content of the fold, drawn when it is opened
 */
function allCases(count, draw) {
  const details = h('details', { class: 'all-cases', 'data-testid': 'all-cases' }, h('summary', {}, t('rules.cases', { count })));
  details.addEventListener('toggle', () => details.append(...draw()), { once: true });
  return details;
}

/**
 * The sources of all figures, each once.
 *
 * @param {Lesson} lesson
 */
function drawSources({ figures }) {
  const sources = [...new Set(figures.map(({ source }) => pick(source)))];
  return h('ol', { class: 'sources', 'data-testid': 'sources' }, ...sources.map((source) => h('li', {}, source)));
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
