// Xiangqi: round pieces on the crossings of a board with a river and two palaces.

import { letter, makeGrid, readBoard } from '../../board/grid.js';
import { WRITTEN } from './xiangqi_notations.js';

/** @typedef {import('./index.js').Side} Side */
/** @typedef {import('./index.js').Piece} Piece */

/** @type {Record<string, string>} */
const ROLES = { k: 'general', a: 'advisor', b: 'elephant', n: 'horse', r: 'chariot', c: 'cannon', p: 'soldier' };

/** @type {Record<string, {red: string, black: string}>} */
const GLYPHS = {
  general: { red: '帥', black: '將' },
  advisor: { red: '仕', black: '士' },
  elephant: { red: '相', black: '象' },
  horse: { red: '傌', black: '馬' },
  chariot: { red: '俥', black: '車' },
  cannon: { red: '炮', black: '砲' },
  soldier: { red: '兵', black: '卒' },
};

/** As they are written on the mainland today. @type {typeof GLYPHS} */
const SIMPLIFIED = {
  general: { red: '帅', black: '将' },
  advisor: { red: '仕', black: '士' },
  elephant: { red: '相', black: '象' },
  horse: { red: '马', black: '马' },
  chariot: { red: '车', black: '车' },
  cannon: { red: '炮', black: '炮' },
  soldier: { red: '兵', black: '卒' },
};

/** @type {Record<string, string>} */
const LETTERS = { general: 'K', advisor: 'A', elephant: 'E', horse: 'H', chariot: 'R', cannon: 'C', soldier: 'P' };

/**
 * @param {typeof GLYPHS} glyphs
 * @returns {(piece: Piece, tint: import('./index.js').Tint) => string}
 */
const written = (glyphs) => (piece, tint) => glyphs[piece.role]?.[tint === 'red' ? 'red' : 'black'] ?? '';

const MOVES = {
  general: '8462',
  advisor: '7913',
  elephant: '7:9:1:3:',
  horse: 'L',
  chariot: '8+4+6+2+',
  cannon: '8*4*6*2*',
  soldier: '84?6?',
};

const GRID = makeGrid(9, 10, false, (file, rank) => `${letter(file)}${rank}`);

/** @type {import('./index.js').Drawing} */
const DRAWING = {
  grid: GRID,
  lines: [
    ...Array.from({ length: 10 }, (_, y) => /** @type {[number, number, number, number]} */ ([0, y, 8, y])),
    // The files stop at the river, all but the outermost.
    ...Array.from({ length: 7 }, (_, x) => /** @type {[number, number, number, number]} */ ([x + 1, 0, x + 1, 4])),
    ...Array.from({ length: 7 }, (_, x) => /** @type {[number, number, number, number]} */ ([x + 1, 5, x + 1, 9])),
    [3, 0, 5, 2],
    [5, 0, 3, 2],
    [3, 9, 5, 7],
    [5, 9, 3, 7],
  ],
  edges: [
    [0, 0, 0, 9],
    [8, 0, 8, 9],
    [0, 0, 8, 0],
    [0, 9, 8, 9],
  ],
  frame: true,
  marks: [
    [1, 2],
    [7, 2],
    [1, 7],
    [7, 7],
    ...[0, 2, 4, 6, 8].flatMap(
      (x) =>
        /** @type {[number, number][]} */ ([
          [x, 3],
          [x, 6],
        ]),
    ),
  ],
  texts: [
    { x: 2, y: 4.5, text: '楚河' },
    { x: 6, y: 4.5, text: '漢界' },
  ],
  files: Array.from({ length: 9 }, (_, x) => letter(x)),
  ranks: Array.from({ length: 10 }, (_, y) => String(y)),
};

// Each side counts the files from its own right, red in characters; neither counts ranks.
const NUMBERS = { files: [...'987654321'], far: [...'123456789'], ranks: [] };
const RED_NEAR = { ...DRAWING, numbers: NUMBERS, native: { ...NUMBERS, files: [...'九八七六五四三二一'] } };
const BLACK_NEAR = { ...DRAWING, numbers: NUMBERS, native: { ...NUMBERS, far: [...'一二三四五六七八九'] } };

/**
 * In Walker's leaflet black moves first, in competition red.
 *
 * @param {string} ruleset
 * @returns {{first: import('./index.js').Tint, second: import('./index.js').Tint}}
 */
const tints = (ruleset) => (ruleset === 'walker' ? { first: 'black', second: 'red' } : { first: 'red', second: 'black' });

// Xiangqi is played with seconds added for each move, and online also with seconds counted for each move. World championships: 60 minutes
// and 30 s (wxf-xiangqi.org, regulation of the 18th). The rated rooms of Tiantian Xiangqi, as an article describes them (mcywl.cc): among others 5
// minutes, 15 and 5 s, and 20 with 30 s counted for each move after them. For the increment of the first no source was found: it is that of the second.
const CLOCKS = ['5+5', '15+5', '20+30x1', '60+30', '3d'];

/** @type {import('./index.js').Descriptor} */
export const xiangqi = {
  id: 'xiangqi',
  clocks: CLOCKS,
  usual: '15+5',
  theme: 'elm',
  shape: 'disc',
  drawing: (_, ruleset) => (tints(ruleset).first === 'red' ? RED_NEAR : BLACK_NEAR),
  read(position) {
    const pieces = readBoard(position.split(' ')[0] ?? '', GRID, (token) => ({
      side: /** @type {Side} */ (token === token.toUpperCase() ? 'first' : 'second'),
      role: ROLES[token.toLowerCase()] ?? 'soldier',
    }));
    return { pieces };
  },
  tints,
  glyph: written(GLYPHS),
  sets: { simplified: written(SIMPLIFIED), letters: ({ role }) => LETTERS[role] ?? '' },
  moves: MOVES,
  roles: Object.values(ROLES),
  king: 'general',
  // As beginners are taught to count.
  worth: { general: 0, chariot: 9, cannon: 4.5, horse: 4, advisor: 2, elephant: 2, soldier: 1 },
  records: (ruleset) => (ruleset === 'standard' ? ['dhtmlxq'] : []),
  ...WRITTEN,
};
