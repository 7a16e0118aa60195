// The rules of the present game, over the table: first its aim, the figures of the last events, then one of
// each heading. No player leaves the game to read them. Loaded when it is first wanted.

import { showModal } from '../ui/back.js';
import { asset, h, style } from '../ui/dom.js';
import { language, pick, t } from '../i18n/i18n.js';
import { drawFigure, firstOfEach } from '../rules/figure.js';

/** The dialog's own style sheet, which no page needs before. @type {Promise<unknown> | undefined} */
let styled;

/** @typedef {import('../game/names.js').Names} Names */
/** @typedef {import('../rules/figure.js').Figure} Figure */

/** As many figures of the rule asked about, and of those to begin with, as one reads between two moves. */
const EXACT = 3;
const FIRST = 6;

/**
 * The last events, as figures describe them.
 *
 * @typedef {object} Happened
 * @property {string | null} refused the rule that refused an action
 * @property {string[]} patterns what captured
 * @property {boolean} earned whether an action earned removals
 */

/**
 * The figures to show, those of the last events before the rest.
 *
 * @param {readonly Figure[]} figures
 * @param {string} ruleset
 * @param {Happened} happened
 */
export function figuresFor(figures, ruleset, { refused, patterns, earned }) {
  const own = figures.filter((figure) => figure.ruleset === ruleset);
  const fits = (/** @type {Figure} */ { expect }) =>
    refused
      ? expect.refused === refused
      : (earned && Boolean(expect.earned)) || Boolean(expect.captures?.some(({ pattern }) => patterns.includes(pattern)));
  const exact = own.filter(fits).slice(0, EXACT);
  const rest = own.filter((figure) => !exact.includes(figure));
  return { exact, first: firstOfEach(rest).slice(0, FIRST) };
}

/** The written and drawn content for a game; null if it cannot be loaded. @param {string} id */
const read = (id) =>
  fetch(asset(`rules/${id}.json`)).then(
    (response) => (response.ok ? response.json() : null),
    () => null,
  );

/**
 * The aim of the game in three sentences.
 *
 * @param {Names} names
 * @param {any} [file]
 */
export async function aimText({ game, rulesetId }, file) {
  /** @type {import('../net/api.js').Text[]} */
  const aim = (file ?? (await read(game.id)))?.aim?.[rulesetId] ?? [];
  return aim.map(pick).join(language() === 'en' ? ' ' : '');
}

/**
 * @param {Names} names
 * @param {Happened} happened
 */
export async function showRules(names, happened) {
  const { info, ruleset } = names;
  if (!info || !ruleset) return;
  styled ??= style('css/rules_dialog.css');
  const file = await read(info.id);
  const figures = (file?.figures ?? []).map((/** @type {any} */ figure) => ({ ...figure, source: file.sources[figure.source] }));
  const aim = await aimText(names, file ?? {});
  const { exact, first } = figuresFor(figures, ruleset.id, happened);
  const draw = (/** @type {Figure[]} */ some) => some.map((figure) => drawFigure(info, figure));
  const close = { class: 'button button--quiet panel-shut', 'aria-label': t('room.close'), 'data-testid': 'rules-close' };
  const dialog = h(
    'dialog',
    { class: 'rules-dialog', 'data-testid': 'rules-dialog', 'aria-labelledby': 'rules-title', close: () => dialog.remove() },
    h(
      'div',
      { class: 'sheet-head' },
      h('h2', { id: 'rules-title' }, t('rules.title', { game: names.title })),
      h('button', { ...close, click: () => dialog.close() }, '×'),
    ),
    aim && h('p', { 'data-testid': 'rules-aim' }, aim),
    ...draw(exact),
    ...pick(ruleset.summary)
      .split('\n')
      .map((line) => h('p', {}, line)),
    ...draw(first),
    h('p', {}, h('a', { href: `/rules/${info.id}#${ruleset.id}`, target: '_blank' }, t('help.whole'))),
  );
  await styled;
  document.body.append(dialog);
  showModal(dialog);
}
