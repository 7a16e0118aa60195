// Writes the tree of a game down: rows for the game, and below them what else was tried.

import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { drawTime, fillMoves, markMove, moveButton } from '../game/moves_view.js';
import { setting } from '../ui/settings.js';
import { writeSheet } from './sheet.js';

/** @typedef {import('./sheet.js').Part} Part */
/** @typedef {import('./study.js').Study} Study */

export class SheetView {
  #shown = '';
  /** @type {ReadonlyMap<number, {sign: string, word: string, kind: string}>} */
  #marks = new Map();

  /**
   * @param {Element} list
   * @param {import('../game/names.js').Names} names
   * @param {readonly number[]} times of the game's own moves, in milliseconds
   * @param {(node: number) => void} go what a touched move does
   */
  constructor(list, names, times, go) {
    this.list = list;
    this.times = times;
    this.names = names;
    this.go = go;
  }

  /**
   * @param {Study} study
   * @param {ReadonlyMap<number, {sign: string, word: string, kind: string}>} marks of moves that lost something
   */
  draw(study, marks) {
    const sheet = writeSheet(study);
    // Where the board is, is only a mark on one of the moves.
    const shown = this.names.notation + setting('times') + JSON.stringify([sheet, [...marks]]);
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#marks = marks;
      this.#fill(study, sheet);
    }
    markMove(this.list, 'data-node', study.current);
  }

  /**
   * @param {Study} study
   * @param {ReturnType<typeof writeSheet>} sheet
   */
  #fill(study, { head, rows }) {
    const below = (/** @type {Part[]} */ parts) =>
      parts.length > 0 ? [h('li', { class: 'aside' }, ...parts.map((part) => this.#part(study, part)))] : [];
    const items = rows.flatMap(({ number, cells, below: parts }) => [
      h(
        'li',
        { class: 'moves-row' },
        h('span', { class: 'moves-number' }, `${number}.`),
        ...cells.map((ids) => h('span', {}, ...ids.map((id) => this.#move(study, id)))),
      ),
      ...below(parts),
    ]);
    if (rows.length === 0 && head.length === 0) items.push(h('li', { class: 'player-detail' }, t('match.nomoves')));
    fillMoves(this.list, 'data-node', [...below(head), ...items]);
  }

  /**
   * @param {Study} study
   * @param {Part} part
   * @returns {HTMLElement}
   */
  #part(study, part) {
    switch (part.kind) {
      case 'move':
        return h('span', {}, part.number ? `${part.number} ` : '', this.#move(study, part.id));
      case 'said':
        return h('q', { class: 'said' }, part.number, ' ', part.name ? h('b', {}, `${part.name} `) : '', part.text);
      default:
        return h('div', { class: 'variation' }, ...part.parts.map((inner) => this.#part(study, inner)));
    }
  }

  /**
   * @param {Study} study
   * @param {number} id
   */
  #move(study, id) {
    // The game's own are numbered by their ply.
    const ply = study.tree.isGame(id) ? id : null;
    const button = moveButton(this.names, study.entry(id), { 'data-node': id, 'data-ply': ply, click: () => this.go(id) });
    const mark = this.#marks.get(id);
    if (mark)
      button.append(
        h('span', { class: `move-mark move-mark--${mark.kind}`, title: mark.word, 'aria-hidden': 'true' }, mark.sign),
        h('span', { class: 'unseen' }, ` ${mark.word}`),
      );
    if (ply !== null && setting('times')) drawTime(button, this.times[ply - 1]);
    return button;
  }
}
