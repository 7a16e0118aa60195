// @ts-check
// Draws a board. The one writer of a board's DOM; everything it needs comes in a scene.

import { s } from '../dom.js';
import { pointsOf } from './actions.js';
import { drawCells, makeCells } from './cells.js';
import { centreOf, layout, UNIT } from './geometry.js';
import { ground } from './ground.js';
import { badges, guards } from './guards.js';
import { drawHands } from './hands.js';
import { label, shape } from './notes.js';
import { definePaints, drawPiece } from './pieces.js';
import { setting } from '../settings.js';

/** @typedef {import('../games/index.js').Piece} Piece */
/** @typedef {import('../games/index.js').Side} Side */

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

/** The cells say all that there is to see. */
const UNSAID = { 'aria-hidden': 'true' };

/** How long a piece that is taken stays to be seen, as in `board.css`. */
const FADE = 340;

export class BoardView {
  /** @type {Map<string, {element: SVGGElement, key: string}>} */
  #pieces = new Map();
  /** @type {import('../games/index.js').Drawing | null} */
  #drawing = null;
  /** What else the ground was drawn for. */
  #ground = '';
  /** @type {import('./geometry.js').Layout | null} */
  #at = null;
  /** @type {Scene | null} */
  #scene = null;
  /** @type {SVGGElement | undefined} */
  #carried;

  /**
   * @param {Element} host gets the picture appended
   * @param {{small?: boolean, label?: string}} [options] a small picture has no coordinates
   */
  constructor(host, { small = false, label = '' } = {}) {
    definePaints();
    this.small = small;
    this.layers = {
      ground: s('g'),
      under: s('g', { class: 'under', ...UNSAID }),
      pieces: s('g', { class: 'pieces', ...UNSAID }),
      over: s('g', { class: 'over', ...UNSAID }),
      hands: s('g'),
      hits: s('g', { class: 'hits', role: small ? null : 'grid', 'aria-label': label || null }),
      ring: s('circle', { class: 'ring-target', r: 62, visibility: 'hidden' }),
      choice: s('g', { class: 'choice' }),
    };
    this.svg = s('svg', {
      class: small ? 'board board--small' : 'board',
      role: small ? 'img' : 'group',
      'aria-label': small ? label || null : null,
    });
    this.svg.append(...Object.values(this.layers));
    host.append(this.svg);
    const again = () => this.#scene && this.draw(this.#scene);
    this.svg.addEventListener('restyle', again);
    if (!small) WIDE.addEventListener('change', again);
  }

  /** @param {string} label what the board is called */
  name(label) {
    this.layers.hits.setAttribute('aria-label', label);
  }

  get at() {
    return this.#at;
  }

