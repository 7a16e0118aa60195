// The part of a board that does not change: its material, lines, marks and coordinates.

import { centre, crossing, UNIT } from './geometry.js';
import { s } from './svg.js';

/** @typedef {import('./config.js').Drawing} Drawing */
/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {[number, number, number, number]} Line */

/** Lines on these are scratched or cut, so that their far edge catches the light. */
const CUT = new Set(['earth', 'slab']);

/**
 * @param {import('./config.js').Config} config
 * @param {Layout} at
 * @param {boolean} labelled whether to write the coordinates
 * @returns {SVGGElement}
 */
export function ground({ look: { drawing }, theme, small, assets, labels }, at, labelled) {
  const { grid } = drawing;
  const board = { x: at.left, width: at.boardWidth, height: at.boardHeight, rx: grid.squares ? 5 : 12 };
  const group = s('g', { class: `yg-ground yg-ground--${theme}` });
  group.append(s('rect', { class: 'yg-side', ...board, y: at.top + 9 }), s('rect', { class: 'yg-surface', ...board, y: at.top }));
  if (!small)
    group.append(s('image', { ...board, y: at.top, href: assets(`textures/${theme}.svg`), preserveAspectRatio: 'none' }));
  const line = (/** @type {Line[]} */ lines) =>
    lines
      .map(([x1, y1, x2, y2]) => {
        const from = crossing(grid, at, x1, y1);
        const to = crossing(grid, at, x2, y2);
        return `M${from.x} ${from.y}L${to.x} ${to.y}`;
      })
      .join('');
  const lines = line(drawing.lines);
  if (CUT.has(theme)) group.append(s('path', { class: 'yg-lines yg-lines--lit', d: lines, transform: 'translate(1.5 2.5)' }));
  group.append(s('path', { class: 'yg-lines', d: lines }));
  if (drawing.edges) group.append(s('path', { class: 'yg-lines yg-lines--edge', d: line(drawing.edges) }));
  if (drawing.frame && !small) group.append(frame(drawing, at));
  if (drawing.marks)
    group.append(
      s('path', { class: 'yg-lines yg-lines--mark', d: drawing.marks.map((mark) => corners(drawing, at, mark)).join('') }),
    );
  for (const [x, y] of drawing.dots ?? []) {
    const dot = crossing(grid, at, x, y);
    group.append(s('circle', { class: 'yg-dot', cx: dot.x, cy: dot.y, r: 7 }));
  }
  for (const { x, y, text } of drawing.texts ?? []) {
    const place = crossing(grid, at, x, y);
    group.append(s('text', { class: 'yg-river', x: place.x, y: place.y, dy: '.36em' }, text));
  }
  if (labelled) group.append(coordinates(drawing, at, labels));
  return group;
}

/**
 * @param {Drawing} drawing
 * @param {import('./config.js').Config['labels']} labels
 * @returns {import('./config.js').Labels}
 */
export const labelsOf = (drawing, labels) => (labels !== 'letters' && drawing[labels]) || drawing;

/**
 * A heavy line round the whole net, a little outside it.
 *
 * @param {Drawing} drawing
 * @param {Layout} at
 */
function frame({ grid }, at) {
  const gap = 13;
  return s('rect', {
    class: 'yg-lines yg-lines--frame',
    x: at.left + at.margin - gap,
    y: at.top + at.margin - gap,
    width: (grid.files - 1) * UNIT + 2 * gap,
    height: (grid.ranks - 1) * UNIT + 2 * gap,
  });
}

/**
 * The four small angles round the place of a cannon or soldier; at the edge of the board two.
 *
 * @param {Drawing} drawing
 * @param {Layout} at
 * @param {[number, number]} mark
 */
function corners({ grid }, at, [x, y]) {
  const { x: cx, y: cy } = crossing(grid, at, x, y);
  const gap = UNIT * 0.07;
  const length = UNIT * 0.15;
  let path = '';
  for (const sx of [-1, 1]) {
    const outside = (x === 0 && sx < 0 !== at.flipped) || (x === grid.files - 1 && sx > 0 !== at.flipped);
    if (outside) continue;
    for (const sy of [-1, 1]) {
      path += `M${cx + sx * (gap + length)} ${cy + sy * gap}h${-sx * length}v${sy * length}`;
    }
  }
  return path;
}

/**
 * @param {Drawing} drawing
 * @param {Layout} at
 * @param {import('./config.js').Config['labels']} labels
 */
function coordinates(drawing, at, labels) {
  const { grid } = drawing;
  // On a board of few points the picture is drawn larger; the letters are not.
  const size = Math.min(25, 11 + 1.6 * grid.files);
  const group = s('g', { class: 'yg-coordinates', 'font-size': size, 'aria-hidden': 'true' });
  const squares = grid.squares;
  // Shogi writes files above and ranks at the right, boards of crossings below and at the left.
  const fileY = squares ? at.top + at.margin / 2 : at.top + at.boardHeight - 22;
  const rankX = at.left + (squares ? at.boardWidth - at.margin / 2 : 22);
  const { files, ranks, far = [] } = labelsOf(drawing, labels);
  const across = (/** @type {string[]} */ texts, /** @type {number} */ y) =>
    group.append(...texts.map((text, file) => s('text', { x: centre(grid, at, file, 0).x, y, dy: '.36em' }, text)));
  across(at.flipped && far.length > 0 ? far : files, fileY);
  across(at.flipped && far.length > 0 ? files : far, at.top + 22);
  ranks.forEach((text, rank) => {
    group.append(s('text', { x: rankX, y: centre(grid, at, 0, rank).y, dy: '.36em' }, text));
  });
  return group;
}
