// Writes the tree of a game down: rows for the game, and below them what else was tried there.

import { markMove, timeText } from '../game/move_mark.js';
import { t } from '../i18n/i18n.js';
import { setting } from '../ui/settings.js';
import { computed, effect, h, show } from '../ui/view.js';
import { writeSheet } from './sheet.js';

/** @typedef {import('./sheet.js').Part} Part */
/** @typedef {import('../ui/view.js').VNode} VNode */

/**
 * @param {import('./analysis_page.js').AnalysisPage} page
 * @param {Element} list
 */
export function showSheet(page, list) {
  const { moment, study, names, game } = page;
  // Where the board is, is only a mark on one of the moves.
  const changes = computed(() => moment.value?.changes);
  const looks = computed(() => moment.value?.looks);
  const marks = computed(() => moment.value?.marks);

  /** @param {number} id */
  const move = (id) => {
    const entry = study.entry(id);
    const captures = names.captures(entry);
    const mark = marks.value?.get(id);
    // The game's own are numbered by their ply.
    const ply = study.tree.isGame(id) ? id : null;
    const time = ply !== null && setting('times') ? game.times[ply - 1] : undefined;
    return h(
      'button',
      {
        key: id,
        class: `move${entry.check && !names.checkSign ? ' move--check' : ''}`,
        title: captures || null,
        tabindex: -1,
        'data-node': id,
        'data-ply': ply,
        click: () => page.go(id),
      },
      names.action(entry.action ?? '', entry.written),
      captures.includes('×') && h('span', { class: 'move-captures' }, ` ${'×'.repeat(entry.captures.length)}`),
      entry.check && h('span', { class: names.checkSign ? 'move-check' : 'unseen' }, ` ${names.checkSign || t('status.check')}`),
      mark && h('span', { class: `move-mark move-mark--${mark.kind}`, title: mark.word, 'aria-hidden': 'true' }, mark.sign),
      mark && h('span', { class: 'unseen' }, ` ${mark.word}`),
      time !== undefined && h('span', { class: 'move-time' }, ` ${timeText(time)}`),
    );
  };
  /** @param {Part} part @returns {VNode} */
  const written = (part) => {
    switch (part.kind) {
      case 'move':
        return h('span', { key: part.id }, part.number && `${part.number} `, move(part.id));
      case 'said':
        return h('q', { class: 'said' }, part.number, ' ', part.name && h('b', {}, `${part.name} `), part.text);
      default:
        return h('div', { class: 'variation' }, part.parts.map(written));
    }
  };
  const aside = (/** @type {string} */ key, /** @type {Part[]} */ parts) =>
    parts.length > 0 && h('li', { key: `${key} aside`, class: 'aside' }, parts.map(written));

  /** The move that has the focus, which another in its place has as well. @type {string | null | undefined} */
  let focused;
  const mark = () => {
    if (focused && !list.contains(document.activeElement))
      /** @type {HTMLElement | null} */ (list.querySelector(`[data-node="${focused}"]`))?.focus({ preventScroll: true });
    markMove(list, 'data-node', study.current);
  };
  show(
    list,
    () => {
      if (changes.value === undefined || looks.value === undefined) return null;
      focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute('data-node') : null;
      const { head, rows } = writeSheet(study);
      return [
        aside('head', head),
        rows.map(({ number, cells, below }) => [
          h(
            'li',
            { key: number, class: 'moves-row' },
            h('span', { class: 'moves-number' }, `${number}.`),
            cells.map((ids) => h('span', {}, ids.map(move))),
          ),
          aside(`${number}`, below),
        ]),
        rows.length + head.length === 0 && h('li', { key: 'none', class: 'player-detail' }, t('match.nomoves')),
      ];
    },
    mark,
  );
  effect(() => {
    if (moment.value) markMove(list, 'data-node', moment.value.current);
  });
}
