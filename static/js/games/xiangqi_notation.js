// @ts-check
// Xiangqi moves as they are read aloud: 炮二平五. The piece, the file it leaves, then 进 forwards,
// 退 backwards or 平 sideways, and how far or to which file. Files count from each player's right;
// red's numbers are Chinese, black's are figures.

/** @typedef {import('./index.js').Piece} Piece */
/** @typedef {import('./index.js').Placement} Placement */
/** @typedef {import('./index.js').Tint} Tint */

const RED = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/** These name the file they come to; the others how many points they go. */
const OBLIQUE = new Set(['advisor', 'elephant', 'horse']);
/** Two of these on one file are told apart by their direction alone. */
const PAIRED = new Set(['advisor', 'elephant']);

/** @type {Record<'zh' | 'ja', {forwards: string, backwards: string, sideways: string, front: string, middle: string, rear: string}>} */
const WORDS = {
  zh: { forwards: '进', backwards: '退', sideways: '平', front: '前', middle: '中', rear: '后' },
  ja: { forwards: '進', backwards: '退', sideways: '平', front: '前', middle: '中', rear: '後' },
};

/** @type {Record<'zh' | 'ja', Record<string, {red: string, black: string}>>} */
const PIECES = {
  zh: {
    general: { red: '帅', black: '将' },
    advisor: { red: '仕', black: '士' },
    elephant: { red: '相', black: '象' },
    horse: { red: '马', black: '马' },
    chariot: { red: '车', black: '车' },
    cannon: { red: '炮', black: '炮' },
    soldier: { red: '兵', black: '卒' },
  },
  ja: {
    general: { red: '帥', black: '将' },
    advisor: { red: '仕', black: '士' },
    elephant: { red: '相', black: '象' },
    horse: { red: '馬', black: '馬' },
    chariot: { red: '車', black: '車' },
    cannon: { red: '炮', black: '砲' },
    soldier: { red: '兵', black: '卒' },
  },
};

/**
 * @param {string} action ICCS, such as `h2e2`
 * @param {Placement} before
 * @param {{first: Tint, second: Tint}} tints
 * @param {'zh' | 'ja'} language
 */
export function xiangqiNotation(action, before, tints, language) {
  const found = /^([a-i]\d)([a-i]\d)$/.exec(action);
  const piece = found?.[1] ? before.pieces.get(found[1]) : undefined;
  if (!found?.[1] || !found[2] || !piece) return action;
  const red = tints[piece.side] === 'red';
  const [from, to] = [seen(found[1], piece), seen(found[2], piece)];
  const words = WORDS[language];
  const digits = red ? RED : BLACK;
  const name = PIECES[language][piece.role]?.[red ? 'red' : 'black'] ?? '';
  const forwards = to.rank - from.rank;
  const direction = forwards === 0 ? words.sideways : forwards > 0 ? words.forwards : words.backwards;
  const distance = forwards === 0 || OBLIQUE.has(piece.role) ? to.file : Math.abs(forwards) - 1;
  return `${subject(found[1], piece, before, name, digits, words)}${direction}${digits[distance]}`;
}

/**
 * A point as its piece's player sees it: files from the right, ranks from the near edge, from 0.
 *
 * @param {string} point
 * @param {Piece} piece
 */
function seen(point, piece) {
  const file = point.charCodeAt(0) - 97;
  const rank = Number(point.slice(1));
  return piece.side === 'first' ? { file: 8 - file, rank } : { file, rank: 9 - rank };
}

/**
 * The piece and its file, or its place among those on the same file.
 *
 * @param {string} point
 * @param {Piece} piece
 * @param {Placement} before
 * @param {string} name
 * @param {string[]} digits
 * @param {{front: string, middle: string, rear: string}} words
 */
function subject(point, piece, before, name, digits, words) {
  const { file, rank } = seen(point, piece);
  /** @type {Map<number, number[]>} the ranks of its like, by file, the foremost first */
  const files = new Map();
  for (const [other, { side, role }] of before.pieces) {
    if (side !== piece.side || role !== piece.role) continue;
    const place = seen(other, piece);
    files.set(
      place.file,
      [...(files.get(place.file) ?? []), place.rank].sort((a, b) => b - a),
    );
  }
  const together = files.get(file) ?? [];
  if (together.length < 2 || PAIRED.has(piece.role)) return `${name}${digits[file]}`;
  const index = together.indexOf(rank);
  const place =
    together.length === 2
      ? [words.front, words.rear][index]
      : together.length === 3
        ? [words.front, words.middle, words.rear][index]
        : index === 0
          ? words.front
          : digits[index];
  // Soldiers can be doubled on two files; then the file stands for the piece.
  const crowded = [...files.values()].filter(({ length }) => length > 1).length > 1;
  return `${place}${crowded ? digits[file] : name}`;
}
