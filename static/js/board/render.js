// @ts-check
// Draws a board and the pieces on it. All that playing adds is drawn by `play_view.js`, so that a
// picture needs none of it.

import { s } from '../dom.js';
import { centreOf, layout } from './geometry.js';
import { ground } from './ground.js';
import { definePaints, drawPiece } from './pieces.js';
import { setting } from '../settings.js';

/** @typedef {import('../games/index.js').Piece} Piece */
/** @typedef {import('../games/index.js').Side} Side */
/** @typedef {import('./geometry.js').Layout} Layout */

/**
 * Everything a board shows.
 *
 * @typedef {object} Scene
 * @property {import('../games/index.js').Descriptor} game
 * @property {string} ruleset
 * @property {import('../games/index.js').Drawing} drawing
 * @property {import('../games/index.js').Placement} placement
 * @property {boolean} flipped whether the second side sits at the bottom
 * @property {boolean} interactive
 * @property {readonly string[] | null} [ahead] actions for when the turn comes, if they may be wished for
 * @property {string | null} action the action that led here
 * @property {Side | null} acting whose pieces can be picked up
 * @property {import('./state.js').Held | null} held
 * @property {string[]} targets where the next touch would play
 * @property {string[]} sources what may be picked up
 * @property {Map<string, {badge: string, text: string}>} notes what is to be known of a target
 * @property {string[]} refused points the last refusal speaks of
 * @property {string[]} captured points the last action emptied
 * @property {{at: string, text: string}[]} [named] what took there
 * @property {string | null} [wished] an action for when the turn comes
 * @property {[from: string, to: string][]} [shapes] arrows, and circles where both are the same
 * @property {string | null} check the king in check
 * @property {{must: string[], safe: {at: string, by: string[]}[]}} lead what may be moved where not all may, and what cannot be taken
 * @property {'sent' | 'waiting' | null} pending how far the shown action has come, if it is not saved
 * @property {{to: string, options: {text: string, piece: Piece, label: string}[]} | null} choice
 * @property {string | null} cursor the point that the keyboard is on
 * @property {((point: string) => string) | null} label what a screen reader says of a point
 * @property {((side: Side, role: string, count: number) => string) | null} handLabel
 */

/** @typedef {Scene & {theme: string}} Themed a scene with the look of its board */

/** Where the stands for pieces in hand are beside the board rather than above and below it. */
const WIDE = globalThis.matchMedia?.('(min-width: 60.01rem), (orientation: landscape)');

/** How long a piece that is taken stays to be seen, as in `board.css`. */
const FADE = 340;

export class BoardView {
  /** @type {Map<string, {element: SVGGElement, key: string}>} */
  pieces = new Map();
  /** Draws what is there besides. @type {((scene: Themed, at: Layout) => void) | null} */
  besides = null;
  /** @type {Layout | null} */
  at = null;
  /** @type {import('../games/index.js').Drawing | null} */
  #drawing = null;
  /** What else the ground was drawn for. */
  #ground = '';
  /** @type {Scene | null} */
  #scene = null;

  /**
   * @param {Element} host gets the picture appended
   * @param {{small?: boolean}} [options] a small picture has no coordinates
   */
  constructor(host, { small = false } = {}) {
    definePaints();
    this.small = small;
    this.layers = { ground: s('g'), pieces: s('g', { class: 'pieces', 'aria-hidden': 'true' }) };
    this.svg = s('svg', { class: small ? 'board board--small' : 'board', role: small ? 'img' : 'group' });
    this.svg.append(this.layers.ground, this.layers.pieces);
    host.append(this.svg);
    const again = () => this.#scene && this.draw(this.#scene);
    this.svg.addEventListener('restyle', again);
    if (!small) WIDE.addEventListener('change', again);
  }

  /**
   * @param {Scene} given
   * @param {string[]} [touched] the points of the action that led here
   */
  draw(given, touched = []) {
    this.#scene = given;
    const scene = { ...given, theme: setting(given.game.shape) || given.game.theme };
    const at = this.#drawGround(scene);
    this.#drawPieces(scene, at, touched);
    this.besides?.(scene, at);
  }

