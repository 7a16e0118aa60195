// @ts-check
// The rules of a game, as far as the catalogue tells them: its rulesets, what they differ in,
// where they come from, and the board they start on. The figures, which are played on, need most
// of the client, and come when that is seen.

import { smallBoard } from './board/scene.js';
import { byId, h } from './dom.js';
import { descriptor } from './games/index.js';
import { language, pick, t } from './i18n/i18n.js';
import { games, Problem } from './net/api.js';
import { boardShown, problemText, startPage } from './page.js';

/** @typedef {import('./net/api.js').GameInfo} GameInfo */
/** @typedef {import('./net/api.js').RulesetInfo} RulesetInfo */

startPage('rules');
const wanted = location.pathname.split('/')[2] ?? '';

/** What is told beside the rules, each in a frame that opens. */
const FRAMES = /** @type {const} */ (['terms', 'history']);

async function begin() {
  const drawable = (await games()).games.filter(({ id }) => descriptor(id));
  byId('index').append(
    ...drawable.map(({ id, name }) =>
      h('a', { href: `/rules/${id}`, 'aria-current': id === wanted ? 'page' : null }, pick(name)),
    ),
  );
  const info = drawable.find(({ id }) => id === wanted);
  if (info) writeGame(info);
  else if (wanted === '') writeOverview(drawable);
  else throw new Problem('unknown_game', 404, '');
  await boardShown();
  document.querySelector('#index [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  if (!info) return;
  const { loadLesson } = await import('./rules/lesson.js');
  const { asides, figuresOf } = await loadLesson(info);
  // From here on nothing that is read already moves: each chapter comes with its figures.
  for (const id of FRAMES) {
    const aside = asides[id];
    if (aside) byId(id).append(aside);
    else byId(id).remove();
  }
  for (const ruleset of info.rulesets) {
    const section = document.getElementById(ruleset.id) ?? chapter(info, ruleset);
    section.append(...figuresOf(ruleset.id));
    if (!section.isConnected) byId('main').append(section);
  }
}

/** @param {GameInfo[]} drawable */
function writeOverview(drawable) {
  document.title = `${t('nav.rules')} · ${t('site.name')}`;
  const cards = drawable.map(({ id, name, rulesets: [ruleset] }) => {
    const picture = h('div', {});
    const game = descriptor(id);
    if (game && ruleset) smallBoard(picture, game, ruleset.id, game.picture ?? ruleset.start);
    return h('a', { class: 'card', href: `/rules/${id}` }, picture, h('span', {}, pick(name)));
  });
  byId('main').append(h('h1', {}, t('rules.all')), h('div', { class: 'overview' }, ...cards));
}

/** @param {GameInfo} info */
function writeGame(info) {
  document.title = `${t('rules.title', { game: pick(info.name) })} · ${t('site.name')}`;
  const native = language() === 'en' ? h('small', { lang: 'zh' }, ` ${info.name.zh}`) : null;
  byId('main').append(
    h(
      'div',
      { class: 'article-head' },
      h('h1', {}, pick(info.name), native),
      h('a', { class: 'button button--main', href: `/#${info.id}`, 'data-testid': 'play' }, t('rules.play')),
    ),
    ...FRAMES.map((id) =>
      h('details', { class: 'card chapter aside', id, 'data-testid': id }, h('summary', {}, t(`rules.${id}`))),
    ),
    ...info.rulesets.slice(0, 1).map((ruleset) => chapter(info, ruleset)),
  );
}

/**
 * @param {GameInfo} info
 * @param {RulesetInfo} ruleset
 */
function chapter(info, ruleset) {
  const board = h('div', { class: 'chapter-board' });
  const game = descriptor(info.id);
  if (game) smallBoard(board, game, ruleset.id, ruleset.start);
  const notes = [
    ruleset === info.rulesets[0] && info.rulesets.length > 1 ? t('rules.default') : '',
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
  const missing = error instanceof Problem && error.code === 'unknown_game';
  byId('main').replaceChildren(h('p', { class: 'notice' }, missing ? t('rules.missing') : problemText(error)));
  boardShown();
});
