// The rules of a game, as far as the catalogue tells them: its rulesets, what they differ in,
// where they come from, and the board they start on. The figures, which are played on, need most
// of the client, and come when that is seen.

import { smallBoard } from '../game/pictures.js';
import { byId, h } from '../ui/dom.js';
import { descriptor, drawable, usualRuleset } from '../games/index.js';
import { language, loadWords, pick, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { games, Problem } from '../net/api.js';
import { boardShown, startPage } from '../app/page.js';
import { problemText } from '../net/problem_text.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */
/** @typedef {import('../net/api.js').RulesetInfo} RulesetInfo */

const wanted = location.pathname.split('/')[2] ?? '';

/** What is told beside the rules, each in a frame that opens. */
const FRAMES = /** @type {const} */ (['terms', 'history']);

async function begin() {
  await startPage('rules', 'rules', 'course');
  const infos = drawable((await games()).games);
  byId('index').append(
    ...infos.map(({ id, name }) => h('a', { href: `/rules/${id}`, 'aria-current': id === wanted ? 'page' : null }, pick(name))),
  );
  const info = infos.find(({ id }) => id === wanted);
  if (info) writeGame(info);
  else if (wanted === '') writeOverview(infos);
  else throw new Problem('unknown_game', 404, '');
  await boardShown({ more: Boolean(info) });
  document.querySelector('#index [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  if (!info) return;
  const loaded = await load(() => Promise.all([import('../rules/lesson.js'), loadWords('guidance', 'verdicts', 'refusals')]));
  if (!loaded) return;
  const [{ chronicle, drawFigures, drawSources, glossary, loadLesson }] = loaded;
  const lesson = await loadLesson(info.id);
  offerCourse(info);
  // From here on nothing that is read already moves: each chapter comes with its figures.
  const asides = {
    terms: lesson.terms.length > 0 ? glossary(lesson.terms) : null,
    history: lesson.history.length > 0 ? chronicle(lesson.history) : null,
  };
  for (const ruleset of info.rulesets) {
    const section = document.getElementById(ruleset.id) ?? chapter(info, ruleset);
    section.append(...drawFigures(info, ruleset.id, lesson));
    if (!section.isConnected) byId('frames').before(section);
  }
  for (const id of FRAMES) {
    const aside = asides[id];
    if (aside) byId(id).append(aside);
    else byId(id).remove();
  }
  byId('sources').append(drawSources(lesson));
  byId('frames').hidden = false;
  writeContents(info);
}

/**
 * The headings of the page, to go to.
 *
 * @param {GameInfo} info
 */
function writeContents({ rulesets }) {
  const within = (/** @type {string} */ id, /** @type {string} */ selector) => [
    ...(document.getElementById(id)?.querySelectorAll(selector) ?? []),
  ];
  const own = rulesets[0] ? within(rulesets[0].id, ':scope > h3') : [];
  const others = rulesets.slice(1).flatMap(({ id }) => within(id, 'h2'));
  const frames = [...FRAMES, 'sources'].flatMap((id) => within(id, 'summary'));
  const links = [...own, ...others, ...frames].map((heading) => {
    const target = heading.id || heading.closest('[id]')?.id || '';
    return h('li', {}, h('a', { href: `#${target}` }, heading.firstChild?.textContent ?? ''));
  });
  byId('contents').append(h('h2', {}, t('rules.contents')), h('ul', {}, ...links));
}

/**
 * The course of the game, opened by its button or by the address.
 *
 * @param {GameInfo} info
 */
function offerCourse(info) {
  const host = byId('course');
  const leave = () => {
    history.replaceState(null, '', location.pathname);
    host.hidden = true;
    byId('main').classList.remove('article--course');
    byId('learn').focus();
  };
  const open = async () => {
    const loaded = await load(() => Promise.all([import('../course/course_view.js'), loadWords('lesson')]));
    const course = await loaded?.[0].openCourse(host, info, leave);
    if (!course) return;
    byId('main').classList.add('article--course');
    scrollTo({ top: 0 });
  };
  if (location.hash === '#learn') open();
  addEventListener('hashchange', () => {
    if (location.hash === '#learn') open();
  });
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
  const title = h('h1', {});
  byId('main').append(title, h('div', { class: 'overview' }, ...cards));
  // Who wants to learn a game comes from its card to its course.
  const lead = () => {
    const learn = location.hash === '#learn';
    title.textContent = t(learn ? 'learn.choose' : 'rules.all');
    for (const [index, { id }] of drawable.entries()) cards[index]?.setAttribute('href', `/rules/${id}${learn ? '#learn' : ''}`);
  };
  lead();
  addEventListener('hashchange', lead);
}

/** @param {GameInfo} info */
function writeGame(info) {
  document.title = `${t('rules.title', { game: pick(info.name) })} · ${t('site.name')}`;
  const native = language() === 'en' ? h('small', { lang: 'zh' }, ` ${info.name.zh}`) : null;
  const usual = usualRuleset(info);
  const fact = (/** @type {string} */ key, /** @type {string} */ text) => (text ? [h('dt', {}, t(key)), h('dd', {}, text)] : []);
  byId('main').append(
    h('section', { id: 'course', class: 'course', 'data-testid': 'course', hidden: true }),
    h(
      'div',
      { class: 'article-head' },
      h('h1', {}, pick(info.name), native),
      h(
        'div',
        { class: 'tools' },
        h('a', { class: 'button button--main', id: 'learn', href: '#learn', 'data-testid': 'learn' }, t('lesson.open')),
        h('a', { class: 'button', href: `/#${info.id}`, 'data-testid': 'play' }, t('rules.play')),
      ),
    ),
    h(
      'dl',
      { class: 'goal', 'data-testid': 'goal' },
      ...fact('rules.goal', pick(usual?.goal)),
      ...fact('rules.turn', pick(usual?.turn)),
      ...(usual?.phases ?? []).flatMap(({ name, task }) => [h('dt', {}, pick(name)), h('dd', {}, pick(task))]),
    ),
    h('nav', { id: 'contents', class: 'contents', 'data-testid': 'contents', 'aria-label': t('rules.contents') }),
    ...info.rulesets.slice(0, 1).map((ruleset) => chapter(info, ruleset)),
    h(
      'div',
      // Shown when what stands above it is there, which would push it down.
      { id: 'frames', class: 'frames', hidden: true },
      ...[...FRAMES, 'sources'].map((id) =>
        h(
          'details',
          { class: 'card chapter aside', id, 'data-testid': id === 'sources' ? 'frame-sources' : id },
          h('summary', {}, t(`rules.${id}`)),
        ),
      ),
    ),
    h('p', { class: 'hint', 'data-testid': 'limit' }, t('rules.limit')),
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
  const isDefault = ruleset === usualRuleset(info) && info.rulesets.length > 1;
  return h(
    'section',
    { class: 'card chapter', id: ruleset.id, 'data-testid': `ruleset-${ruleset.id}` },
    h(
      'div',
      { class: 'chapter-text' },
      h('h2', {}, pick(ruleset.name), isDefault && h('small', {}, t('rules.default'))),
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
              .map((value, index) =>
                index === 0 ? t('rules.first', { value: pick(value.name) || value.id }) : pick(value.name) || value.id,
              )
              .join(t('say.and')),
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
