// @ts-check
// The five games of stones that take along a line.

import { stoneGame } from './stones.js';

/** @typedef {import('./index.js').Descriptor} Descriptor */

/** @type {Descriptor} */
export const erChiYi = { ...stoneGame(), id: 'er-chi-yi', theme: 'paper' };

/** @type {Descriptor} */
export const zhuoQiZi = { ...stoneGame(), id: 'zhuo-qi-zi', theme: 'earth' };

/** @type {Descriptor} */
export const tuiDaChe = { ...stoneGame(), id: 'tui-da-che', theme: 'slab' };

/** @type {Descriptor} */
export const xiaLiu = { ...stoneGame(), id: 'xia-liu', theme: 'earth', earns: 'complete' };

/** @type {Descriptor} */
export const xiaSi = { ...stoneGame(), id: 'xia-si', theme: 'slab' };
