// Back and forward through the moves of a game: by buttons, by the arrows, and by the wheel over the board.

import { byId } from '../ui/dom.js';

/** How far a wheel turns for a move, in pixels: a notch of a mouse, and a stroke rather than a touch of a pad. */
const NOTCH = 40;

/** Where the arrows have a meaning of their own. */
const TAKEN = 'input, textarea, select, [role=slider], dialog, .moves';

export class Steps {
  #turned = 0;
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
    byId('board').addEventListener(
      'wheel',
      (event) => {
        // With a key held the page is made larger.
        if (event.ctrlKey || event.metaKey || Math.abs(event.deltaY) <= Math.abs(event.deltaX)) return;
        event.preventDefault();
        this.#turned += event.deltaY;
        if (Math.abs(this.#turned) < NOTCH) return;
        step(this.#turned < 0 ? -1 : 1);
        this.#turned = 0;
      },
      { passive: false },
    );
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
