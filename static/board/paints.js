// The gradients of pieces. Every picture has its own, by a name that no other has: one that were
// shared would be gone with the picture that has it.

import { s } from './svg.js';

const LIT = { cx: '36%', cy: '30%', r: '75%' };
const SLANTED = { x1: '0', y1: '0', x2: '.3', y2: '1' };

/** @type {Record<import('./config.js').Look['shape'], string[]>} */
const NEEDED = { stone: ['stone-black', 'stone-white'], disc: ['disc-wood'], wedge: ['wedge-wood'] };

/** @type {WeakMap<SVGSVGElement, string>} */
const ids = new WeakMap();
let made = 0;

/**
 * How a piece of a picture refers to one of its paints.
 *
 * @param {SVGSVGElement} svg
 * @param {string} name
 */
export const paint = (svg, name) => `url(#${idOf(svg)}-${name})`;

/** @param {SVGSVGElement} svg */
function idOf(svg) {
  const known = ids.get(svg) ?? `yg${(made += 1)}`;
  ids.set(svg, known);
  return known;
}

/**
 * The paints that pieces of a shape need.
 *
 * @param {import('./config.js').Look['shape']} shape
 * @param {SVGSVGElement} svg
 * @returns {SVGDefsElement}
 */
export function paints(shape, svg) {
  const stops = (/** @type {string} */ name, /** @type {string[]} */ offsets) =>
    offsets.map((offset, i) => s('stop', { offset, class: `yg-${name}-${i}` }));
  return s(
    'defs',
    {},
    ...NEEDED[shape].map((name) =>
      shape === 'wedge'
        ? s('linearGradient', { id: `${idOf(svg)}-${name}`, ...SLANTED }, ...stops(name, ['0', '1']))
        : s('radialGradient', { id: `${idOf(svg)}-${name}`, ...LIT }, ...stops(name, ['0', '.55', '1'])),
    ),
  );
}
