// Pictures of this site's games: gives the board package the look of a game, the visitor's
// choices, and the place of its files. The first view needs no more than this; playing is
// added by `app_board.js`.

import { Picture } from '../../board/picture.js';
import { asset } from '../ui/dom.js';
import { setting } from '../ui/settings.js';
import { coordinatesOf } from './notation.js';

/** @typedef {import('../games/index.js').Descriptor} Descriptor */
/** @typedef {import('../games/index.js').Drawing} Drawing */
/** @typedef {import('../../board/config.js').Config} Config */
/** @typedef {import('../../board/config.js').Look} Look */

/** @type {Map<string, Drawing>} */
const drawings = new Map();

/**
 * A board's drawing, the same object for the same board.
 *
 * @param {Descriptor} game
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
 * How a game looks under a ruleset, on a board drawn so.
 *
 * @param {Descriptor} game
 * @param {string} ruleset
 * @param {Drawing} drawing
 * @returns {Look}
 */
export const lookOf = ({ shape, tints, glyph, sets, moves, hand }, ruleset, drawing) => ({
  shape,
  drawing,
  tints: tints(ruleset),
  glyph,
  sets,
  moves,
  hand,
});

/**
 * A board of a position in which nothing moves.
 *
 * @param {Descriptor} game
 * @param {string} ruleset
 * @param {string} position
 * @param {boolean} [flipped]
 */
export function standing(game, ruleset, position, flipped = false) {
  const { pieces, hands } = game.read(position);
  return { look: lookOf(game, ruleset, drawingOf(game, ruleset, position)), pieces, hands, flipped };
}

/**
 * Whether the stands for pieces in hand are at the sides of the board rather than above and below it. In a window that is not much
 * wider than high, such as a desk's at 200 %, they would take the width that the board needs.
 */
const WIDE = globalThis.matchMedia?.('(min-width: 60.01rem), (min-aspect-ratio: 17/10)');

/** How long a move is to be seen, in milliseconds. */
const PACE = 220;

/**
 * The set of pieces that the visitor chose for a game.
 *
 * @param {Descriptor} game
 */
export const piecesOf = ({ shape }) => (shape === 'stone' ? '' : setting(`${shape}Pieces`));

/**
 * The visitor's choices, as far as they concern the boards of a game.
 *
 * @param {Descriptor} game
 * @param {Element} host of the board
 */
export const appearance = (game, host) => ({
  theme: setting(game.shape) || game.theme,
  set: piecesOf(game),
  coordinates: setting('coordinates'),
  animation: setting('animation') ? PACE : 0,
  labels: coordinatesOf(game),
  stands: /** @type {Config['stands']} */ (host.closest('.table') && WIDE?.matches ? 'beside' : 'above'),
});

/** How each board of the page is notified of another choice. @type {WeakMap<Element, () => void>} */
const dressed = new WeakMap();

/**
 * Keeps a board as the visitor wants it.
 *
 * @param {{svg: SVGSVGElement, set: (part: Partial<Config>) => void}} board
 * @param {Descriptor} game
 */
export const dress = (board, game) => dressed.set(board.svg, () => board.set(appearance(game, board.svg)));

/** Draws every board of the page again, so that a choice is seen at once. */
function redress() {
  for (const svg of document.querySelectorAll('.yg-board')) dressed.get(svg)?.();
}

globalThis.document?.addEventListener('restyle', redress);
WIDE?.addEventListener('change', redress);

/**
 * Gives the frame of a board its ratio of width to height, and its number of ranks.
 *
 * @param {Element} host
 */
export const framing = (host) => ({
  layout: (/** @type {{aspect: number, squares: number}} */ { aspect, squares }) => {
    const frame = /** @type {HTMLElement} */ (host.closest('.match') ?? host);
    frame.style.setProperty('--aspect', String(aspect));
    frame.style.setProperty('--squares', String(squares));
  },
});

/**
 * Appends a picture of a position, on which one can play later.
 *
 * @param {Element} host
 * @param {Descriptor} game
 * @param {string} ruleset
 * @param {string} position
 * @param {boolean} [flipped]
 */
export function stillBoard(host, game, ruleset, position, flipped = false) {
  const picture = new Picture(host, {
    ...standing(game, ruleset, position, flipped),
    ...appearance(game, host),
    assets: asset,
    on: framing(host),
  });
  dress(picture, game);
  return picture;
}

/**
 * Appends a small picture of a position.
 *
 * @param {Element} host
 * @param {Descriptor} game
 * @param {string} ruleset
 * @param {string} position
 */
export function smallBoard(host, game, ruleset, position) {
  const picture = new Picture(host, {
    ...standing(game, ruleset, position),
    ...appearance(game, host),
    assets: asset,
    small: true,
    on: framing(host),
  });
  picture.svg.setAttribute('aria-hidden', 'true');
  dress(picture, game);
  return picture;
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
