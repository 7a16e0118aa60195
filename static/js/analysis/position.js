// A position being edited, as its text: the board, the side to move, and the pieces in hand. The engine judges
// whether it is a position of the game.

import { readBoard } from '../../board/grid.js';

/** @typedef {import('../../board/grid.js').Grid} Grid */

export class PositionEdit {
  /**
   * @param {string} text
   * @param {Grid} grid
   */
  constructor(text, grid) {
    const [board = '', turn = 'b', ...rest] = text.split(' ');
    this.grid = grid;
    this.points = readBoard(board, grid, (token) => token);
    this.turn = turn;
    this.rest = rest;
  }

  /**
   * @param {string} point
   * @param {string | null} token a piece as the text writes it
   */
  put(point, token) {
    if (token) this.points.set(point, token);
    else this.points.delete(point);
  }

  clear() {
    this.points.clear();
    if (this.hands) this.rest[0] = '-';
  }

  /** Whether the text has a place for pieces in hand. */
  get hands() {
    return /^(-|(\d*[A-Za-z])+)$/.test(this.rest[0] ?? '') && this.rest.length === 2;
  }

  /** How many of each piece are in hand. */
  get hand() {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const [, digits, piece] of (this.rest[0] ?? '').matchAll(/(\d*)([A-Za-z])/g))
      counts.set(piece ?? '', Number(digits || 1));
    return counts;
  }

  /**
   * Sets how many of a piece are in the hand of its side.
   *
   * @param {string} token
   * @param {number} count
   */
  give(token, count) {
    const text = [...this.hand.set(token, count)].map(([piece, held]) =>
      held > 1 ? `${held}${piece}` : held === 1 ? piece : '',
    );
    this.rest[0] = text.join('') || '-';
  }

  get text() {
    const rows = [];
    for (let rank = this.grid.ranks - 1; rank >= 0; rank -= 1) {
      let row = '';
      let empty = 0;
      for (let file = 0; file < this.grid.files; file += 1) {
        const token = this.points.get(this.grid.names[file + rank * this.grid.files] ?? '');
        if (!token) empty += 1;
        else {
          row += (empty || '') + token;
          empty = 0;
        }
      }
      rows.push(row + (empty || ''));
    }
    return [rows.join('/'), this.turn, ...this.rest].join(' ');
  }
}

/**
 * The pieces of a game, as its texts write them: those of the start, and their promoted forms.
 *
 * @param {string} start
 * @param {import('../games/index.js').Descriptor} game
 */
export function palette(start, game) {
  const letters = (start.split(' ')[0] ?? '').match(/[A-Za-z]/g) ?? [];
  const tokens = [...new Set(game.shape === 'stone' ? ['b', 'w'] : letters)];
  const promoted = tokens.filter((token) => game.worth?.[`+${pieceOf(token, game)?.role}`] !== undefined);
  const all = [...tokens, ...promoted.map((token) => `+${token}`)];
  const side = (/** @type {string} */ token) => Number(pieceOf(token, game)?.side === 'second');
  return all.sort((a, b) => side(a) - side(b));
}

/**
 * @param {string} token
 * @param {import('../games/index.js').Descriptor} game
 */
export const pieceOf = (token, game) => game.read(`${token} b -`).pieces.values().next().value;
