// The five games of stones that take along a line.

import { stoneGame } from './stones.js';

/** @typedef {import('./index.js').Descriptor} Descriptor */

// No source was found for the clocks of these games. They are chosen by how long computer players' games are: of 20 games at level 5, half were over
// within 26 to 45 actions on 16 points, within 124 in Er Chi Yi, and within 156 in Xia Liu. With the usual clock both sides together have for that one
// and a half to two times the minutes that the catalogue gives a game, since few players use all of them.
const SHORT = { clocks: ['2+2', '3+5', '10+10', '3d'], usual: '3+5' };
const LONGER = { clocks: ['3+3', '5+5', '10+10', '3d'], usual: '5+5' };

/** @type {Descriptor} */
export const erChiYi = { ...stoneGame(), ...LONGER, id: 'er-chi-yi', theme: 'paper', solved: Infinity };

/** @type {Descriptor} */
export const zhuoQiZi = { ...stoneGame(), ...SHORT, id: 'zhuo-qi-zi', theme: 'earth', solved: true };

/** @type {Descriptor} */
export const tuiDaChe = { ...stoneGame(), ...SHORT, id: 'tui-da-che', theme: 'slab', solved: true };

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
  return [column, ...(place.rank === home ? [] : [row])].filter((line) =>
    line.every((point) => pieces.get(point)?.side === side),
  );
}

/** Chinese readers begin with the text that they can read themselves, not with its translation. */
const begins = { zh: 'original' };

/** @type {Descriptor} */
export const xiaLiu = {
  ...stoneGame(),
  ...LONGER,
  begins,
  id: 'xia-liu',
  theme: 'earth',
  earns: 'complete',
  formed: fullLines,
  solved: 3,
};

/** @type {Descriptor} */
export const xiaSi = { ...stoneGame(), ...SHORT, begins, id: 'xia-si', theme: 'slab', solved: true };
