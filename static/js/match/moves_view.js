// @ts-check
// The list of moves, on the match page and in the replay.

import { h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { scoreSheet } from './timeline.js';

export class MovesView {
  #shown = '';

  /**
   * @param {Element} list
   * @param {(ply: number) => void} go what a touched move does
   */
  constructor(list, go) {
    this.list = list;
    this.go = go;
  }

  /**
   * @param {import('./timeline.js').Timeline} timeline
   * @param {import('./names.js').Names} names
   * @param {number} current the ply that the board shows
   * @param {number | null} [pending] the ply of an action that is not saved yet
   */
  draw(timeline, names, current, pending = null) {
    const { entries } = timeline;
    // The actions alone decide the rows; where the board is, is only a mark on one of them.
    const shown = `${entries.map(({ action }) => action).join(' ')}|${pending}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#fill(entries, names, pending);
    }
    markMove(this.list, 'data-ply', current);
  }

  /**
   * @param {import('./timeline.js').Entry[]} entries
   * @param {import('./names.js').Names} names
   * @param {number | null} pending
   */
  #fill(entries, names, pending) {
    const rows = scoreSheet(entries).map(({ number, cells }) =>
      h(
        'li',
        { class: 'moves-row' },
        h('span', { class: 'moves-number' }, `${number}.`),
        ...cells.map(({ plies }) =>
          h('span', {}, ...plies.map((ply) => this.#move(entries, ply, names, ply === pending))),
        ),
      ),
    );
    if (rows.length === 0) rows.push(h('li', { class: 'player-detail' }, t('match.nomoves')));
    fillMoves(this.list, 'data-ply', rows);
  }

  /**
   * @param {import('./timeline.js').Entry[]} entries
   * @param {number} ply
   * @param {import('./names.js').Names} names
   * @param {boolean} pending
   */
  #move(entries, ply, names, pending) {
    const entry = /** @type {import('./timeline.js').Entry} */ (entries[ply]);
    return moveButton(names, entry, {
      class: pending ? 'move move--pending' : 'move',
      'data-ply': ply,
      click: () => this.go(ply),
    });
  }
}

/**
 * @param {import('./names.js').Names} names
 * @param {import('./timeline.js').Entry} entry
 * @param {Record<string, unknown>} attributes
 */
export function moveButton(names, entry, attributes) {
  const captures = names.captures(entry);
  return h(
    'button',
    { class: 'move', title: captures || null, ...attributes },
    names.action(entry.action ?? '', entry.written),
    captures.includes('×')
      ? h('span', { class: 'move-captures' }, ` ${'×'.repeat(entry.captures.length)}`)
      : null,
    entry.check ? h('span', { class: 'move-check' }, ' +') : null,
  );
}

/**
 * Fills a list of moves anew; the move that had the focus has it again.
 *
 * @param {Element} list
 * @param {string} name of the attribute that numbers the moves
 * @param {Node[]} rows
 */
export function fillMoves(list, name, rows) {
  const focused = document.activeElement?.getAttribute(name);
  list.replaceChildren(...rows);
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[${name}="${focused}"]`))?.focus({ preventScroll: true });
}

/**
 * Marks the move that the board shows; scrolls the list to it, never the page.
 *
 * @param {Element} list
 * @param {string} name of the attribute that numbers the moves
 * @param {number} current
 */
export function markMove(list, name, current) {
  for (const button of list.querySelectorAll(`[${name}]`)) {
    const here = button.getAttribute(name) === String(current);
    if (here && button.getAttribute('aria-current') !== 'true') {
      const sheet = list.getBoundingClientRect();
      const move = button.getBoundingClientRect();
      if (move.top < sheet.top) list.scrollTop -= sheet.top - move.top;
      else if (move.bottom > sheet.bottom) list.scrollTop += move.bottom - sheet.bottom;
    }
    button.setAttribute('aria-current', String(here));
  }
}
