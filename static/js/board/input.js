// @ts-check
// Pointer and keyboard on a board, as intents: a point, a piece in hand, or a choice is pressed;
// a piece is dragged; an arrow is drawn; the cursor moves; all is let go.

import { nearest, neighbour } from './geometry.js';

/** @typedef {import('./play_view.js').PlayView} PlayView */
/** @typedef {import('./state.js').Held} Held */

/**
 * @typedef {object} Intents
 * @property {(point: string) => void} point
 * @property {(piece: string) => void} hand
 * @property {(text: string) => void} choice
 * @property {() => void} cancel
 * @property {(point: string) => void} cursor
 * @property {() => string} cursorAt the point that the cursor is on
 * @property {() => void} [typed] a character is typed
 * @property {(from: Held) => boolean} canDrag picks the piece up if it may go somewhere
 * @property {(from: string, to: string) => void} shape an arrow, or a circle if both are the same
 * @property {() => {grid: import('./grid.js').Grid, flipped: boolean} | null} board
 */

/** How far a pointer moves, in pixels, before a press becomes a drag. */
const DRAG_AFTER = 7;

/** How far above the finger, in pixels, a piece is carried, so that it can be seen. */
const LIFT = 58;

/** @type {Record<string, 'left' | 'right' | 'up' | 'down'>} */
const ARROWS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/**
 * @param {PlayView} view
 * @param {Intents} intents
 */
export function listen(view, intents) {
  const { svg } = view;
  /** @type {{from: Held, x: number, y: number, pointer: number, dragging: boolean} | null} */
  let press = null;
  /** @type {string | null} where the right button went down */
  let drawing = null;
  let dragged = false;

  svg.addEventListener('click', (event) => {
    if (dragged) {
      dragged = false;
      return;
    }
    activate(/** @type {Element} */ (event.target));
  });

  /** @param {Element} target */
  function activate(target) {
    const choice = target.getAttribute('data-choice');
    const piece = target.getAttribute('data-hand');
    const point = target.getAttribute('data-point');
    if (choice) intents.choice(choice);
    else if (piece) intents.hand(piece);
    else if (point) intents.point(point);
    else intents.cancel();
  }

  svg.addEventListener('pointerdown', (event) => {
    // While one finger carries a piece, another does nothing.
    if (press?.dragging && event.pointerId !== press.pointer) return;
    dragged = false;
    const target = /** @type {Element} */ (event.target);
    const at = target.getAttribute('data-point');
    const piece = target.getAttribute('data-hand');
    if (event.button === 2) {
      if (press?.dragging) letGo();
      drawing = at;
    } else if (event.button === 0 && (at || piece)) {
      /** @type {Held} */
      const from = at ? { kind: 'point', at } : { kind: 'hand', piece: piece ?? '' };
      press = { from, x: event.clientX, y: event.clientY, pointer: event.pointerId, dragging: false };
    }
  });

  svg.addEventListener('pointermove', (event) => {
    if (!press || event.pointerId !== press.pointer) return;
    if (!press.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_AFTER) return;
      if (!intents.canDrag(press.from)) {
        press = null;
        return;
      }
      press.dragging = true;
      svg.setPointerCapture(event.pointerId);
    }
    const finger = event.pointerType === 'touch';
    view.drag(press.from, toPicture(event, finger ? LIFT : 0), under(event), finger);
  });

  svg.addEventListener('pointerup', (event) => {
    if (event.button === 2) {
      const to = under(event);
      if (drawing && to) intents.shape(drawing, to);
      drawing = null;
      return;
    }
    if (event.pointerId !== press?.pointer) return;
    const { from, dragging } = press;
    letGo();
    if (!dragging) return;
    dragged = true;
    const to = under(event);
    if (to && !(from.kind === 'point' && from.at === to)) intents.point(to);
  });

  svg.addEventListener('pointercancel', (event) => event.pointerId === press?.pointer && letGo());
  // A finger that drags a piece must not scroll the page; `touch-action` alone is not heeded within SVG.
  svg.addEventListener('touchmove', (event) => press?.dragging && event.preventDefault(), { passive: false });
  svg.addEventListener('contextmenu', (event) => event.preventDefault());

  function letGo() {
    if (press?.dragging) view.drag(press.from, null);
    press = null;
  }

  svg.addEventListener('keydown', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = ARROWS[event.key];
    const point = target.getAttribute('data-point');
    if (direction && point) walk(point, direction);
    else if (direction) beside(target, direction);
    else if (event.key === 'Enter' || event.key === ' ') {
      activate(target);
      // A piece taken from the hand goes onto the board next.
      if (target.hasAttribute('data-hand')) view.focus(intents.cursorAt());
    } else if (event.key === 'Escape') {
      intents.cancel();
    } else {
      if (event.key.length === 1) intents.typed?.();
      // The character itself goes where the focus now is.
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  /**
   * @param {string} point
   * @param {'left' | 'right' | 'up' | 'down'} direction
   */
  function walk(point, direction) {
    const board = intents.board();
    if (!board) return;
    const next = neighbour(board.grid, board.flipped, point, direction);
    // Beyond the edge lie the pieces in hand.
    if (next === point && view.focusHand()) return;
    intents.cursor(next);
    view.focus(next);
  }

  /**
   * @param {Element} target a piece in hand or a choice
   * @param {'left' | 'right' | 'up' | 'down'} direction
   */
  function beside(target, direction) {
    const vertical = direction === 'up' || direction === 'down';
    const away = target.hasAttribute('data-hand') && vertical !== Boolean(view.at?.beside);
    if (away) view.focus(intents.cursorAt());
    else view.focusBeside(target, direction === 'left' || direction === 'up' ? -1 : 1);
  }

  svg.addEventListener('focusin', (event) => {
    const point = /** @type {Element} */ (event.target).getAttribute('data-point');
    if (point) intents.cursor(point);
  });

  /** The point under the pointer. @param {PointerEvent} event */
  function under(event) {
    const board = intents.board();
    const { x, y } = toPicture(event);
    return board && view.at ? nearest(board.grid, view.at, x, y) : null;
  }

  /**
   * @param {PointerEvent} event
   * @param {number} [lift]
   */
  function toPicture(event, lift = 0) {
    const matrix = svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY - lift).matrixTransform(matrix.inverse());
    return { x, y };
  }
}
