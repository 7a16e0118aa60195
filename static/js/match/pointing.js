// Shows on the board what a line beside it speaks of: as long as the pointer or the focus is on the line, and after a
// touch until the next.

import { byId } from '../ui/dom.js';

export class Pointing {
  /** @type {readonly string[]} */
  #points = [];
  #held = false;
  #line = byId('event');

  /** @param {(points: readonly string[]) => void} show marks points on the board, or none any more */
  constructor(show) {
    this.show = show;
    for (const type of ['pointerenter', 'focus']) this.#line.addEventListener(type, () => this.#show(true));
    for (const type of ['pointerleave', 'blur']) this.#line.addEventListener(type, () => !this.#held && this.#show(false));
    this.#line.addEventListener('click', () => {
      this.#held = !this.#held;
      this.#show(this.#held);
    });
  }

  /** @param {readonly string[]} points what the line speaks of now */
  draw(points) {
    if (points.join() === this.#points.join()) return;
    this.#points = points;
    if (this.#held) this.#show(false);
    this.#held = false;
  }

  /** @param {boolean} on */
  #show(on) {
    this.#line.setAttribute('aria-pressed', String(on));
    this.show(on ? this.#points : []);
  }
}
