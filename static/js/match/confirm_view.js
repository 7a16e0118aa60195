// The question whether a move is meant, on the strip of the player who makes it, so that nothing
// moves when it comes and goes.

import { h, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';

export class ConfirmView {
  #text = h('p');
  #yes = h('button', { class: 'button button--main', 'data-testid': 'move-yes' }, t('confirm.yes'));

  /**
   * @param {Element} table
   * @param {(meant: boolean) => void} answer
   */
  constructor(table, answer) {
    this.#yes.addEventListener('click', () => answer(true));
    const no = { class: 'button', 'data-testid': 'move-no', click: () => answer(false) };
    const parts = [this.#text, h('button', no, t('act.no')), this.#yes];
    this.bar = h('div', { class: 'confirm confirm--move', hidden: true }, ...parts);
    this.bar.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') answer(false);
    });
    table.append(this.bar);
  }

  /** @param {string | null} move its text, null for nothing to ask */
  draw(move) {
    setText(this.#text, move ?? '');
    if (this.bar.hidden === (move === null)) return;
    this.bar.hidden = move === null;
    if (move === null) return;
    this.#yes.setAttribute('aria-label', t('say.of', { name: t('confirm.yes'), value: move }));
    this.#yes.focus({ preventScroll: true });
  }
}
