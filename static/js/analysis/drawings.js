// The arrows and circles on the board: those of this page, and those of others who go over the same game. They belong
// to a position, and go when it does.

/** @typedef {import('../../board/config.js').Shape} Shape */

/** How many drawings of others are stored at once. */
const MOST = 64;

/** @param {Shape} one @param {Shape} other */
const same = (one, other) =>
  one.from === other.from && one.to === other.to && (one.brush ?? 'green') === (other.brush ?? 'green');

export class Drawings {
  /** @type {readonly Shape[]} drawn on this page */
  own = [];
  /** The node whose position is shown. */
  #node = 0;
  /** What others have drawn, by who did. @type {Map<string, {node: number, shapes: readonly Shape[]}>} */
  #others = new Map();

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** The drawings on the shown position. @returns {Shape[]} */
  get shapes() {
    const theirs = this.#theirs();
    return [...this.own.filter((shape) => !theirs.some((other) => same(shape, other))), ...theirs];
  }

  #theirs() {
    return [...this.#others.values()].filter(({ node }) => node === this.#node).flatMap(({ shapes }) => shapes);
  }

  /** The position of a node is shown. @param {number} node */
  show(node) {
    if (node === this.#node) return;
    this.#node = node;
    this.own = [];
  }

  /**
   * A node has another number from now on.
   *
   * @param {number} before
   * @param {number} node
   */
  rename(before, node) {
    if (this.#node === before) this.#node = node;
  }

  /** The board has these shapes now: what others drew is theirs to wipe. @param {readonly Shape[]} shapes */
  draw(shapes) {
    const theirs = this.#theirs();
    this.own = shapes.filter((shape) => !theirs.some((other) => same(shape, other)));
    this.changed();
  }

  /**
   * Another reader has drawn.
   *
   * @param {string} who
   * @param {number} node
   * @param {readonly Shape[]} shapes
   */
  take(who, node, shapes) {
    this.#others.delete(who);
    if (shapes.length > 0) this.#others.set(who, { node, shapes });
    const [oldest] = this.#others.keys();
    if (this.#others.size > MOST && oldest !== undefined) this.#others.delete(oldest);
    this.changed();
  }

  /**
   * Another reader is at a node: their drawings on the last one are over.
   *
   * @param {string} who
   * @param {number} node
   */
  leave(who, node) {
    const drawn = this.#others.get(who);
    if (drawn && drawn.node !== node) this.take(who, node, []);
  }

  /** All other readers have left. */
  alone() {
    if (this.#others.size === 0) return;
    this.#others.clear();
    this.changed();
  }
}
