// What leads the eye: stones that cannot be taken, with the formations that protect them, the
// formation that was completed just now, and the note on a move before it is played.

import { centreOf } from './geometry.js';
import { s } from './svg.js';

/** @typedef {import('./play_view.js').Scene} Scene */
/** @typedef {import('./geometry.js').Layout} Layout */

/**
 * @param {Scene} scene
 * @param {Layout} at
 * @returns {SVGElement[]}
 */
export function guards({ look: { drawing }, decorations }, at) {
  const place = (/** @type {string} */ point) => centreOf(drawing.grid, at, point) ?? { x: 0, y: 0 };
  const safe = decorations.filter(({ kind }) => kind === 'safe');
  const formations = new Map(safe.map((mark) => [mark.with?.join(), (mark.with ?? []).map(place)]));
  return [
    ...[...formations.values()].map((points) => s('polygon', { class: 'yg-fang', points: outline(points) })),
    ...safe.map(({ at: point }) => {
      const { x, y } = place(point);
      return s('path', { class: 'yg-safe', d: `M${x - 17} ${y - 17}h34v14q0 16 -17 25q-17 -9 -17 -25z`, 'data-safe': point });
    }),
  ];
}

/**
 * The formations that were made, with a ring round each of their stones.
 *
 * @param {Scene} scene
 * @param {Layout} at
 * @returns {SVGElement[]}
 */
export function patterns({ look: { drawing }, decorations }, at) {
  const place = (/** @type {string} */ point) => centreOf(drawing.grid, at, point) ?? { x: 0, y: 0 };
  return decorations.flatMap(({ kind, with: points = [] }) =>
    kind === 'pattern' && points.length > 0
      ? [
          s('polygon', { class: 'yg-pattern', points: outline(points.map(place)) }),
          ...points.map((point) =>
            s('circle', { class: 'yg-pattern-stone', cx: place(point).x, cy: place(point).y, r: 46, 'data-pattern': point }),
          ),
        ]
      : [],
  );
}

/** The grounds of badges, by their tone. */
const GROUND = {
  warning: { fill: '#7a1d12', stroke: '#fff' },
  good: { fill: '#1f5a3c', stroke: '#fff' },
  even: { fill: '#fff', stroke: '#333' },
  bad: { fill: '#7a1d12', stroke: '#fff' },
};

/**
 * @param {Scene} scene
 * @param {Layout} at
 * @returns {SVGElement[]}
 */
export const badges = ({ look: { drawing }, badges: shown }, at) =>
  [...shown].map(([point, { badge, tone }]) => {
    const { x, y } = centreOf(drawing.grid, at, point) ?? { x: 0, y: 0 };
    const kind = tone ?? 'warning';
    const width = Math.max(52, 22 + 15 * badge.length);
    return s(
      'g',
      { class: `yg-note yg-note--${kind}`, transform: `translate(${x + 24} ${y - 30})` },
      // A bad move has corners: it differs by more than its colour.
      s('rect', { x: -width / 2, y: -17, width, height: 34, rx: tone === 'bad' ? 4 : 17, 'stroke-width': 2.5, ...GROUND[kind] }),
      s('text', { dy: '.36em', fill: tone === 'even' ? '#222' : '#fff' }, badge),
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
