// Touch, focus and screen reader access of a board: an ARIA grid of invisible cells over it.

import { centreOf, UNIT } from './geometry.js';
import { labelsOf } from './ground.js';
import { s, setAttribute } from './svg.js';

/** @typedef {import('./play_view.js').Scene} Scene */

/**
 * Rows of cells from the top left, so that the order of reading is that of the screen.
 *
 * @param {Scene} scene
 * @param {import('./geometry.js').Layout} at
 * @returns {SVGGElement[]}
 */
export function makeCells({ look: { drawing }, labels, words }, at) {
  const { grid } = drawing;
  const { ranks } = labelsOf(drawing, labels);
  return Array.from({ length: grid.ranks }, (_, row) => {
    const rank = at.flipped ? row : grid.ranks - 1 - row;
    const cells = Array.from({ length: grid.files }, (_, column) => {
      const file = at.flipped ? grid.files - 1 - column : column;
      return cell(grid, at, grid.names[file + rank * grid.files] ?? '');
    });
    // Without a name of its own a row would be called by all its cells.
    const label = ranks[rank] ?? drawing.ranks[rank] ?? String(rank + 1);
    const element = s('g', { role: 'row', 'aria-label': words.row?.(label) ?? label });
    element.append(...cells);
    return element;
  });
}

/**
 * @param {import('./grid.js').Grid} grid
 * @param {import('./geometry.js').Layout} at
 * @param {string} name
 */
function cell(grid, at, name) {
  const { x, y } = centreOf(grid, at, name) ?? { x: 0, y: 0 };
  return s('rect', {
    class: 'yg-hit',
    x: x - UNIT / 2,
    y: y - UNIT / 2,
    width: UNIT,
    height: UNIT,
    role: 'gridcell',
    'data-point': name,
    tabindex: -1,
  });
}

/**
 * @param {SVGGElement} layer with the rows
 * @param {Scene} scene
 */
export function drawCells(layer, scene) {
  const targets = new Set(scene.targets);
  const sources = new Set(scene.sources);
  const held = scene.held?.kind === 'point' ? scene.held.at : null;
  const open = scene.mode === 'play' || scene.mode === 'premove';
  layer.setAttribute('aria-readonly', String(scene.mode !== 'play'));
  for (const hit of layer.querySelectorAll('[data-point]')) {
    const name = hit.getAttribute('data-point') ?? '';
    const kind = targets.has(name) ? ' yg-hit--target' : sources.has(name) ? ' yg-hit--source' : '';
    setAttribute(hit, 'class', `yg-hit${open ? kind : ''}`);
    setAttribute(hit, 'tabindex', scene.cursor === name ? '0' : '-1');
    setAttribute(hit, 'aria-selected', held === name ? 'true' : null);
    setAttribute(hit, 'aria-label', scene.label(name));
  }
}
