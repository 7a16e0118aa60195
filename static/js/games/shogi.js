// Shogi: five-sided pieces in squares, with stands for the pieces in hand.

import { letter, makeGrid, readBoard } from '../../board/grid.js';
import { WRITTEN } from './shogi_notations.js';

/** @typedef {import('./index.js').Side} Side */
/** @typedef {import('./index.js').Placement} Placement */

/** @type {Record<string, string>} */
const ROLES = { k: 'king', r: 'rook', b: 'bishop', g: 'gold', s: 'silver', n: 'knight', l: 'lance', p: 'pawn' };

/** @type {Record<string, [plain: string, promoted: string]>} */
const GLYPHS = {
  king: ['玉', '玉'],
  rook: ['飛', '龍'],
  bishop: ['角', '馬'],
  gold: ['金', '金'],
  silver: ['銀', '全'],
  knight: ['桂', '圭'],
  lance: ['香', '杏'],
  pawn: ['歩', 'と'],
};

/** Written out, as on the pieces of a real set. @type {Record<string, [plain: string, promoted: string]>} */
const WRITTEN_OUT = {
  king: ['玉将', '玉将'],
  rook: ['飛車', '龍王'],
  bishop: ['角行', '龍馬'],
  gold: ['金将', '金将'],
  silver: ['銀将', '成銀'],
  knight: ['桂馬', '成桂'],
  lance: ['香車', '成香'],
  pawn: ['歩兵', 'と金'],
};

/** @type {Record<string, string>} */
const LETTERS = { king: 'K', rook: 'R', bishop: 'B', gold: 'G', silver: 'S', knight: 'N', lance: 'L', pawn: 'P' };

/**
 * The character of a piece; the higher player's king is 王, by custom that of the second side.
 *
 * @param {Record<string, [plain: string, promoted: string]>} glyphs
 * @returns {(piece: import('./index.js').Piece) => string}
 */
const written = (glyphs) => (piece) => {
  const glyph = glyphs[piece.role]?.[piece.promoted ? 1 : 0] ?? '';
  return piece.role === 'king' && piece.side === 'second' ? glyph.replace('玉', '王') : glyph;
};

const GOLD = '789462';

const MOVES = {
  king: '78946123',
  rook: '8+4+6+2+',
  'rook+': '8+4+6+2+7913',
  bishop: '7+9+1+3+',
  'bishop+': '7+9+1+3+8462',
  gold: GOLD,
  silver: '78913',
  'silver+': GOLD,
  knight: 'l',
  'knight+': GOLD,
  lance: '8+',
  'lance+': GOLD,
  pawn: '8',
  'pawn+': GOLD,
};

// What players break by oversight; a slip of the hand is never sent.
const FOULS = ['nifu', 'uchifuzume', 'in_check', 'dead_piece', 'perpetual_check'];

// Who plays with all pieces, and who gives some of them.
const HANDICAPPED = { first: 'side.shitate', second: 'side.uwate' };

const HAND_ORDER = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];
const HAND = HAND_ORDER.map((letter) => ({ letter, role: ROLES[letter.toLowerCase()] ?? 'pawn' }));
const KANJI = [...'一二三四五六七八九'];
const FILES = [...'987654321'];

// USI: file 9 to 1 from the left, rank a to i from the top.
const GRID = makeGrid(9, 9, true, (file, rank) => `${9 - file}${letter(8 - rank)}`);

/** @type {[number, number, number, number][]} */
const LINES = [];
for (let i = 1; i < 9; i += 1) LINES.push([0, i, 9, i], [i, 0, i, 9]);

/** @type {import('./index.js').Drawing} */
const DRAWING = {
  grid: GRID,
  lines: LINES,
  edges: [
    [0, 0, 9, 0],
    [0, 9, 9, 9],
    [0, 0, 0, 9],
    [9, 0, 9, 9],
  ],
  dots: [
    [3, 3],
    [6, 3],
    [3, 6],
    [6, 6],
  ],
  files: FILES,
  ranks: [...'ihgfedcba'],
  native: { files: FILES, ranks: [...KANJI].reverse() },
};

/**
 * @param {string} text such as `R2p`, or `-`
 * @returns {NonNullable<Placement['hands']>}
 */
function readHands(text) {
  const counts = new Map();
  for (const [, digits, piece] of text.matchAll(/(\d*)([A-Za-z])/g)) counts.set(piece, Number(digits || 1));
  const side = (/** @type {(letter: string) => string} */ convert) =>
    HAND_ORDER.filter((piece) => counts.has(convert(piece))).map((piece) => ({
      role: ROLES[piece.toLowerCase()] ?? 'pawn',
      letter: piece,
      count: counts.get(convert(piece)),
    }));
  return { first: side((piece) => piece), second: side((piece) => piece.toLowerCase()) };
}

// Hiroshi Yamashita's for the program YSS 7, a pawn being 1.
const WORTH = {
  ...{ king: 0, pawn: 1, lance: 4.3, knight: 4.5, silver: 6.4, gold: 6.9, bishop: 8.9, rook: 10.4 },
  ...{ '+pawn': 4.2, '+lance': 6.3, '+knight': 6.4, '+silver': 6.7, '+bishop': 11.5, '+rook': 13 },
};

// Shogi is played with sudden death and with byoyomi of one period: lishogi.org offers 0|10, 10|0, 10|30, 15|60 and games by days in one press
// (ui/lobby/src/ctrl.ts of WandererXII/lishogi), and 81Dojo's tournaments are played with 0+30 and 15+60.
const CLOCKS = ['0+10x1', '10+0', '10+30x1', '15+60x1', '3d'];

/** @type {import('./index.js').Descriptor} */
export const shogi = {
  id: 'shogi',
  theme: 'kaya',
  shape: 'wedge',
  hand: HAND,
  clocks: CLOCKS,
  usual: '10+30x1',
  drawing: () => DRAWING,
  read(position) {
    const [board = '', , hands = '-'] = position.split(' ');
    const pieces = readBoard(board, GRID, (token) => {
      const plain = token.replace('+', '');
      return {
        side: /** @type {Side} */ (plain === plain.toUpperCase() ? 'first' : 'second'),
        role: ROLES[plain.toLowerCase()] ?? 'pawn',
        promoted: token.startsWith('+'),
      };
    });
    return { pieces, hands: readHands(hands) };
  },
  tints: () => ({ first: 'black', second: 'white' }),
  sides: ({ handicap = 'none' }) => (handicap === 'none' ? undefined : HANDICAPPED),
  glyph: written(GLYPHS),
  sets: {
    full: written(WRITTEN_OUT),
    letters: ({ promoted, role }) => `${promoted ? '+' : ''}${LETTERS[role] ?? ''}`,
  },
  moves: MOVES,
  roles: Object.values(ROLES),
  king: 'king',
  pointName: (point) => `${point[0]}${KANJI[point.charCodeAt(1) - 97]}`,
  worth: WORTH,
  impasse: (options) => (options.impasse === 'declaration' ? 'declare' : 'impasse'),
  fouls: (options) => (options.fouls === 'lose' ? FOULS : []),
  records: () => ['ki2'],
  ...WRITTEN,
};
