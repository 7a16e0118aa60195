// Small boards that are drawn when they come into view: a full lobby has hundreds, of which a few
// are seen.

import { descriptor } from '../games/index.js';
import { smallBoard, standing } from './pictures.js';

/** @typedef {import('../games/index.js').Descriptor} Descriptor */

/** How far below the window a board is drawn already, so that scrolling meets no empty frames. */
const AHEAD = '300px';
/** How long boards may be drawn in one frame, in milliseconds. */
const BUDGET = 6;

/** @type {LazyBoard[]} */
const queue = [];

/** @type {WeakMap<Element, LazyBoard>} */
const waiting = new WeakMap();

const observer =
  globalThis.IntersectionObserver &&
  new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const board = waiting.get(target);
        if (!isIntersecting || !board) continue;
        observer.unobserve(target);
        if (queue.push(board) === 1) requestAnimationFrame(drawQueued);
      }
    },
    { rootMargin: AHEAD },
  );

/** Draws as many as fit into a frame, at least one. */
function drawQueued() {
  const start = performance.now();
  do queue.shift()?.draw();
  while (queue.length > 0 && performance.now() - start < BUDGET);
  if (queue.length > 0) requestAnimationFrame(drawQueued);
}

export class LazyBoard {
  /** @type {import('../../board/picture.js').Picture | null} */
  #view = null;

  /**
   * @param {Element} host gets the picture appended
   * @param {Descriptor} game
   * @param {string} ruleset
   * @param {string} position
   */
  constructor(host, game, ruleset, position) {
    this.host = host;
    this.game = game;
    this.ruleset = ruleset;
    this.position = position;
    waiting.set(host, this);
    if (observer) observer.observe(host);
    else this.draw();
  }

  draw() {
    this.#view ??= smallBoard(this.host, this.game, this.ruleset, this.position);
  }

  /** @param {string} position */
  show(position) {
    if (this.position === position) return;
    this.position = position;
    this.#view?.set(standing(this.game, this.ruleset, position));
  }
}

/** @type {WeakMap<Element, LazyBoard>} */
const boards = new WeakMap();

/**
 * Has an element show the position of a match or game, if this client can draw it.
 *
 * @param {Element} host
 * @param {{game: string, ruleset: string, position: string}} shown
 */
export function boardIn(host, { game, ruleset, position }) {
  const drawn = descriptor(game);
  const board = boards.get(host);
  if (board) board.show(position);
  else if (drawn) boards.set(host, new LazyBoard(host, drawn, ruleset, position));
}
