// The layers of a board to play on: pieces in hand, marks, choices, and the cells
// that are touched, focused and read aloud. Everything it needs comes in a scene.

import { pointsOf } from './actions.js';
import { drawCells, makeCells } from './cells.js';
import { isAtBottom } from './config.js';
import { centreOf } from './geometry.js';
import { drawHands, handsText } from './hands.js';
import { over, under } from './marks.js';
import { drawPiece } from './pieces.js';
import { drawShape } from './shapes.js';
import { s, setAttribute } from './svg.js';

/** @typedef {import('./config.js').Config} Config */
/** @typedef {import('./config.js').Shape} Shape */
/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./state.js').Held} Held */

/**
 * The state of a board: the set position, and the player's selection.
 *
 * @typedef {Config & Doing} Scene
 */

/**
 * @typedef {object} Doing
 * @property {Held | null} held
 * @property {string[]} targets where the next touch would play
 * @property {string[]} sources the points and pieces that may be picked up
 * @property {Map<string, Omit<import('./config.js').Note, 'action'>>} badges the notes, by the point where each is shown
 * @property {{to: string, options: {text: string, piece: import('./config.js').Piece, label: string}[]} | null} choice
 * @property {string} cursor the point that the keyboard is on
 * @property {(point: string) => string} label the text of a point for screen readers
 */

/** The cells name all that is visible. */
const UNSAID = { 'aria-hidden': 'true' };

/** How long, in milliseconds, a piece that was put down stays there if nothing is shown of it. */
const PATIENCE = 500;

export class PlayView {
  /** @type {Layout | null} the layout for which the cells were created */
  #cells = null;
  /** The values for which the hands were drawn. */
  #hands = '';
  /** @type {Scene | null} */
  #scene = null;
  /** @type {import('./piece_layer.js').Standing | undefined} */
  #dragged;
  /** The timer of a piece that was put down and waits until its action is shown. */
  #settling = 0;
  /** The name shown on the board, and since when. */
  #named = '';
  #since = 0;
  /** The shape that is being drawn. @type {Shape | null} */
  #sketch = null;

  /** @param {import('./picture.js').Picture} view gets all this on it */
  constructor(view) {
    this.view = view;
    this.under = s('g', UNSAID);
    this.layers = {
      over: s('g', UNSAID),
      shapes: s('g', UNSAID),
      hands: s('g'),
      hits: s('g', { class: 'yg-hits', role: 'grid' }),
      ring: s('circle', { class: 'yg-ring-target', r: 62, visibility: 'hidden' }),
      choice: s('g', { class: 'yg-choice' }),
    };
    view.layers.pieces.before(this.under);
    view.svg.append(...Object.values(this.layers));
    view.besides = (scene, at) => this.#draw(scene, at);
  }

  get svg() {
    return this.view.svg;
  }

  get at() {
    return this.view.at;
  }

  /**
   * @param {{clientX: number, clientY: number}} place
   * @param {DOMMatrix | null} [matrix] from the window to the picture, where it is known
   */
  pointAt(place, matrix) {
    return this.view.pointAt(place, matrix);
  }

  /** Removes its layers from the picture. */
  destroy() {
    clearTimeout(this.#settling);
    this.view.besides = null;
    for (const layer of [this.under, ...Object.values(this.layers)]) layer.remove();
  }

  /**
   * @param {Scene} scene
   */
  draw(scene) {
    this.view.draw(scene, scene.action ? pointsOf(scene.action) : []);
  }

  /**
   * @param {Scene} scene
   * @param {Layout} at
   */
  #draw(scene, at) {
    this.#scene = scene;
    const last = scene.pending && scene.action ? pointsOf(scene.action).at(-1) : null;
    for (const [point, { element }] of this.view.pieces.standing) {
      element.classList.toggle('yg-piece--held', scene.held?.kind === 'point' && scene.held.at === point);
      element.classList.toggle('yg-piece--pending', last === point);
    }
    this.under.replaceChildren(...under(scene, at));
    this.layers.over.replaceChildren(...over(scene, at));
    this.#keepTime(scene);
    this.#drawShapes(scene, at);
    const isNew = this.#cells !== at;
    if (scene.look.hand) this.#drawHands(scene, at, isNew);
    setAttribute(this.layers.hits, 'aria-label', scene.words.board || null);
    const focused = isNew && this.layers.hits.contains(document.activeElement);
    if (isNew) this.layers.hits.replaceChildren(...makeCells(scene, at));
    this.#cells = at;
    drawCells(this.layers.hits, scene);
    // A board that is turned keeps the focus.
    if (focused) this.focus(scene.cursor);
    this.#drawChoice(scene, at);
  }

