// @ts-check
// The marks of a position: under the pieces what was played, over them what can be played, how
// something was taken, arrows and circles.

import { s } from '../dom.js';
import { pointsOf } from './actions.js';
import { centreOf, UNIT } from './geometry.js';
import { badges, guards } from './guards.js';

/** @typedef {import('./grid.js').Grid} Grid */
/** @typedef {import('./geometry.js').Layout} Layout */

/**
 * @param {import('./render.js').Scene} scene
 * @param {Layout} at
 * @returns {SVGElement[]}
 */
export function under(scene, at) {
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
 * @param {import('./render.js').Scene} scene
 * @param {Layout} at
 * @returns {SVGElement[]}
 */
export function over(scene, at) {
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
 * A word at a point.
 *
 * @param {Grid} grid
 * @param {Layout} at
 * @param {{at: string, text: string}} word
 */
function label(grid, at, { at: point, text }) {
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
function shape(grid, at, [from, to]) {
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
