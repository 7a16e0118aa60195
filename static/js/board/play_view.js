// @ts-check
// What a board to play on shows besides the pieces: pieces in hand, marks, choices, and the cells
// that are touched, focused and read aloud. Everything it needs comes in a scene.

import { s } from '../dom.js';
import { setting } from '../settings.js';
import { pointsOf } from './actions.js';
import { drawCells, makeCells } from './cells.js';
import { centreOf } from './geometry.js';
import { drawHands, handsText } from './hands.js';
import { over, under } from './marks.js';
import { drawPiece } from './pieces.js';
import { putAt } from './render.js';

/** @typedef {import('./render.js').Scene} Scene */
/** @typedef {import('./render.js').Themed} Themed */
/** @typedef {import('./geometry.js').Layout} Layout */

/** The cells say all that there is to see. */
const UNSAID = { 'aria-hidden': 'true' };

export class PlayView {
  /** @type {Layout | null} what the cells were made for */
  #cells = null;
  /** What the hands were drawn for. */
  #hands = '';
  /** @type {Scene | null} */
  #scene = null;
  /** @type {SVGGElement | undefined} */
  #carried;

  /**
   * @param {import('./render.js').BoardView} view gets all this on it
   * @param {string} name what the board is called
   */
  constructor(view, name) {
    this.view = view;
    this.under = s('g', { class: 'under', ...UNSAID });
    this.layers = {
      over: s('g', { class: 'over', ...UNSAID }),
      hands: s('g'),
      hits: s('g', { class: 'hits', role: 'grid', 'aria-label': name || null }),
      ring: s('circle', { class: 'ring-target', r: 62, visibility: 'hidden' }),
      choice: s('g', { class: 'choice' }),
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

  /** @param {string} label what the board is called */
  name(label) {
    this.layers.hits.setAttribute('aria-label', label);
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.view.draw(scene, scene.action ? pointsOf(scene.action) : []);
  }

  /**
   * @param {Themed} scene
   * @param {Layout} at
   */
  #draw(scene, at) {
    this.#scene = scene;
    const last = scene.pending && scene.action ? pointsOf(scene.action).at(-1) : null;
    for (const [point, { element }] of this.view.pieces) {
      element.classList.toggle('piece--held', scene.held?.kind === 'point' && scene.held.at === point);
      element.classList.toggle('piece--pending', last === point);
    }
    this.under.replaceChildren(...under(scene, at));
    this.layers.over.replaceChildren(...over(scene, at));
    const inHand = handsText(scene);
    if (scene.game.hands && (this.#cells !== at || this.#hands !== inHand)) {
      this.#hands = inHand;
      const focused = document.activeElement?.getAttribute('data-hand');
      const hands = drawHands(scene, at);
      this.layers.hands.replaceWith(hands);
      this.layers.hands = hands;
      if (focused) /** @type {SVGElement | null} */ (hands.querySelector(`[data-hand="${focused}"]`))?.focus();
    }
    const anew = this.#cells !== at;
    const focused = anew && this.layers.hits.contains(document.activeElement);
    if (anew) this.layers.hits.replaceChildren(...makeCells(scene.drawing.grid, at));
    this.#cells = at;
    drawCells(this.layers.hits, scene);
    // A board that is turned keeps the focus.
    if (focused) this.focus(scene.cursor ?? '');
    this.#drawChoice(scene, at);
  }

  /**
   * Lets a held piece follow the pointer, or puts it back with null.
   *
   * @param {import('./state.js').Held} from
   * @param {{x: number, y: number} | null} to in units of the picture
   * @param {string | null} [over] the point it would be put on
   * @param {boolean} [large] whether it is carried by a finger, which hides much
   */
  drag(from, to, over = null, large = false) {
    const { at } = this.view;
    if (!at || !this.#scene) return;
    const { grid } = this.#scene.drawing;
    const element = from.kind === 'point' ? this.view.pieces.get(from.at)?.element : this.#ghost(from.piece, to !== null);
    element?.classList.toggle('piece--dragged', to !== null);
    element?.classList.toggle('piece--large', to !== null && large);
    if (element && to && element !== this.view.layers.pieces.lastChild) this.view.layers.pieces.append(element);
    if (element) putAt(element, to ?? (from.kind === 'point' ? centreOf(grid, at, from.at) : null));
    const target = over && centreOf(grid, at, over);
    this.layers.ring.setAttribute('visibility', target ? 'visible' : 'hidden');
    if (target) this.layers.ring.setAttribute('transform', `translate(${target.x} ${target.y})`);
  }

  /**
   * A piece out of the hand, as long as it is carried.
   *
   * @param {string} letter
   * @param {boolean} carried
   */
  #ghost(letter, carried) {
    const scene = this.#scene;
    const side = scene?.acting;
    const role = side && scene.placement.hands?.[side].find((held) => held.letter === letter)?.role;
    if (!carried || !role) this.#carried?.remove();
    if (!carried || !role) return (this.#carried = undefined);
    const theme = setting(scene.game.shape) || scene.game.theme;
    this.#carried ??= s(
      'g',
      { class: 'piece' },
      drawPiece(scene.game, scene.ruleset, { side, role }, (side === 'first') !== scene.flipped, theme),
    );
    return this.#carried;
  }

  /**
   * @param {Themed} scene
   * @param {Layout} at
   */
  #drawChoice(scene, at) {
    const { choice } = scene;
    const place = choice ? centreOf(scene.drawing.grid, at, choice.to) : null;
    if (!choice || !place) {
      const left = this.layers.choice.contains(document.activeElement);
      this.layers.choice.replaceChildren();
      if (left && scene.cursor) this.focus(scene.cursor);
      return;
    }
    const width = choice.options.length * 118 + 12;
    const left = Math.min(Math.max(place.x - width / 2, 6), at.width - width - 6);
    const top = Math.min(Math.max(place.y - 62, 6), at.height - 130);
    const box = s('rect', { class: 'choice-ground', x: left, y: top, width, height: 124, rx: 12 });
    const options = choice.options.map(({ text, piece, label }, index) => {
      const x = left + 65 + index * 118;
      const upright = (piece.side === 'first') !== scene.flipped;
      return s(
        'g',
        { transform: `translate(${x} ${top + 62})` },
        drawPiece(scene.game, scene.ruleset, piece, upright, scene.theme),
        s('rect', {
          class: 'hit hit--source',
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
    this.layers.choice.replaceChildren(box, ...options);
    // What is drawn anew keeps the focus.
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
