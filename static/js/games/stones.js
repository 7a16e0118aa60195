// Shared parts of the games of plain stones on crossings: their position text and their board.

import { letter, makeGrid, readBoard } from '../../board/grid.js';

/** @typedef {import('./index.js').Drawing} Drawing */
/** @typedef {import('./index.js').Placement} Placement */
/** @typedef {import('./index.js').Owed} Owed */

/**
 * The size of the board a position text describes.
 *
 * @param {string} position
 */
export function stoneBoardSize(position) {
  const rows = (position.split(' ')[0] ?? '').split('/');
  let files = 0;
  for (const char of rows[0] ?? '') files += /\d/.test(char) ? Number(char) : 1;
  return { files: Math.max(files, 1), ranks: rows.length };
}

/**
 * @param {string} position
 * @returns {import('../../board/grid.js').Grid}
 */
export function stoneGrid(position) {
  const { files, ranks } = stoneBoardSize(position);
  return makeGrid(files, ranks, false, (file, rank) => `${letter(file)}${rank + 1}`);
}

/**
 * Rows and columns through every point.
 *
 * @param {string} position
 * @returns {Drawing}
 */
export function stoneDrawing(position) {
  const grid = stoneGrid(position);
  /** @type {[number, number, number, number][]} */
  const lines = [];
  for (let y = 0; y < grid.ranks; y += 1) lines.push([0, y, grid.files - 1, y]);
  for (let x = 0; x < grid.files; x += 1) lines.push([x, 0, x, grid.ranks - 1]);
  return {
    grid,
    lines,
    files: Array.from({ length: grid.files }, (_, x) => letter(x)),
    ranks: Array.from({ length: grid.ranks }, (_, y) => String(y + 1)),
  };
}

// `p24,24` placing, `r2` opening removals, `e1` exchanges, `m` moving, `c` a chain that continues;
// then `fd4` a point to fill, `x2` removals owed, `z` after a pass.
const PHASE = /^(?:p(\d+),(\d+)|r(\d+)|e(\d+)|(c)|m|-)?(?:f([a-z]\d+))?(?:x(\d+))?z?$/;

/**
 * @param {string} position `<board> <side> <phase>`
 * @returns {Placement}
 */
export function readStones(position) {
  const [board = '', , phase = '-'] = position.split(' ');
  const pieces = readBoard(board, stoneGrid(position), (token) => ({
    side: /** @type {import('./index.js').Side} */ (token === 'b' ? 'first' : 'second'),
    role: 'stone',
  }));
  const found = PHASE.exec(phase);
  if (!found) return { pieces };
  const [, first, second, opening, exchanges, chain, fill, removals] = found;
  /** @type {Placement} */
  const placement = { pieces };
  if (first !== undefined && second !== undefined) {
    placement.reserve = { first: Number(first), second: Number(second) };
  }
  /** @type {Owed | undefined} */
  let owed;
  if (removals) owed = { kind: 'remove', count: Number(removals) };
  else if (fill) owed = { kind: 'fill', at: fill };
  else if (opening) owed = { kind: 'opening' };
  else if (exchanges) owed = { kind: 'exchange' };
  else if (chain) owed = { kind: 'capture' };
  else if (first !== undefined) owed = { kind: 'place' };
  if (owed) placement.owed = owed;
  return placement;
}

/**
 * The phase as two choices: in some games a stage and the owed action in it, in others the one or the other.
 *
 * @param {string[]} rest
 * @param {string[]} start
 * @param {import('../../board/grid.js').Grid} grid
 * @returns {import('./index.js').Field[]}
 */
export function stoneFields([phase = '-'], [begin = '-'], grid) {
  if (!begin.startsWith('p')) return [{ name: 'owed', value: phase, choices: ['-', 'c', 'x2', 'x1'], set: (value) => [value] }];
  const [, stage = '', owed = ''] = /^(p\d*,\d*|[^fxz]*)(.*)$/.exec(phase) ?? [];
  const [, first, second] = /^p(\d*),(\d*)/.exec(stage) ?? [];
  const placing = first !== undefined;
  return [
    {
      name: 'stage',
      value: placing ? 'p' : stage,
      choices: ['p', 'r2', 'r1', 'e2', 'e1', 'm'],
      set: (value) => [value === 'p' ? begin : value],
    },
    ...(placing
      ? /** @type {import('./index.js').Field[]} */ ([
          { name: 'left', side: 'first', value: first, set: (value) => [`p${value},${second}${owed}`] },
          { name: 'left', side: 'second', value: second, set: (value) => [`p${first},${value}${owed}`] },
        ])
      : []),
    {
      name: 'owed',
      value: owed || '-',
      choices: ['-', 'x1', 'x2', 'x3', 'x4', 'z', ...grid.names.map((point) => `f${point}`)],
      set: (value) => [stage + value.replace('-', '')],
    },
  ];
}

/**
 * The parts of a descriptor that all these games have.
 *
 * @returns {Omit<import('./index.js').Descriptor, 'id' | 'theme' | 'clocks' | 'usual'>}
 */
export const stoneGame = () => ({
  shape: 'stone',
  drawing: (position) => stoneDrawing(position),
  read: readStones,
  fields: stoneFields,
  tints: () => ({ first: 'black', second: 'white' }),
  glyph: () => '',
  roles: ['stone'],
  king: null,
});
