// The page of a game's rules: the facts of the catalogue, a chapter for each ruleset, and the places for parts that come
// after the first board.

import { smallBoard } from '../game/pictures.js';
import { descriptor, usualRuleset } from '../games/index.js';
import { language, pick, t } from '../i18n/i18n.js';
import { h } from '../ui/dom.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */
/** @typedef {import('../net/api.js').RulesetInfo} RulesetInfo */
/** @typedef {ReturnType<typeof writeGame>} RulesPage */

/**
 * A card that opens, for texts next to the rules.
 *
 * @param {string} id
 */
const frame = (id, testid = id) =>
  h('details', { class: 'card chapter aside', id, 'data-testid': testid }, h('summary', {}, t(`rules.${id}`)));

/**
 * Writes the parts that are known at once: the chapter of the first ruleset, and the places of the rest.
 *
 * @param {Element} main
 * @param {GameInfo} info
 */
export function writeGame(main, info) {
  document.title = `${t('rules.title', { game: pick(info.name) })} · ${t('site.name')}`;
  const native = language() === 'en' ? h('small', { lang: 'zh' }, ` ${info.name.zh}`) : null;
  const usual = usualRuleset(info);
  const fact = (/** @type {string} */ key, /** @type {string} */ text) => (text ? [h('dt', {}, t(key)), h('dd', {}, text)] : []);
  const course = h('section', { id: 'course', class: 'course', 'data-testid': 'course', hidden: true });
  const learn = h('a', { class: 'button button--main', id: 'learn', href: '#learn', 'data-testid': 'learn' }, t('lesson.open'));
  const contents = h('nav', { id: 'contents', class: 'contents', 'data-testid': 'contents', 'aria-label': t('rules.contents') });
  const chapters = new Map(info.rulesets.slice(0, 1).map((ruleset) => [ruleset.id, chapter(info, ruleset)]));
  const [terms, history, sources] = [frame('terms'), frame('history'), frame('sources', 'frame-sources')];
  // Shown when what stands above it is there, which would push it down.
  const frames = h('div', { id: 'frames', class: 'frames', hidden: true }, terms, history, sources);
  main.append(
    course,
    h(
      'div',
      { class: 'article-head' },
      h('h1', {}, pick(info.name), native),
      h(
        'div',
        { class: 'tools' },
        learn,
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
    contents,
    ...chapters.values(),
    frames,
    h('p', { class: 'hint', 'data-testid': 'limit' }, t('rules.limit')),
  );
  return { course, learn, contents, chapters, frames, terms, history, sources };
}

/**
 * @param {GameInfo} info
 * @param {RulesetInfo} ruleset
 */
export function chapter(info, ruleset) {
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
