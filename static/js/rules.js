// @ts-check
// The rules of a game, as far as the catalogue tells them: its rulesets, what they differ in,
// where they come from, and the board they start on.

import { smallBoard } from './board/scene.js';
import { byId, h } from './dom.js';
import { descriptor } from './games/index.js';
import { hasText, language, pick, t } from './i18n/i18n.js';
import { games, Problem } from './net/api.js';
import { startPage } from './page.js';
import { drawFigure, loadLesson } from './rules/figure.js';

/** @typedef {import('./net/api.js').GameInfo} GameInfo */
/** @typedef {import('./net/api.js').RulesetInfo} RulesetInfo */

startPage('rules');
const wanted = location.pathname.split('/')[2] ?? '';

async function begin() {
  const drawable = (await games()).games.filter(({ id }) => descriptor(id));
  byId('index').append(
    ...drawable.map(({ id, name }) =>
      h('a', { href: `/rules/${id}`, 'aria-current': id === wanted ? 'page' : null }, pick(name)),
    ),
  );
  document.querySelector('#index [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  const info = drawable.find(({ id }) => id === wanted);
  if (info) await writeGame(info);
  else if (wanted === '') writeOverview(drawable);
  else throw new Problem('unknown_game', 404, '');
}

/** @param {GameInfo[]} drawable */
function writeOverview(drawable) {
  document.title = `${t('nav.rules')} · ${t('site.name')}`;
  const cards = drawable.map(({ id, name, rulesets }) => {
    const picture = h('div', {});
    const game = descriptor(id);
    if (game && rulesets[0]) smallBoard(picture, game, rulesets[0].id, game.picture ?? rulesets[0].start);
    return h('a', { class: 'card', href: `/rules/${id}` }, picture, h('span', {}, pick(name)));
  });
  byId('main').append(h('h1', {}, t('rules.all')), h('div', { class: 'overview' }, ...cards));
}

/** @param {GameInfo} info */
async function writeGame(info) {
  document.title = `${t('rules.title', { game: pick(info.name) })} · ${t('site.name')}`;
  const native = language() === 'en' ? h('small', { lang: 'zh' }, ` ${info.name.zh}`) : null;
  byId('main').append(
    h(
      'div',
      { class: 'article-head' },
      h('h1', {}, pick(info.name), native),
      h('a', { class: 'button button--main', href: `/#${info.id}`, 'data-testid': 'play' }, t('rules.play')),
    ),
    ...info.rulesets.map((ruleset, index) => chapter(info, ruleset, index === 0)),
  );
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
 * @param {import('./rules/figure.js').Term[]} terms
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

/**
 * @param {GameInfo} info
 * @param {RulesetInfo} ruleset
 * @param {boolean} isDefault
 */
function chapter(info, ruleset, isDefault) {
  const board = h('div', { class: 'chapter-board' });
  const game = descriptor(info.id);
  if (game) smallBoard(board, game, ruleset.id, ruleset.start);
  const notes = [
    isDefault && info.rulesets.length > 1 ? t('rules.default') : '',
    t('rules.version', { version: ruleset.version }),
  ];
  return h(
    'section',
    { class: 'card chapter', id: ruleset.id, 'data-testid': `ruleset-${ruleset.id}` },
    h(
      'div',
      { class: 'chapter-text' },
      h('h2', {}, pick(ruleset.name), h('small', {}, notes.filter(Boolean).join(' · '))),
      ...pick(ruleset.summary)
        .split('\n')
        .map((line) => h('p', {}, line)),
      h(
        'dl',
        {},
        h('dt', {}, t('rules.source')),
        h('dd', {}, pick(ruleset.source)),
        ...ruleset.options.flatMap(({ name, values }) => [
          h('dt', {}, pick(name)),
          h(
            'dd',
            {},
            values
              .map((value, index) => `${pick(value.name) || value.id}${index === 0 ? ` (${t('rules.default')})` : ''}`)
              .join(', '),
          ),
        ]),
      ),
    ),
    board,
  );
}

begin().catch((error) => {
  const code = error instanceof Problem ? error.code : 'internal';
  const key =
    code === 'unknown_game' ? 'rules.missing' : hasText(`problem.${code}`) ? `problem.${code}` : 'problem.internal';
  byId('main').replaceChildren(h('p', { class: 'notice' }, t(key)));
});
