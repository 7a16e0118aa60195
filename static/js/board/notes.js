// @ts-check
// What is written and drawn over a board: how something was taken, arrows and circles.

import { s } from '../dom.js';
import { centreOf } from './geometry.js';

/** @typedef {import('./grid.js').Grid} Grid */
/** @typedef {import('./geometry.js').Layout} Layout */

/**
 * A word at a point.
 *
 * @param {Grid} grid
 * @param {Layout} at
 * @param {{at: string, text: string}} word
 */
export function label(grid, at, { at: point, text }) {
  const { x, y } = centreOf(grid, at, point) ?? { x: 0, y: 0 };
  const size = at.boardWidth / 24;
  const half = text.length * size * (text.charCodeAt(0) > 0x2e80 ? 0.5 : 0.3);
  const middle = Math.min(Math.max(x, at.left + half), at.left + at.boardWidth - half);
  return s('text', { class: 'named', x: middle, y: y + 30 + size * 0.8, 'font-size': size }, text);
}

/**
 * An arrow from point to point, or a circle round one.
 *
 * @param {Grid} grid
 * @param {Layout} at
 * @param {[from: string, to: string]} ends
 */
export function shape(grid, at, [from, to]) {
  const { x, y } = centreOf(grid, at, from) ?? { x: 0, y: 0 };
  const end = centreOf(grid, at, to) ?? { x: 0, y: 0 };
  if (from === to) return s('circle', { class: 'shape', cx: x, cy: y, r: 48 });
  const [dx, dy] = [end.x - x, end.y - y];
  const far = Math.hypot(dx, dy);
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  // Drawn to the right, then turned; it begins beside the piece and ends before the middle.
  return s('path', {
    class: 'shape',
    d: `M30 0H${far - 22}m-24 -22l24 22l-24 22`,
    transform: `translate(${x} ${y}) rotate(${turn})`,
  });
}
