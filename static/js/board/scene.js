// @ts-check
// A scene with nothing going on, and the pictures of the lobby made of it.

import { BoardView } from './render.js';

/** @typedef {import('./render.js').Scene} Scene */

/** @type {Map<string, import('../games/index.js').Drawing>} */
const drawings = new Map();

/**
 * A board's drawing, the same object for the same board.
 *
 * @param {import('../games/index.js').Descriptor} game
 * @param {string} ruleset
 * @param {string} position
 */
export function drawingOf(game, ruleset, position) {
  const made = game.drawing(position, ruleset);
  const key = `${game.id} ${ruleset} ${made.grid.files}x${made.grid.ranks}`;
  const known = drawings.get(key);
  if (known) return known;
  drawings.set(key, made);
  return made;
}

/**
 * @param {import('../games/index.js').Descriptor} game
 * @param {string} ruleset
 * @param {string} position
 * @param {boolean} [flipped]
 * @returns {Scene}
 */
export function stillScene(game, ruleset, position, flipped = false) {
  return {
    game,
    ruleset,
    drawing: drawingOf(game, ruleset, position),
    placement: game.read(position),
    flipped,
    interactive: false,
    action: null,
    acting: null,
    held: null,
    targets: [],
    sources: [],
    refused: [],
    captured: [],
    check: null,
    lead: { must: [], safe: [] },
    notes: new Map(),
    pending: null,
    choice: null,
    cursor: null,
    label: null,
    handLabel: null,
  };
}

/**
 * Appends a small picture of a position.
 *
 * @param {Element} host
 * @param {import('../games/index.js').Descriptor} game
 * @param {string} ruleset
 * @param {string} position
 */
export function smallBoard(host, game, ruleset, position) {
  const view = new BoardView(host, { small: true });
  view.svg.setAttribute('aria-hidden', 'true');
  view.draw(stillScene(game, ruleset, position));
  return view;
}

/**
 * Draws one picture a frame, so that the first is seen before the last is drawn.
 *
 * @param {(() => unknown)[]} pictures
 */
export function drawInTurn([first, ...rest]) {
  first?.();
  if (rest.length > 0) requestAnimationFrame(() => drawInTurn(rest));
}

/**
 * The king of a side, where the game has one.
 *
 * @param {import('../games/index.js').Descriptor} game
 * @param {import('../games/index.js').Placement} placement
 * @param {import('../games/index.js').Side} side
 */
export function kingOf(game, placement, side) {
  for (const [point, piece] of placement.pieces) {
    if (piece.side === side && piece.role === game.king) return point;
  }
  return null;
}
