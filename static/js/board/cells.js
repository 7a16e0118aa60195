// @ts-check
// What is touched, focused and read aloud of a board: an ARIA grid of invisible cells over it.

import { s, setAttribute } from '../dom.js';
import { centreOf, UNIT } from './geometry.js';

/** @typedef {import('./render.js').Scene} Scene */

/**
 * Rows of cells from the top left, so that the order of reading is that of the screen.
 *
 * @param {import('./grid.js').Grid} grid
 * @param {import('./geometry.js').Layout} at
 * @returns {SVGGElement[]}
 */
export function makeCells(grid, at) {
  return Array.from({ length: grid.ranks }, (_, row) => {
    const rank = at.flipped ? row : grid.ranks - 1 - row;
    const cells = Array.from({ length: grid.files }, (_, column) => {
      const file = at.flipped ? grid.files - 1 - column : column;
      return cell(grid, at, grid.names[file + rank * grid.files] ?? '');
    });
    const element = s('g', { role: 'row' });
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
    class: 'hit',
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
  layer.setAttribute('aria-readonly', String(!scene.interactive));
  for (const hit of layer.querySelectorAll('[data-point]')) {
    const name = hit.getAttribute('data-point') ?? '';
    const kind = targets.has(name) ? ' hit--target' : sources.has(name) ? ' hit--source' : '';
    setAttribute(hit, 'class', `hit${scene.interactive || scene.ahead ? kind : ''}`);
    setAttribute(hit, 'tabindex', scene.cursor === name ? '0' : '-1');
    setAttribute(hit, 'aria-selected', held === name ? 'true' : null);
    if (scene.label) setAttribute(hit, 'aria-label', scene.label(name));
  }
}
