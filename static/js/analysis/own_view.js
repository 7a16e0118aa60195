// The part of this page that other readers see: the node that is shown, and the drawing on it. Both are sent once the node has
// a number that the others know, and with a pause between two.

import { MAX_SHAPES } from '../net/limits.js';

/** @typedef {import('../../board/config.js').Shape} Shape */

/** The time between two messages of a kind, in milliseconds. */
const EVERY = 400;

export class OwnView {
  #looking = false;
  /** The node that this page is at; below 0 it has no number of the server's yet. */
  #looked = 0;
  /** The last drawing, and its node. @type {{node: number, shapes: readonly Shape[]}} */
  #drawn = { node: 0, shapes: [] };
  #drawing = false;

  /**
   * @param {(message: {type: string} & Record<string, unknown>) => void} send
   * @param {() => boolean} isShown whether the others see it
   */
  constructor(send, isShown) {
    this.send = send;
    this.isShown = isShown;
  }

  /** @param {number} node */
  look(node) {
    this.#looked = node;
    if (this.#looking || node < 0 || !this.isShown()) return;
    this.#looking = true;
    setTimeout(() => {
      this.#looking = false;
      if (this.#looked >= 0) this.send({ type: 'look', node: this.#looked });
    }, EVERY);
  }

  /**
   * @param {number} node
   * @param {readonly Shape[]} shapes
   */
  draw(node, shapes) {
    this.#drawn = { node, shapes };
    if (this.#drawing || node < 0 || !this.isShown()) return;
    this.#drawing = true;
    setTimeout(() => {
      this.#drawing = false;
      const { node: on, shapes: all } = this.#drawn;
      const told = all.slice(-MAX_SHAPES).map(({ from, to, brush = 'green' }) => ({ from, to, brush }));
      if (on >= 0) this.send({ type: 'draw', node: on, shapes: told });
    }, EVERY);
  }

  /**
   * A node has got another number.
   *
   * @param {number} before
   * @param {number} node
   */
  rename(before, node) {
    if (this.#looked === before) this.look(node);
    if (this.#drawn.node === before) this.draw(node, this.#drawn.shapes);
  }
}