  /** @param {Themed} scene */
  #drawGround(scene) {
    const { drawing, theme, flipped } = scene;
    const table = /** @type {HTMLElement | null} */ (this.svg.closest('.table'));
    const labels = !this.small && setting('coordinates');
    const hands = scene.game.hands && !this.small;
    this.svg.classList.toggle('board--still', !setting('animation'));
    const beside = hands && table !== null && WIDE.matches;
    const wanted = [scene.ruleset, theme, flipped, labels, beside, setting('pieces')].join();
    if (this.at && this.#drawing === drawing && this.#ground === wanted) return this.at;
    const at = layout(drawing.grid, { flipped, hands, beside, labels });
    this.#drawing = drawing;
    this.#ground = wanted;
    this.at = at;
    this.svg.setAttribute('viewBox', `0 0 ${at.width} ${at.height}`);
    // Whatever frames a board is as wide as the board.
    (table ?? this.svg).style.setProperty('--aspect', String(at.width / at.height));
    const drawn = ground(theme, drawing, at, labels, this.small);
    drawn.setAttribute('aria-hidden', 'true');
    this.layers.ground.replaceWith(drawn);
    this.layers.ground = drawn;
    this.layers.pieces.replaceChildren();
    this.pieces.clear();
    return at;
  }

  /**
   * @param {Themed} scene
   * @param {Layout} at
   * @param {string[]} touched
   */
  #drawPieces(scene, at, touched) {
    const { grid } = scene.drawing;
    const stay = new Map();
    /** @type {[string, Piece, string][]} */
    const missing = [];
    for (const [point, piece] of scene.placement.pieces) {
      const key = `${piece.side} ${piece.role}${piece.promoted ? '+' : ''}`;
      const shown = this.pieces.get(point);
      if (shown?.key === key) stay.set(point, shown);
      else missing.push([point, piece, key]);
    }
    const spare = new Map([...this.pieces].filter(([point]) => !stay.has(point)));
    for (const [point, piece, key] of missing) {
      const from = origin(spare, touched, point, key);
      let shown = from === null ? undefined : spare.get(from);
      if (from !== null) spare.delete(from);
      if (!shown || shown.key !== key) {
        const drawn = drawPiece(scene.game, scene.ruleset, piece, (piece.side === 'first') !== scene.flipped, scene.theme);
        const element = shown?.element ?? s('g', { class: 'piece' });
        element.replaceChildren(drawn);
        shown = { element, key };
      }
      putAt(shown.element, centreOf(grid, at, point));
      // The piece that moves passes over the others.
      this.layers.pieces.append(shown.element);
      stay.set(point, shown);
    }
    for (const { element } of spare.values()) this.#fade(element);
    this.pieces = stay;
  }

  /** @param {SVGGElement} element */
  #fade(element) {
    element.classList.add('piece--gone');
    this.layers.pieces.prepend(element);
    setTimeout(() => element.remove(), FADE);
  }
}

/**
 * Puts a piece somewhere on the picture.
 *
 * @param {SVGGElement} element
 * @param {{x: number, y: number} | null} to
 */
export function putAt(element, to) {
  if (to) element.style.transform = `translate(${to.x}px, ${to.y}px)`;
}

/**
 * Where the piece that now stands on `point` came from, among the nodes without a place.
 *
 * @param {Map<string, {key: string}>} spare
 * @param {string[]} touched the points of the action, forwards; undone it runs backwards
 * @param {string} point
 * @param {string} key
 */
function origin(spare, touched, point, key) {
  const partner =
    touched.length === 2 ? (touched[1] === point ? touched[0] : touched[0] === point ? touched[1] : null) : null;
  const side = key.slice(0, key.indexOf(' '));
  if (partner && spare.get(partner)?.key.startsWith(`${side} `)) return partner;
  for (const [from, { key: other }] of spare) {
    if (other === key) return from;
  }
  return null;
}
