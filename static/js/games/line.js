// @ts-check
// The five games of stones that take along a line.

import { stoneGame } from './stones.js';

/** @typedef {import('./index.js').Descriptor} Descriptor */

/** @type {Descriptor} */
export const erChiYi = { ...stoneGame(), id: 'er-chi-yi', theme: 'paper', solved: Infinity };

/** @type {Descriptor} */
export const zhuoQiZi = { ...stoneGame(), id: 'zhuo-qi-zi', theme: 'earth', solved: true };

/** @type {Descriptor} */
export const tuiDaChe = { ...stoneGame(), id: 'tui-da-che', theme: 'slab', solved: true };

/**
 * The full lines of its side that a stone is part of; the side's own home row is none.
 *
 * @type {NonNullable<Descriptor['formed']>}
 */
function fullLines(pieces, { files, names, places, ranks }, at) {
  const place = places.get(at);
  const side = pieces.get(at)?.side;
  if (!place || !side) return [];
  const home = side === 'first' ? 0 : ranks - 1;
  const column = Array.from({ length: ranks }, (_, rank) => names[place.file + rank * files] ?? '');
  const row = Array.from({ length: files }, (_, file) => names[file + place.rank * files] ?? '');
  return [column, ...(place.rank === home ? [] : [row])].filter((line) => line.every((point) => pieces.get(point)?.side === side));
}

/** @type {Descriptor} */
export const xiaLiu = { ...stoneGame(), id: 'xia-liu', theme: 'earth', earns: 'complete', formed: fullLines, solved: 3 };

/** @type {Descriptor} */
export const xiaSi = { ...stoneGame(), id: 'xia-si', theme: 'slab', solved: true };
