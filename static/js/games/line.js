// @ts-check
// The five games of stones that take along a line.

import { stoneGame } from './stones.js';

/** @typedef {import('./index.js').Descriptor} Descriptor */

/** @type {Descriptor} */
export const erChiYi = { ...stoneGame(), id: 'er-chi-yi', surface: 'paper' };

/** @type {Descriptor} */
export const zhuoQiZi = { ...stoneGame(), id: 'zhuo-qi-zi', surface: 'earth' };

/** @type {Descriptor} */
export const tuiDaChe = { ...stoneGame(), id: 'tui-da-che', surface: 'paper' };

/** @type {Descriptor} */
export const xiaLiu = { ...stoneGame(), id: 'xia-liu', surface: 'earth', earns: 'complete' };

/** @type {Descriptor} */
export const xiaSi = { ...stoneGame(), id: 'xia-si', surface: 'paper' };
