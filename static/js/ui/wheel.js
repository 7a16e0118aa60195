// Steps by the wheel over a board.

/** How far a wheel turns for a move, in pixels: a notch of a mouse, and a stroke rather than a touch of a pad. */
const NOTCH = 40;

/**
 * @param {Element} board
 * @param {(by: -1 | 1) => void} step
 * @param {AbortSignal} [signal] ends it
 */
export function stepByWheel(board, step, signal) {
  let turned = 0;
  board.addEventListener(
    'wheel',
    (given) => {
      const event = /** @type {WheelEvent} */ (given);
      // With a key held the page is made larger.
      if (event.ctrlKey || event.metaKey || Math.abs(event.deltaY) <= Math.abs(event.deltaX)) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      step(turned < 0 ? -1 : 1);
      turned = 0;
    },
    { passive: false, signal },
  );
}
