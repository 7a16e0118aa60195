// Arrows and circles that people draw on a board, to show each other something.

import { centreOf } from './geometry.js';
import { s } from './svg.js';

/** @typedef {import('./config.js').Shape} Shape */
/** @typedef {import('./config.js').Brush} Brush */

/**
 * The colour that the keys held while drawing choose.
 *
 * @param {{shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} event
 * @returns {Brush}
 */
export function brushOf({ shiftKey, ctrlKey, altKey, metaKey }) {
  const first = shiftKey || ctrlKey;
  const second = altKey || metaKey;
  if (first && second) return 'yellow';
  return second ? 'blue' : first ? 'red' : 'green';
}

/**
 * The shapes after one more is drawn: the same in the same colour again is wiped, in another colour repainted.
 *
 * @param {readonly Shape[]} shapes
 * @param {Shape} shape
 * @returns {Shape[]}
 */
export function withShape(shapes, shape) {
  const place = (/** @type {Shape} */ { from, to }) => `${from} ${to}`;
  const same = shapes.find((other) => place(other) === place(shape));
  const others = shapes.filter((other) => other !== same);
  return same && (same.brush ?? 'green') === (shape.brush ?? 'green') ? others : [...others, shape];
}

/**
 * @param {import('./grid.js').Grid} grid
 * @param {import('./geometry.js').Layout} at
 * @param {Shape} shape
 * @returns {SVGElement}
 */
export function drawShape(grid, at, { from, to, brush = 'green' }) {
  const { x, y } = centreOf(grid, at, from) ?? { x: 0, y: 0 };
  const end = centreOf(grid, at, to) ?? { x: 0, y: 0 };
  const look = `yg-shape yg-shape--${brush}`;
  if (from === to) return s('circle', { class: look, cx: x, cy: y, r: 48 });
  const [dx, dy] = [end.x - x, end.y - y];
  const far = Math.hypot(dx, dy);
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  // Drawn to the right, then turned; it begins next to the piece and ends before the middle.
  return s('path', {
    class: look,
    d: `M30 0H${far - 22}m-24 -22l24 22l-24 22`,
    transform: `translate(${x} ${y}) rotate(${turn})`,
  });
}
