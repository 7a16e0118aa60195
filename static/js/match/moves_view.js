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
    for (const button of this.list.querySelectorAll('[data-ply]')) {
      const here = button.getAttribute('data-ply') === String(current);
      if (here && button.getAttribute('aria-current') !== 'true') this.#reveal(button);
      button.setAttribute('aria-current', String(here));
    }
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
    this.list.replaceChildren(...rows);
  }

  /**
   * @param {import('./timeline.js').Entry[]} entries
   * @param {number} ply
   * @param {import('./names.js').Names} names
   * @param {boolean} pending
   */
  #move(entries, ply, names, pending) {
    const entry = /** @type {import('./timeline.js').Entry} */ (entries[ply]);
    const captures = names.captures(entry);
    return h(
      'button',
      {
        class: pending ? 'move move--pending' : 'move',
        type: 'button',
        'data-ply': ply,
        title: captures || null,
        click: () => this.go(ply),
      },
      names.action(entry.action ?? '', entry.written),
      captures.includes('×')
        ? h('span', { class: 'move-captures' }, ` ${'×'.repeat(entry.captures.length)}`)
        : null,
      entry.check ? h('span', { class: 'move-check' }, ' +') : null,
    );
  }

  /**
   * Scrolls the list, never the page.
   *
   * @param {Element} button
   */
  #reveal(button) {
    const list = this.list.getBoundingClientRect();
    const move = button.getBoundingClientRect();
    if (move.top < list.top) this.list.scrollTop -= list.top - move.top;
    else if (move.bottom > list.bottom) this.list.scrollTop += move.bottom - list.bottom;
  }
}