  /**
   * A name shown for a moment is redrawn with everything else; its moment does not begin again.
   *
   * @param {Scene} scene
   */
  #keepTime({ decorations }) {
    const named = JSON.stringify(decorations.filter(({ kind }) => kind === 'pattern'));
    if (named !== this.#named) this.#since = performance.now();
    this.#named = named;
    const passed = performance.now() - this.#since;
    for (const layer of [this.under, this.layers.over])
      for (const mark of /** @type {NodeListOf<SVGElement>} */ (layer.querySelectorAll('.yg-named, .yg-pattern')))
        mark.style.animationDelay = `${-passed}ms`;
  }

  /**
   * @param {Scene} scene
   * @param {Layout} at
   * @param {boolean} isNew
   */
  #drawHands(scene, at, isNew) {
    const inHand = handsText(scene);
    if (isNew || this.#hands !== inHand) {
      this.#hands = inHand;
      const focused = document.activeElement?.getAttribute('data-hand');
      const hands = drawHands(scene, at, this.svg);
      this.layers.hands.replaceWith(hands);
      this.layers.hands = hands;
      if (focused) /** @type {SVGElement | null} */ (hands.querySelector(`[data-hand="${focused}"]`))?.focus();
    }
    // Not redrawn when one is picked up: a finger that lifts it would lose the touched element.
    for (const piece of this.layers.hands.querySelectorAll('[data-hand]')) {
      const held = scene.held?.kind === 'hand' && scene.held.piece === piece.getAttribute('data-hand');
      piece.parentElement?.classList.toggle('yg-hand--held', held);
      setAttribute(piece, 'aria-pressed', String(held));
    }
  }

  /**
   * @param {Scene} scene
   * @param {Layout} at
   */
  #drawShapes({ look, shapes }, at) {
    const all = this.#sketch ? [...shapes, this.#sketch] : shapes;
    this.layers.shapes.replaceChildren(...all.map((shape) => drawShape(look.drawing.grid, at, shape)));
  }

  /**
   * Shows a shape while it is being drawn.
   *
   * @param {Shape | null} shape
   */
  sketch(shape) {
    this.#sketch = shape;
    if (this.#scene && this.at) this.#drawShapes(this.#scene, this.at);
  }

  /**
   * Lets a held piece follow the pointer.
   *
   * @param {Held} from
   * @param {{x: number, y: number}} to in units of the picture
   * @param {string | null} over the point it would be put on
   * @param {boolean} large whether it is carried by a finger, which hides much
   * @returns {boolean} whether it is still there
   */
  drag(from, to, over, large) {
    const { at, pieces } = this.view;
    const scene = this.#scene;
    if (!at || !scene) return false;
    const carried = (this.#dragged ??= from.kind === 'point' ? pieces.standing.get(from.at) : this.#ghost(scene, from.piece));
    if (!carried || (from.kind === 'point' && pieces.standing.get(from.at) !== carried)) return false;
    carried.element.classList.add('yg-piece--dragged');
    carried.element.classList.toggle('yg-piece--large', large);
    pieces.carry(carried, to);
    const target = over && centreOf(scene.look.drawing.grid, at, over);
    this.layers.ring.setAttribute('visibility', target ? 'visible' : 'hidden');
    if (target) this.layers.ring.setAttribute('transform', `translate(${target.x} ${target.y})`);
    return true;
  }

  /**
   * A piece out of the hand, as long as it is carried.
   *
   * @param {Scene} scene
   * @param {string} letter
   * @returns {import('./piece_layer.js').Standing | undefined}
   */
  #ghost(scene, letter) {
    const side = scene.acting;
    const role = scene.look.hand?.find((kind) => kind.letter === letter)?.role;
    if (!role || !side) return undefined;
    const drawn = drawPiece(scene, { side, role }, isAtBottom(side, scene.flipped), this.svg);
    return { element: s('g', { class: 'yg-piece' }, drawn), key: `${side} ${role}`, place: { x: 0, y: 0 } };
  }

  /**
   * Puts down the carried piece.
   *
   * @param {boolean} played whether it stays there until its action is shown
   */
  putDown(played) {
    this.#dragged?.element.classList.remove('yg-piece--dragged', 'yg-piece--large');
    this.#dragged = undefined;
    this.layers.ring.setAttribute('visibility', 'hidden');
    if (!played) this.view.pieces.release();
    else
      this.#settling = setTimeout(() => {
        this.settle();
        if (this.#scene) this.view.draw(this.#scene);
      }, PATIENCE);
  }

  /** Lets a piece that was put down move to its place: its action is shown now. */
  settle() {
    if (this.#settling === 0) return;
    clearTimeout(this.#settling);
    this.#settling = 0;
    this.view.pieces.release();
  }

  /**
   * @param {Scene} scene
   * @param {Layout} at
   */
  #drawChoice(scene, at) {
    const { choice } = scene;
    const place = choice ? centreOf(scene.look.drawing.grid, at, choice.to) : null;
    if (!choice || !place) {
      const left = this.layers.choice.contains(document.activeElement);
      this.layers.choice.replaceChildren();
      if (left && scene.cursor) this.focus(scene.cursor);
      return;
    }
    const width = choice.options.length * 118 + 12;
    const left = Math.min(Math.max(place.x - width / 2, 6), at.width - width - 6);
    const top = Math.min(Math.max(place.y - 62, 6), at.height - 130);
    // Over all the rest, which waits for the answer; to press it is to answer with neither.
    const shade = s('rect', { class: 'yg-shade', x: at.left, y: at.top, width: at.boardWidth, height: at.boardHeight, rx: 6 });
    const box = s('rect', { class: 'yg-choice-ground', x: left, y: top, width, height: 124, rx: 12 });
    const options = choice.options.map(({ text, piece, label }, index) => {
      const x = left + 65 + index * 118;
      return s(
        'g',
        { transform: `translate(${x} ${top + 62})` },
        drawPiece(scene, piece, isAtBottom(piece.side, scene.flipped), this.svg),
        s('rect', {
          class: 'yg-hit yg-hit--source',
          x: -57,
          y: -60,
          width: 114,
          height: 120,
          'data-choice': text,
          role: 'button',
          tabindex: 0,
          'aria-label': label,
        }),
      );
    });
    const open = this.layers.choice.childElementCount > 0;
    const chosen = document.activeElement?.getAttribute('data-choice');
    this.layers.choice.replaceChildren(shade, box, ...options);
    // A redrawn cell keeps the focus.
    const focused = chosen ? `="${chosen}"` : '';
    if (!open || chosen)
      /** @type {SVGElement | null} */ (this.layers.choice.querySelector(`[data-choice${focused}]`))?.focus({
        preventScroll: true,
      });
  }

  /**
   * Moves the focus to a neighbour within the hand or the choice that has it.
   *
   * @param {Element} from
   * @param {number} step
   */
  focusBeside(from, step) {
    const kind = from.hasAttribute('data-hand') ? '[data-hand]' : '[data-choice]';
    const all = /** @type {SVGElement[]} */ ([...this.view.svg.querySelectorAll(kind)]);
    all[(all.indexOf(/** @type {SVGElement} */ (from)) + step + all.length) % all.length]?.focus();
  }

  /** Moves the focus to the pieces in hand. Whether there are any. */
  focusHand() {
    const piece = /** @type {SVGElement | null} */ (this.layers.hands.querySelector('[data-hand]'));
    piece?.focus();
    return piece !== null;
  }

  /** Moves the focus to the point under the keyboard's cursor. @param {string} point */
  focus(point) {
    /** @type {SVGElement | null} */ (this.layers.hits.querySelector(`[data-point="${point}"]`))?.focus({
      preventScroll: true,
    });
  }
}
