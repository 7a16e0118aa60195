// Where things are on the picture of a board, in its own units; `y` grows downwards.

/** @typedef {import('./grid.js').Grid} Grid */

/** The distance of two neighbouring points. */
export const UNIT = 100;

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {number} top where the board begins, below the upper hand
 * @property {number} left the left edge of the board, next to the hand at its left
 * @property {number} boardWidth
 * @property {number} boardHeight
 * @property {number} margin from the edge of the board to the outermost line
 * @property {boolean} flipped
 * @property {number} hand how deep a stand for pieces in hand is, 0 without hands
 * @property {boolean} beside whether the stands are at the sides of the board, as round a table
 */

/**
 * @param {Grid} grid
 * @param {{flipped?: boolean, hands?: boolean, beside?: boolean, labels?: boolean}} [options] `labels` leaves room for coordinates
 * @returns {Layout}
 */
export function layout(grid, { flipped = false, hands = false, beside = false, labels = false } = {}) {
  // Round few points there is more ground, so that the stones of a small game are not boulders.
  const margin = grid.squares ? (labels ? 52 : 26) : labels ? 84 + 8 * Math.max(0, 9 - grid.files) : 62;
  const hand = hands ? (beside ? 146 : 132) : 0;
  const spans = grid.squares ? 0 : 1;
  const boardWidth = (grid.files - spans) * UNIT + 2 * margin;
  const boardHeight = (grid.ranks - spans) * UNIT + 2 * margin;
  const [left, top] = beside ? [hand, 0] : [0, hand];
  return {
    width: boardWidth + 2 * left,
    height: boardHeight + 2 * top,
    top,
    left,
    boardWidth,
    boardHeight,
    margin,
    flipped,
    hand,
    beside,
  };
}

/**
 * A crossing of lines. On a board of points these are the points themselves; on a board of
 * squares the corners of the squares.
 *
 * @param {Grid} grid
 * @param {Layout} at
 * @param {number} x
 * @param {number} y
 */
export function crossing(grid, at, x, y) {
  const spans = grid.squares ? 0 : 1;
  const file = at.flipped ? grid.files - spans - x : x;
  const down = at.flipped ? y : grid.ranks - spans - y;
  return { x: at.left + at.margin + file * UNIT, y: at.top + at.margin + down * UNIT };
}

/**
 * The middle of a point or square.
 *
 * @param {Grid} grid
 * @param {Layout} at
 * @param {number} file
 * @param {number} rank
 */
export function centre(grid, at, file, rank) {
  const half = grid.squares ? 0.5 : 0;
  return crossing(grid, at, file + half, rank + half);
}

/**
 * @param {Grid} grid
 * @param {Layout} at
 * @param {string} name
 */
export function centreOf(grid, at, name) {
  const place = grid.places.get(name);
  return place ? centre(grid, at, place.file, place.rank) : null;
}

/**
 * The point whose cell contains `(x, y)`, or null outside the board.
 *
 * @param {Grid} grid
 * @param {Layout} at
 * @param {number} x
 * @param {number} y
 */
export function nearest(grid, at, x, y) {
  const shift = grid.squares ? 0 : 0.5;
  let file = Math.floor((x - at.left - at.margin) / UNIT + shift);
  let down = Math.floor((y - at.top - at.margin) / UNIT + shift);
  if (file < 0 || down < 0 || file >= grid.files || down >= grid.ranks) return null;
  if (at.flipped) {
    file = grid.files - 1 - file;
    down = grid.ranks - 1 - down;
  }
  return grid.names[file + (grid.ranks - 1 - down) * grid.files] ?? null;
}

/**
 * The neighbour of a point in a direction of the screen, or the point itself at the edge.
 *
 * @param {Grid} grid
 * @param {boolean} flipped
 * @param {string} name
 * @param {'left' | 'right' | 'up' | 'down'} direction
 */
export function neighbour(grid, flipped, name, direction) {
  const place = grid.places.get(name);
  if (!place) return name;
  const sign = flipped ? -1 : 1;
  const step = { left: [-sign, 0], right: [sign, 0], up: [0, sign], down: [0, -sign] }[direction];
  const file = place.file + (step[0] ?? 0);
  const rank = place.rank + (step[1] ?? 0);
  if (file < 0 || rank < 0 || file >= grid.files || rank >= grid.ranks) return name;
  return grid.names[file + rank * grid.files] ?? name;
}

/**
 * Where the pieces in hand lie. The stand of the side at the bottom is at the right, next to the
 * board or below it; that of the other side is where it is if one turns the board round.
 *
 * @param {Layout} at
 * @param {'first' | 'second'} side
 * @param {number} index of the piece on the stand
 * @param {number} count of pieces on the stand
 */
export function handPlace(at, side, index, count) {
  const step = Math.min(UNIT * 1.08, ((at.beside ? at.height : at.width) - 40) / Math.max(count, 1));
  const back = 20 + step * (count - index - 0.5);
  const place = at.beside
    ? { x: at.width - at.hand / 2 + 6, y: at.height - back }
    : { x: at.width - back, y: at.height - at.hand / 2 + 4 };
  const atBottom = (side === 'first') !== at.flipped;
  return atBottom ? place : { x: at.width - place.x, y: at.height - place.y };
}
