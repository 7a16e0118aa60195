// The pieces on a picture: those that stay are left alone, the others move, come or go.

import { s } from './svg.js';
import { origins } from './changes.js';
import { glide, land, leave, put, turnOver } from './motion.js';

/** @typedef {import('./motion.js').Place} Place */
/** @typedef {{element: SVGGElement, key: string, place: Place}} Standing */

/**
 * A piece that is to stand on a point.
 *
 * @typedef {object} Wanted
 * @property {string} key equal for pieces that look the same: the side, a space, the kind
 * @property {Place} place
 * @property {() => SVGGElement} draw
 */

/**
 * How the pieces come to stand as they are wanted.
 *
 * @typedef {object} Change
 * @property {readonly string[]} touched the points of the action that led here
 * @property {number} ms how long it may be seen, 0 for at once
 * @property {(key: string) => Place | null} from where a new piece comes from, if not out of nothing
 * @property {(key: string) => Place | null} to where a piece goes that leaves the board
 */

/** More pieces than ever move at once change places: another position, not a move. */
const MANY = 16;

export class PieceLayer {
  element = s('g', { class: 'yg-pieces', 'aria-hidden': 'true' });
  /** @type {Map<string, Standing>} by point */
  standing = new Map();
  /** The piece that the pointer carries, or has put down just now. @type {Standing | null} */
  carried = null;
  /** Whether the carried piece stays where it is. */
  #held = false;
  /** Whether what stands here was seen before. */
  #known = false;

  /** Forgets all pieces: the board itself is redrawn. */
  clear() {
    this.#known = false;
    this.element.replaceChildren();
    this.standing.clear();
  }

  /**
   * @param {ReadonlyMap<string, Wanted>} wanted by point
   * @param {Change} change
   */
  draw(wanted, { touched, ms, from, to }) {
    const before = new Map([...this.standing].map(([point, { key }]) => [point, key]));
    const after = new Map([...wanted].map(([point, { key }]) => [point, key]));
    const place = (/** @type {string} */ point) => wanted.get(point)?.place ?? this.standing.get(point)?.place ?? { x: 0, y: 0 };
    const moved = origins(before, after, touched, place);
    const pace = !this.#known || moved.size > MANY ? 0 : ms;
    this.#known = true;
    const left = new Map(this.standing);
    /** @type {Map<string, Standing>} */
    const stand = new Map();
    for (const [point, piece] of wanted) {
      const origin = moved.get(point);
      const shown = origin === null ? this.#dropped(piece.key) : this.standing.get(origin ?? point);
      if (origin !== null) left.delete(origin ?? point);
      stand.set(point, shown ? this.#move(shown, piece, pace) : this.#add(piece, pace, from(piece.key)));
    }
    for (const { element, key } of left.values()) {
      element.classList.add('yg-piece--gone');
      // Under the piece that takes it.
      this.element.prepend(element);
      leave(element, pace, to(key));
    }
    this.standing = stand;
    const { carried } = this;
    if (!carried || (this.#held && ![...left.values()].includes(carried))) return;
    // A piece that was put down has its place now, or returns to the hand; or it was captured in between.
    if (!this.#stands(carried) && !carried.element.classList.contains('yg-piece--gone')) carried.element.remove();
    this.#held = false;
    this.carried = null;
  }

  /** @param {Standing} piece */
  #stands = (piece) => [...this.standing.values()].includes(piece);

  /**
   * A piece out of the hand that the pointer has put down.
   *
   * @param {string} key
   */
  #dropped(key) {
    return this.carried?.key === key && !this.#stands(this.carried) ? this.carried : undefined;
  }

  /**
   * @param {Standing} shown
   * @param {Wanted} wanted
   * @param {number} ms
   */
  #move(shown, { key, place, draw }, ms) {
    const { element } = shown;
    const carried = this.#held && shown === this.carried;
    if (shown.key !== key) {
      const old = /** @type {SVGElement} */ (element.firstElementChild);
      turnOver(element, old, draw(), ms);
    }
    const away = shown.place.x !== place.x || shown.place.y !== place.y;
    if (away && !carried) {
      // What moves passes over the others. A node that is put elsewhere in the document forgets
      // what moved it, hence first this and then the motion.
      if (element !== this.element.lastChild) this.element.append(element);
      glide(element, place, ms);
    }
    return Object.assign(shown, { key, place: carried ? shown.place : place });
  }

  /**
   * @param {Wanted} wanted
   * @param {number} ms
   * @param {Place | null} from
   */
  #add({ key, place, draw }, ms, from) {
    const drawing = draw();
    const element = s('g', { class: 'yg-piece' }, drawing);
    put(element, from ?? place);
    this.element.append(element);
    if (from) glide(element, place, ms);
    else land(drawing, ms);
    return { element, key, place };
  }

  /**
   * Lets the pointer carry a piece.
   *
   * @param {Standing} piece
   * @param {Place} place
   */
  carry(piece, place) {
    this.carried = piece;
    this.#held = true;
    piece.place = place;
    if (piece.element !== this.element.lastChild) this.element.append(piece.element);
    put(piece.element, place);
  }

  /** Releases a carried piece: the next drawing brings it to its place. */
  release() {
    this.#held = false;
  }
}
