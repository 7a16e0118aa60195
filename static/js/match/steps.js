// Back and forward through the moves of a game: by buttons, by the arrows, and by the wheel over the board.

import { byId } from '../ui/dom.js';
import { stepByWheel } from '../ui/wheel.js';

/** Where the arrows have a meaning of their own. */
const TAKEN = 'input, textarea, select, [role=slider], dialog, .moves';

export class Steps {
  #back = /** @type {HTMLButtonElement} */ (byId('step-back'));
  #forward = /** @type {HTMLButtonElement} */ (byId('step-forward'));

  /** @param {(by: -1 | 1) => void} step */
  constructor(step) {
    this.#back.addEventListener('click', () => step(-1));
    this.#forward.addEventListener('click', () => step(1));
    document.addEventListener(
      'keydown',
      (event) => {
        const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
        const target = /** @type {Element} */ (event.target);
        if (!by || event.altKey || event.ctrlKey || event.metaKey || target.closest(TAKEN)) return;
        // On the board the arrows walk from point to point.
        if (target.closest('#board') && !event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        step(by);
      },
      true,
    );
    stepByWheel(byId('board'), step);
  }

  /**
   * @param {number} ply that is shown
   * @param {number} plies
   * @param {boolean} useful whether there are moves, or will be
   */
  draw(ply, plies, useful) {
    const focused = document.activeElement;
    for (const button of [this.#back, this.#forward]) button.hidden = !useful;
    this.#back.disabled = ply === 0;
    this.#forward.disabled = ply >= plies;
    // A button that can do no more gives the focus to the other.
    if (focused === this.#back && ply === 0) this.#forward.focus();
    if (focused === this.#forward && ply >= plies) this.#back.focus();
  }
}
