// The points of a board and their names. Files count from 0 at the left, ranks from 0 at the
// bottom, as the first side sees the board.

/**
 * @typedef {object} Grid
 * @property {number} files
 * @property {number} ranks
 * @property {boolean} squares whether pieces stand in squares rather than on crossings
 * @property {string[]} names every point, by `file + rank * files`
 * @property {Map<string, {file: number, rank: number}>} places where each name is
 */

/**
 * @param {number} files
 * @param {number} ranks
 * @param {boolean} squares
 * @param {(file: number, rank: number) => string} name
 * @returns {Grid}
 */
export function makeGrid(files, ranks, squares, name) {
  /** @type {string[]} */
  const names = [];
  const places = new Map();
  for (let rank = 0; rank < ranks; rank += 1) {
    for (let file = 0; file < files; file += 1) {
      const text = name(file, rank);
      names.push(text);
      places.set(text, { file, rank });
    }
  }
  return { files, ranks, squares, names, places };
}

/** @param {number} index */
export const letter = (index) => String.fromCharCode(97 + index);

/**
 * One row of a position text: pieces and runs of empty points.
 *
 * @param {string} row
 * @returns {(string | null)[]} one entry a point; a piece keeps its prefix (`+P`)
 */
export function readRow(row) {
  /** @type {(string | null)[]} */
  const points = [];
  for (const [token] of row.matchAll(/\d+|\+?[A-Za-z]/g)) {
    if (/\d/.test(token)) {
      for (let i = 0; i < Number(token); i += 1) points.push(null);
    } else {
      points.push(token);
    }
  }
  return points;
}

/**
 * The pieces of a board text whose ranks run from the top down.
 *
 * @template T
 * @param {string} text
 * @param {Grid} grid
 * @param {(token: string) => T} piece
 * @returns {Map<string, T>} by the name of the point
 */
export function readBoard(text, grid, piece) {
  const pieces = new Map();
  text.split('/').forEach((row, fromTop) => {
    readRow(row).forEach((token, file) => {
      const name = grid.names[file + (grid.ranks - 1 - fromTop) * grid.files];
      if (token !== null && name !== undefined) pieces.set(name, piece(token));
    });
  });
  return pieces;
}
