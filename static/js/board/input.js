// @ts-check
// Pointer and keyboard on a board, as intents: a point, a piece in hand, or a choice is pressed;
// a piece is dragged; the cursor moves; all is let go.

import { nearest, neighbour } from './geometry.js';

/** @typedef {import('./render.js').BoardView} BoardView */

/**
 * @typedef {object} Intents
 * @property {(point: string) => void} point
 * @property {(piece: string) => void} hand
 * @property {(text: string) => void} choice
 * @property {() => void} cancel
 * @property {(point: string) => void} cursor
 * @property {(point: string) => boolean} canDrag picks the piece up if it may go somewhere
 * @property {() => {grid: import('./grid.js').Grid, flipped: boolean} | null} board
 */

/** How far a pointer moves, in pixels, before a press becomes a drag. */
const DRAG_AFTER = 7;

/** @type {Record<string, 'left' | 'right' | 'up' | 'down'>} */
const ARROWS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/**
 * @param {BoardView} view
 * @param {Intents} intents
 */
export function listen(view, intents) {
  const { svg } = view;
  /** @type {{point: string, x: number, y: number, pointer: number, dragging: boolean} | null} */
  let press = null;
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
    dragged = false;
    const point = /** @type {Element} */ (event.target).getAttribute('data-point');
    if (point && event.button === 0)
      press = { point, x: event.clientX, y: event.clientY, pointer: event.pointerId, dragging: false };
  });

  svg.addEventListener('pointermove', (event) => {
    if (!press || event.pointerId !== press.pointer) return;
    if (!press.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_AFTER) return;
      if (!intents.canDrag(press.point)) {
        press = null;
        return;
      }
      press.dragging = true;
      svg.setPointerCapture(event.pointerId);
    }
    view.drag(press.point, toPicture(event));
  });

  svg.addEventListener('pointerup', (event) => {
    if (!press?.dragging) {
      press = null;
      return;
    }
    const { point } = press;
    press = null;
    dragged = true;
    view.drag(point, null);
    const board = intents.board();
    const { x, y } = toPicture(event);
    const to = board && view.at ? nearest(board.grid, view.at, x, y) : null;
    if (to && to !== point) intents.point(to);
  });

  svg.addEventListener('pointercancel', () => {
    if (press?.dragging) view.drag(press.point, null);
    press = null;
  });

  svg.addEventListener('keydown', (event) => {
    const target = /** @type {Element} */ (event.target);
    const point = target.getAttribute('data-point');
    const direction = ARROWS[event.key];
    const board = intents.board();
    if (direction && point && board) {
      const next = neighbour(board.grid, board.flipped, point, direction);
      intents.cursor(next);
      view.focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      activate(target);
    } else if (event.key === 'Escape') {
      intents.cancel();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  svg.addEventListener('focusin', (event) => {
    const point = /** @type {Element} */ (event.target).getAttribute('data-point');
    if (point) intents.cursor(point);
  });

  /** @param {PointerEvent} event */
  function toPicture(event) {
    const matrix = svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }
}
