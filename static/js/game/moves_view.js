// The list of moves on the match page. It is one tab stop: the arrows go from move to move in it.

import { h, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { setting } from '../ui/settings.js';
import { markMove, timeText } from './move_mark.js';

/** @typedef {import('./timeline.js').Entry} Entry */
/** @typedef {import('./names.js').Names} Names */

/**
 * A move as it stands in the list: one of the moves of a side (`cell`) in a row.
 *
 * @typedef {{button: HTMLElement, action: string | null, by: import('../games/index.js').Side | null, cell: HTMLElement, row: HTMLElement}} Written
 */

/** Rows as `scoreSheet` has them; new ones are appended, those taken back are removed, the rest is not touched. */
export class MovesView {
  /** @type {Written[]} */
  #written = [];
  /** @type {Names | null} */
  #names = null;
  #notation = '';
  /** Whether the times of the moves are shown. */
  #timed = false;
  #empty = h('li', { class: 'player-detail' }, t('match.nomoves'));

  /**
   * @param {Element} list
   * @param {(ply: number) => void} go goes to a touched move
   */
  constructor(list, go) {
    this.list = list;
    this.go = go;
    list.addEventListener('keydown', (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
  }

  /**
   * @param {{entries: readonly Entry[]}} timeline
   * @param {Names} names
   * @param {number} current the ply that the board shows
   * @param {readonly number[]} times of the moves, in milliseconds
   * @param {number | null} [pending] the ply of an action that is not saved yet
   */
  draw({ entries }, names, current, times, pending = null) {
    const focused = document.activeElement?.getAttribute('data-ply');
    // With the catalogue come other names, with a choice in the settings other texts.
    if (names !== this.#names || names.notation !== this.#notation) this.#cut(0);
    this.#names = names;
    this.#notation = names.notation;
    const played = entries.slice(1);
    const same = this.#written.findIndex(({ action }, index) => action !== played[index]?.action);
    this.#cut(same < 0 ? this.#written.length : same);
    for (const entry of played.slice(this.#written.length)) this.#append(entry, names);
    if (this.#written.length > 0) this.#empty.remove();
    else this.list.append(this.#empty);
    for (const [index, { button }] of this.#written.entries()) button.classList.toggle('move--pending', index + 1 === pending);
    const timed = setting('times');
    if (timed || this.#timed)
      for (const [index, { button }] of this.#written.entries()) drawTime(button, timed ? times[index] : undefined);
    this.#timed = timed;
    markMove(this.list, 'data-ply', current);
    if (focused && !this.list.contains(document.activeElement))
      this.#written[Number(focused) - 1]?.button.focus({ preventScroll: true });
  }

  /**
   * @param {Entry} entry
   * @param {Names} names
   */
  #append(entry, names) {
    const last = this.#written.at(-1);
    const ply = this.#written.length + 1;
    const button = moveButton(names, entry, { 'data-ply': ply, click: () => this.go(ply) });
    let [row, cell] = [last?.row, last?.cell];
    // A side may act several times in a row, and begins a row where the one before is full.
    if (!row || !cell || last?.by !== entry.by) {
      cell = h('span');
      if (!row || row.children.length > 2) {
        row = h(
          'li',
          { class: 'moves-row' },
          h('span', { class: 'moves-number' }, `${this.list.querySelectorAll('.moves-row').length + 1}.`),
        );
        this.list.append(row);
      }
      row.append(cell);
    }
    cell.append(button);
    this.#written.push({ button, action: entry.action, by: entry.by, cell, row });
  }

  /** Removes all moves but the first so many. @param {number} plies */
  #cut(plies) {
    for (const { button, cell, row } of this.#written.splice(plies).reverse()) {
      button.remove();
      if (cell.children.length === 0) cell.remove();
      if (row.children.length === 1) row.remove();
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = this.#written.findIndex(({ button }) => button === event.target);
    const from = this.#written[at];
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
    const above = (/** @type {Element | null} */ row) =>
      this.#written.findLastIndex(
        (move) => move.row === row && [...move.row.children].indexOf(move.cell) <= [...from.row.children].indexOf(from.cell),
      );
    /** @type {Record<string, () => number>} */
    const ways = {
      ArrowLeft: () => at - 1,
      ArrowRight: () => at + 1,
      ArrowUp: () => above(from.row.previousElementSibling),
      ArrowDown: () => above(from.row.nextElementSibling),
      Home: () => 0,
      End: () => this.#written.length - 1,
    };
    const to = ways[event.key]?.();
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const move = this.#written[to];
    if (!move) return;
    this.go(to + 1);
    move.button.focus({ preventScroll: true });
  }
}

/**
 * @param {Names} names
 * @param {Entry} entry
 * @param {Record<string, unknown>} attributes
 */
function moveButton(names, entry, attributes) {
  const captures = names.captures(entry);
  return h(
    'button',
    {
      class: `move${entry.check && !names.checkSign ? ' move--check' : ''}`,
      title: captures || null,
      tabindex: -1,
      ...attributes,
    },
    names.action(entry.action ?? '', entry.written),
    captures.includes('×') ? h('span', { class: 'move-captures' }, ` ${'×'.repeat(entry.captures.length)}`) : null,
    entry.check && h('span', { class: names.checkSign ? 'move-check' : 'unseen' }, ` ${names.checkSign || t('status.check')}`),
  );
}

/**
 * Writes next to a move its time, or removes that.
 *
 * @param {Element} button
 * @param {number | undefined} ms undefined for times that are not known, or not to be shown
 */
function drawTime(button, ms) {
  let time = button.querySelector('.move-time');
  if (ms === undefined) {
    time?.remove();
    return;
  }
  if (!time) button.append((time = h('span', { class: 'move-time' })));
  setText(time, ` ${timeText(ms)}`);
}