  /** @param {Scene} given */
  draw(given) {
    this.#scene = given;
    const scene = { ...given, theme: setting(given.game.shape) || given.game.theme };
    this.#drawGround(scene);
    const at = /** @type {import('./geometry.js').Layout} */ (this.#at);
    this.#drawPieces(scene, at);
    this.layers.under.replaceChildren(...this.#under(scene, at));
    this.layers.over.replaceChildren(...this.#over(scene, at));
    if (scene.game.hands && !this.small) {
      const focused = document.activeElement?.getAttribute('data-hand');
      const hands = drawHands(scene, at);
      this.layers.hands.replaceWith(hands);
      this.layers.hands = hands;
      if (focused) /** @type {SVGElement | null} */ (hands.querySelector(`[data-hand="${focused}"]`))?.focus();
    }
    if (!this.small) {
      drawCells(this.layers.hits, scene);
      this.#drawChoice(scene, at);
    }
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
    if (this.#drawing === drawing && this.#ground === wanted) return;
    const at = layout(drawing.grid, { flipped, hands, beside, labels });
    this.#drawing = drawing;
    this.#ground = wanted;
    this.#at = at;
    this.svg.setAttribute('viewBox', `0 0 ${at.width} ${at.height}`);
    // Whatever frames a board is as wide as the board.
    (table ?? this.svg).style.setProperty('--aspect', String(at.width / at.height));
    const drawn = ground(theme, drawing, at, labels, this.small);
    drawn.setAttribute('aria-hidden', 'true');
    this.layers.ground.replaceWith(drawn);
    this.layers.ground = drawn;
    this.layers.pieces.replaceChildren();
    this.#pieces.clear();
    if (!this.small) this.layers.hits.replaceChildren(...makeCells(scene.drawing.grid, at));
  }

  /**
   * @param {Themed} scene
   * @param {import('./geometry.js').Layout} at
   */
  #drawPieces(scene, at) {
    const { grid } = scene.drawing;
    const stay = new Map();
    /** @type {[string, Piece, string][]} */
    const missing = [];
    for (const [point, piece] of scene.placement.pieces) {
      const key = `${piece.side} ${piece.role}${piece.promoted ? '+' : ''}`;
      const shown = this.#pieces.get(point);
      if (shown?.key === key) stay.set(point, shown);
      else missing.push([point, piece, key]);
    }
    const spare = new Map([...this.#pieces].filter(([point]) => !stay.has(point)));
    const touched = scene.action ? pointsOf(scene.action) : [];
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
      this.#place(shown.element, centreOf(grid, at, point));
      // The piece that moves passes over the others.
      this.layers.pieces.append(shown.element);
      stay.set(point, shown);
    }
    for (const { element } of spare.values()) this.#fade(element);
    this.#pieces = stay;
    for (const [point, { element }] of stay) {
      const held = scene.held?.kind === 'point' && scene.held.at === point;
      const pending = scene.pending !== null && touched.at(-1) === point;
      element.classList.toggle('piece--held', held);
      element.classList.toggle('piece--pending', pending);
    }
  }

  /**
   * @param {SVGGElement} element
   * @param {{x: number, y: number} | null} place
   */
  #place(element, place) {
    if (place) element.style.transform = `translate(${place.x}px, ${place.y}px)`;
  }

  /** @param {SVGGElement} element */
  #fade(element) {
    element.classList.add('piece--gone');
    this.layers.pieces.prepend(element);
    setTimeout(() => element.remove(), FADE);
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
    if (!this.#at || !this.#drawing) return;
    const { grid } = this.#drawing;
    const element = from.kind === 'point' ? this.#pieces.get(from.at)?.element : this.#ghost(from.piece, to !== null);
    element?.classList.toggle('piece--dragged', to !== null);
    element?.classList.toggle('piece--large', to !== null && large);
    if (element && to && element !== this.layers.pieces.lastChild) this.layers.pieces.append(element);
    if (element) this.#place(element, to ?? (from.kind === 'point' ? centreOf(grid, this.#at, from.at) : null));
    const target = over && centreOf(grid, this.#at, over);
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
   * @param {Scene} scene
   * @param {import('./geometry.js').Layout} at
   * @returns {SVGElement[]}
   */
  #under(scene, at) {
    const { grid } = scene.drawing;
    /** @type {SVGElement[]} */
    const marks = [];
    const mark = (/** @type {string} */ point, /** @type {string} */ kind) => {
      const place = centreOf(grid, at, point);
      if (!place) return;
      const size = UNIT * (scene.game.shape === 'disc' ? 1.12 : 1);
      marks.push(
        s('rect', {
          class: `mark mark--${kind}`,
          x: place.x - size / 2,
          y: place.y - size / 2,
          width: size,
          height: size,
          rx: grid.squares ? 0 : size / 2,
        }),
      );
    };
    for (const point of scene.action ? pointsOf(scene.action) : []) mark(point, 'last');
    if (scene.held?.kind === 'point') mark(scene.held.at, 'held');
    if (scene.check) mark(scene.check, 'check');
    for (const point of scene.refused) mark(point, 'refused');
    for (const point of scene.lead.must) mark(point, 'must');
    for (const point of scene.wished ? pointsOf(scene.wished) : []) mark(point, 'wished');
    return marks;
  }

  /**
   * @param {Scene} scene
   * @param {import('./geometry.js').Layout} at
   * @returns {SVGElement[]}
   */
  #over(scene, at) {
    const { grid } = scene.drawing;
    const marks = guards(scene, at);
    for (const point of scene.captured) {
      const place = centreOf(grid, at, point);
      if (!place || scene.placement.pieces.has(point)) continue;
      marks.push(s('path', { class: 'taken', d: `M${place.x - 16} ${place.y - 16}l32 32m0 -32l-32 32` }));
    }
    for (const point of scene.targets) {
      const place = centreOf(grid, at, point);
      if (!place) continue;
      const occupied = scene.placement.pieces.has(point);
      const kind = occupied ? 'taking' : scene.held ? 'free' : 'open';
      marks.push(
        s('circle', {
          class: `target target--${kind}`,
          cx: place.x,
          cy: place.y,
          r: occupied ? 46 : scene.held ? 15 : 10,
        }),
      );
    }
    marks.push(...(scene.named ?? []).map((named) => label(grid, at, named)));
    marks.push(...(scene.shapes ?? []).map((ends) => shape(grid, at, ends)));
    marks.push(...badges(scene, at));
    if (scene.pending && scene.action) {
      const place = centreOf(grid, at, pointsOf(scene.action).at(-1) ?? '');
      if (place)
        marks.push(s('circle', { class: `pending pending--${scene.pending}`, cx: place.x, cy: place.y, r: 49 }));
    }
    return marks;
  }

  /**
   * @param {Themed} scene
   * @param {import('./geometry.js').Layout} at
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
    this.layers.choice.replaceChildren(box, ...options);
    if (!open)
      /** @type {SVGElement | null} */ (this.layers.choice.querySelector('[data-choice]'))?.focus({
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
    const all = /** @type {SVGElement[]} */ ([...this.svg.querySelectorAll(kind)]);
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
