// @ts-check
// What leads the eye: stones that cannot be taken, with the formations that protect them, and
// what is to be known of a move before it is made.

import { s } from '../dom.js';
import { centreOf } from './geometry.js';

/**
 * @param {import('./render.js').Scene} scene
 * @param {import('./geometry.js').Layout} at
 * @returns {SVGElement[]}
 */
export function guards({ drawing: { grid }, lead }, at) {
  const place = (/** @type {string} */ point) => centreOf(grid, at, point) ?? { x: 0, y: 0 };
  const formations = new Map(lead.safe.map(({ by }) => [by.join(), by.map(place)]));
  return [
    ...[...formations.values()].map((points) => s('polygon', { class: 'fang', points: outline(points) })),
    ...lead.safe.map(({ at: point }) => {
      const { x, y } = place(point);
      return s('path', { class: 'safe', d: `M${x - 17} ${y - 17}h34v14q0 16 -17 25q-17 -9 -17 -25z`, 'data-safe': point });
    }),
  ];
}

/**
 * @param {import('./render.js').Scene} scene
 * @param {import('./geometry.js').Layout} at
 * @returns {SVGElement[]}
 */
export const badges = ({ drawing: { grid }, notes: noted }, at) =>
  [...noted].map(([point, { badge }]) => {
    const { x, y } = centreOf(grid, at, point) ?? { x: 0, y: 0 };
    return s(
      'g',
      { class: 'note', transform: `translate(${x + 24} ${y - 30})` },
      s('rect', { x: -26, y: -17, width: 52, height: 34, rx: 17 }),
      s('text', { dy: '.36em' }, badge),
    );
  });

/**
 * Points in the order round their middle.
 *
 * @param {{x: number, y: number}[]} points
 */
function outline(points) {
  const middle = (/** @type {'x' | 'y'} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [middle('x'), middle('y')];
  const angle = (/** @type {{x: number, y: number}} */ point) => Math.atan2(point.y - y, point.x - x);
  return [...points]
    .sort((a, b) => angle(a) - angle(b))
    .map((point) => `${point.x},${point.y}`)
    .join(' ');
}
