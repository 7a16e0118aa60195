// Pointer and keyboard on a board, as intents: a point, a piece in hand, or a choice is pressed;
// a piece is dragged; an arrow is drawn; the cursor moves; everything is released.

import { neighbour } from './geometry.js';

/** @typedef {import('./play_view.js').PlayView} PlayView */
/** @typedef {import('./state.js').Held} Held */

/**
 * @typedef {object} Intents
 * @property {(point: string) => boolean} point whether an action was played by it
 * @property {(piece: string) => void} hand
 * @property {(text: string) => void} choice
 * @property {() => void} cancel
 * @property {() => void} moved the carried piece is put down: draw it where it belongs
 * @property {(point: string) => void} cursor
 * @property {() => string} cursorAt the point that the cursor is on
 * @property {() => void} [typed] a character is typed
 * @property {(from: Held) => boolean} canDrag picks the piece up if it may go somewhere
 * @property {() => boolean} [drawing] whether pressing and dragging draws
 * @property {(from: string | null, to: string | null, event: PointerEvent) => void} sketch a shape while it is drawn
 * @property {(from: string, to: string, event: PointerEvent) => void} shape an arrow, or a circle if both are the same
 * @property {() => {grid: import('./grid.js').Grid, flipped: boolean} | null} board
 */

/** How far a pointer moves, in pixels, before a press becomes a drag. */
const DRAG_AFTER = 7;

/** How far above the finger, in pixels, a piece is carried, so that it can be seen. */
const LIFT = 58;

/** @type {Record<string, 'left' | 'right' | 'up' | 'down'>} */
const ARROWS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/** Whether an element is something that can be pressed. @param {Element} element */
const isKey = (element) => element.matches('[data-choice], [data-hand], [data-point]');

/**
 * @param {PlayView} view
 * @param {Intents} intents
 * @returns {() => void} ends the listening
 */
export function listen(view, intents) {
  const { svg } = view;
  const ending = new AbortController();
  const { signal } = ending;
  /** @type {{from: Held, x: number, y: number, pointer: number, dragging: boolean} | null} */
  let press = null;
  /** Where a shape begins, and by which pointer. @type {{from: string, pointer: number} | null} */
  let pen = null;
  /** From the window to the picture, as long as a piece is carried: to ask each time lays the page out. @type {DOMMatrix | null} */
  let matrix = null;
  /** The element under the pointer when it went down. @type {Element | null} */
  let aimed = null;
  /** Whether the click that follows means nothing any more. */
  let done = false;

  /**
   * @template {keyof SVGElementEventMap} K
   * @param {K} type
   * @param {(event: SVGElementEventMap[K]) => void} heard
   */
  const on = (type, heard) => svg.addEventListener(type, heard, { signal });

  on('click', (event) => {
    if (!done) {
      const target = /** @type {Element} */ (event.target);
      // The board was moved or redrawn under the pointer: the element of the press is meant.
      activate(isKey(target) ? target : (aimed ?? target));
    }
    done = false;
    aimed = null;
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

  on('pointerdown', (event) => {
    // While one finger carries a piece, another does nothing.
    if (press?.dragging && event.pointerId !== press.pointer) return;
    done = false;
    const target = /** @type {Element} */ (event.target);
    aimed = event.button === 0 ? target : null;
    const at = target.getAttribute('data-point');
    const piece = target.getAttribute('data-hand');
    if (at && (event.button === 2 || (event.button === 0 && intents.drawing?.()))) {
      pen = { from: at, pointer: event.pointerId };
      // A finger's events go to the touched element unless they are captured; a mouse's do not.
      svg.setPointerCapture(event.pointerId);
      intents.sketch(at, at, event);
    } else if (event.button === 0 && (at || piece)) {
      /** @type {Held} */
      const from = at ? { kind: 'point', at } : { kind: 'hand', piece: piece ?? '' };
      press = { from, x: event.clientX, y: event.clientY, pointer: event.pointerId, dragging: false };
      // A finger that lifts a piece must not scroll the page, from the first pixel on. Its events
      // go to the touched element, even if that is redrawn during the touch; the picture then gets no events.
      if (event.pointerType === 'touch' && target.matches('.yg-hit--source')) keep(target);
    }
  });

  /** @param {Element} target */
  const keep = (target) => target.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false, signal });

  on('pointermove', (event) => {
    if (pen?.pointer === event.pointerId) {
      intents.sketch(pen.from, view.pointAt(event), event);
      return;
    }
    if (!press || event.pointerId !== press.pointer) return;
    if (press.dragging && event.buttons > 1) {
      // A second button cancels.
      letGo();
      intents.cancel();
      return;
    }
    if (!press.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_AFTER) return;
      aimed = null;
      if (!intents.canDrag(press.from)) {
        press = null;
        return;
      }
      press.dragging = true;
      matrix = svg.getScreenCTM()?.inverse() ?? null;
      svg.setPointerCapture(event.pointerId);
    }
    const finger = event.pointerType === 'touch';
    // It may have been captured in between.
    if (!view.drag(press.from, toPicture(event, finger ? LIFT : 0), view.pointAt(event, matrix), finger)) {
      letGo();
      intents.cancel();
    }
  });

  on('pointerup', (event) => {
    if (pen?.pointer === event.pointerId) {
      const { from } = pen;
      const to = view.pointAt(event);
      pen = null;
      done = event.button === 0;
      intents.sketch(null, null, event);
      if (to) intents.shape(from, to, event);
      return;
    }
    // Not every browser reports a click on a removed element.
    if (event.button === 0 && aimed && !aimed.isConnected && !press?.dragging) {
      activate(aimed);
      done = true;
    }
    if (event.pointerId !== press?.pointer) return;
    const { from, dragging } = press;
    press = null;
    if (!dragging) return;
    done = true;
    const to = view.pointAt(event, matrix);
    view.putDown(to !== null && !(from.kind === 'point' && from.at === to) && intents.point(to));
    intents.moved();
  });

  on('pointercancel', (event) => {
    if (event.pointerId === press?.pointer) letGo();
    if (event.pointerId !== pen?.pointer) return;
    pen = null;
    intents.sketch(null, null, event);
  });
  // A carried piece is not where the matrix has it, once the page has scrolled.
  on('wheel', () => (matrix = null));
  on('contextmenu', (event) => event.preventDefault());
  svg.addEventListener('touchmove', (event) => (press?.dragging || pen) && event.preventDefault(), { passive: false, signal });

  function letGo() {
    const dragging = press?.dragging;
    press = null;
    if (!dragging) return;
    done = true;
    view.putDown(false);
    intents.moved();
  }

  on('keydown', (event) => {
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
      letGo();
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

  // Heard on the host: a picture that listens to the focus is a stop of its own for Tab.
  svg.parentElement?.addEventListener(
    'focusin',
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const point = target.getAttribute('data-point');
      if (point && svg.contains(target)) intents.cursor(point);
    },
    { signal },
  );

  return () => ending.abort();

  /**
   * @param {PointerEvent} event
   * @param {number} lift
   */
  function toPicture(event, lift) {
    matrix ??= svg.getScreenCTM()?.inverse() ?? null;
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY - lift).matrixTransform(matrix);
    return { x, y };
  }
}
