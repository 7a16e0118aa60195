// @ts-check
// The part of a board that does not change: its material, lines, marks and coordinates.

import { s } from '../dom.js';
import { centre, crossing, UNIT } from './geometry.js';

/** @typedef {import('../games/index.js').Drawing} Drawing */
/** @typedef {import('./geometry.js').Layout} Layout */

/**
 * @param {string} surface
 * @param {Drawing} drawing
 * @param {Layout} at
 * @param {boolean} labels whether to write the coordinates
 * @returns {SVGGElement}
 */
export function ground(surface, drawing, at, labels) {
  const { grid } = drawing;
  const group = s('g', { class: 'ground' });
  group.append(
    s('rect', {
      class: `surface surface--${surface}`,
      x: 0,
      y: at.top,
      width: at.width,
      height: at.boardHeight,
      rx: 10,
    }),
    s('path', { class: `grain grain--${surface}`, d: grain(at) }),
  );
  const line = (/** @type {[number, number, number, number][]} */ lines) =>
    lines
      .map(([x1, y1, x2, y2]) => {
        const from = crossing(grid, at, x1, y1);
        const to = crossing(grid, at, x2, y2);
        return `M${from.x} ${from.y}L${to.x} ${to.y}`;
      })
      .join('');
  group.append(s('path', { class: 'lines', d: line(drawing.lines) }));
  if (drawing.edges) group.append(s('path', { class: 'lines lines--edge', d: line(drawing.edges) }));
  if (drawing.marks)
    group.append(
      s('path', { class: 'lines lines--mark', d: drawing.marks.map((mark) => corners(drawing, at, mark)).join('') }),
    );
  for (const [x, y] of drawing.dots ?? []) {
    const dot = crossing(grid, at, x, y);
    group.append(s('circle', { class: 'dot', cx: dot.x, cy: dot.y, r: 7 }));
  }
  for (const { x, y, text } of drawing.texts ?? []) {
    const place = crossing(grid, at, x, y);
    group.append(s('text', { class: 'river', x: place.x, y: place.y, dy: '.36em' }, text));
  }
  if (labels) group.append(coordinates(drawing, at));
  return group;
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
 */
function coordinates(drawing, at) {
  const { grid } = drawing;
  // On a board of few points the picture is drawn larger; the letters are not.
  const size = Math.min(24, 10 + 1.6 * grid.files);
  const group = s('g', { class: 'coordinates', 'font-size': size, 'aria-hidden': 'true' });
  const squares = grid.squares;
  // Shogi writes files above and ranks at the right, boards of crossings below and at the left.
  const fileY = squares ? at.top + at.margin / 2 : at.top + at.boardHeight - 20;
  const rankX = squares ? at.width - at.margin / 2 : 20;
  drawing.files.forEach((text, file) => {
    group.append(s('text', { x: centre(grid, at, file, 0).x, y: fileY, dy: '.36em' }, text));
  });
  drawing.ranks.forEach((text, rank) => {
    group.append(s('text', { x: rankX, y: centre(grid, at, 0, rank).y, dy: '.36em' }, text));
  });
  return group;
}

/**
 * A few long, slightly bent strokes across the board: the grain of wood, the fibres of paper.
 *
 * @param {Layout} at
 */
function grain(at) {
  let path = '';
  let seed = 7;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let x = 12; x < at.width; x += 14 + next() * 40) {
    const bend = (next() - 0.5) * 34;
    const top = at.top + 3;
    const third = (at.boardHeight - 6) / 3;
    path += `M${x.toFixed(1)} ${top}c${bend.toFixed(1)} ${third.toFixed(1)} ${(-bend).toFixed(1)} ${(2 * third).toFixed(1)} ${(bend / 2).toFixed(1)} ${(3 * third).toFixed(1)}`;
  }
  return path;
}
