// The rules of a game, as far as the catalogue has them: its rulesets, their differences,
// where they come from, and the board they start on. The figures, which are played on, need most
// of the client, and come when that is seen.

import { h, places } from '../ui/dom.js';
import { drawable } from '../games/index.js';
import { loadWords, pick, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { games, Problem } from '../net/api.js';
import { boardShown, startPage } from '../app/page.js';
import { problemText } from '../net/problem_text.js';
import { writeGame } from '../rules/chapters.js';
import { writeOverview } from '../rules/overview.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */

const wanted = location.pathname.split('/')[2] ?? '';
const { index, main } = places('index', 'main');

async function begin() {
  await startPage('rules', 'rules', 'course');
  const infos = drawable((await games()).games);
  const links = infos.map(({ id, name }) =>
    h('a', { href: `/rules/${id}`, 'aria-current': id === wanted ? 'page' : null }, pick(name)),
  );
  index.append(...links);
  const info = infos.find(({ id }) => id === wanted);
  if (!info && wanted !== '') throw new Problem('unknown_game', 404, '');
  const page = info && writeGame(main, info);
  if (!page) writeOverview(main, infos);
  await boardShown({ more: Boolean(info) });
  links[infos.findIndex(({ id }) => id === wanted)]?.scrollIntoView({ inline: 'center', block: 'nearest' });
  if (!info || !page) return;
  const loaded = await load(() => Promise.all([import('../rules/lesson.js'), loadWords('guidance', 'verdicts', 'refusals')]));
  if (!loaded) return;
  const [{ drawLesson, loadLesson }] = loaded;
  const lesson = await loadLesson(info.id);
  offerCourse(info, page);
  drawLesson(page, info, lesson);
}

/**
 * The course of the game, opened by its button or by the address.
 *
 * @param {GameInfo} info
 * @param {import('../rules/chapters.js').RulesPage} page
 */
function offerCourse(info, { course: host, learn }) {
  const leave = () => {
    history.replaceState(null, '', location.pathname);
    host.hidden = true;
    main.classList.remove('article--course');
    learn.focus();
  };
  const open = async () => {
    const loaded = await load(() => Promise.all([import('../course/course_view.js'), loadWords('lesson')]));
    const course = await loaded?.[0].openCourse(host, info, leave);
    if (!course) return;
    main.classList.add('article--course');
    scrollTo({ top: 0 });
  };
  if (location.hash === '#learn') open();
  addEventListener('hashchange', () => {
    if (location.hash === '#learn') open();
  });
}

begin().catch((error) => {
  const missing = error instanceof Problem && error.code === 'unknown_game';
  main.replaceChildren(h('p', { class: 'notice' }, missing ? t('rules.missing') : problemText(error)));
  boardShown();
});
