// The marks of a position: under the pieces the last action, over them the possible ones, how
// something was taken, and how far the last action has come.

import { parseAction, pointsOf } from './actions.js';
import { centreOf, UNIT } from './geometry.js';
import { badges, guards, patterns } from './guards.js';
import { s } from './svg.js';

/** @typedef {import('./play_view.js').Scene} Scene */
/** @typedef {import('./grid.js').Grid} Grid */
/** @typedef {import('./geometry.js').Layout} Layout */

/**
 * @param {Scene} scene
 * @param {Layout} at
 * @returns {SVGElement[]}
 */
export function under(scene, at) {
  const { look, decorations } = scene;
  const { grid } = look.drawing;
  /** @type {SVGElement[]} */
  const marks = [];
  const mark = (/** @type {string} */ point, /** @type {string} */ kind) => {
    const place = centreOf(grid, at, point);
    if (!place) return;
    const size = UNIT * (look.shape === 'disc' ? 1.12 : 1);
    marks.push(
      s('rect', {
        class: `yg-mark yg-mark--${kind}`,
        x: place.x - size / 2,
        y: place.y - size / 2,
        width: size,
        height: size,
        rx: grid.squares ? 0 : size / 2,
      }),
    );
  };
  const { from, to } = ends(scene);
  // In a square the colour of the square shows it; on a crossing a disc would be taken for a stone.
  if (grid.squares) for (const point of [from, to]) mark(point, 'last');
  else marks.push(...left(grid, at, from));
  if (scene.held?.kind === 'point') mark(scene.held.at, 'held');
  for (const { at: point, kind } of decorations) if (kind === 'check' || kind === 'refused' || kind === 'must') mark(point, kind);
  for (const point of scene.premove ? pointsOf(scene.premove) : []) mark(point, 'premove');
  return [...marks, ...patterns(scene, at).filter((drawn) => drawn.matches('polygon'))];
}

/**
 * The points of the last move: where it began, if it did on the board, and where a piece stands now.
 *
 * @param {Pick<Scene, 'marked' | 'action'>} scene
 * @returns {{from: string, to: string}} empty for none
 */
export function ends({ marked, action }) {
  const last = parseAction(marked ?? action ?? '');
  const from = last.kind === 'step' ? last.from : '';
  return { from, to: last.kind === 'step' || last.kind === 'place' || last.kind === 'drop' ? last.to : '' };
}

/**
 * A small ring on the point that a piece has left.
 *
 * @param {Grid} grid
 * @param {Layout} at
 * @param {string} point
 */
function left(grid, at, point) {
  const place = centreOf(grid, at, point);
  return place ? [s('circle', { class: 'yg-last', cx: place.x, cy: place.y, r: 13, 'data-last': point })] : [];
}

/**
 * @param {Scene} scene
 * @param {Layout} at
 * @returns {SVGElement[]}
 */
export function over(scene, at) {
  const { grid } = scene.look.drawing;
  const stones = patterns(scene, at).filter((drawn) => !drawn.matches('polygon'));
  const marks = [...guards(scene, at), ...stones];
  const { to } = ends(scene);
  const end = grid.squares ? null : centreOf(grid, at, to);
  // The one that arrived wears a ring on itself.
  if (end && scene.pieces.has(to))
    marks.push(
      s('circle', {
        class: `yg-last yg-last--${scene.look.shape}`,
        cx: end.x,
        cy: end.y,
        r: scene.look.shape === 'disc' ? 48 : 17,
        'data-last': to,
      }),
    );
  for (const { at: point, kind } of scene.decorations) {
    const place = centreOf(grid, at, point);
    if (kind !== 'taken' || !place || scene.pieces.has(point)) continue;
    marks.push(s('path', { class: 'yg-taken', d: `M${place.x - 16} ${place.y - 16}l32 32m0 -32l-32 32` }));
  }
  // While the question of a promotion is open, nothing else is.
  for (const point of scene.choice ? [] : scene.targets) {
    const place = centreOf(grid, at, point);
    if (!place) continue;
    const occupied = scene.pieces.has(point);
    const kind = occupied ? 'taking' : scene.held ? 'free' : 'open';
    marks.push(
      s('circle', {
        class: `yg-target yg-target--${kind}`,
        cx: place.x,
        cy: place.y,
        r: occupied ? 46 : scene.held ? 15 : 10,
      }),
    );
  }
  for (const named of scene.decorations) if (named.kind === 'pattern' && named.text) marks.push(label(grid, at, named));
  marks.push(...badges(scene, at));
  if (scene.pending && scene.action) {
    const place = centreOf(grid, at, pointsOf(scene.action).at(-1) ?? '');
    if (place) marks.push(s('circle', { class: `yg-pending yg-pending--${scene.pending}`, cx: place.x, cy: place.y, r: 49 }));
  }
  return marks;
}

/**
 * The name of a formation: in the middle of its points, or next to its only one.
 *
 * @param {Grid} grid
 * @param {Layout} at
 * @param {import('./config.js').Decoration} named
 */
function label(grid, at, { at: point, text = '', with: points = [] }) {
  const places = (points.length > 0 ? points : [point]).map((name) => centreOf(grid, at, name) ?? { x: 0, y: 0 });
  const x = places.reduce((sum, place) => sum + place.x, 0) / places.length;
  const y = places.reduce((sum, place) => sum + place.y, 0) / places.length;
  const size = at.boardWidth / 24;
  const half = text.length * size * (text.charCodeAt(0) > 0x2e80 ? 0.5 : 0.3);
  const middle = Math.min(Math.max(x, at.left + half), at.left + at.boardWidth - half);
  const below = points.length > 1 ? size * 0.36 : 30 + size * 0.8;
  return s('text', { class: 'yg-named', x: middle, y: y + below, 'font-size': size }, text);
}
