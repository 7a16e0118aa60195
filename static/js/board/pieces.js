// @ts-check
// One piece as SVG, drawn round its own middle.

import { s } from '../dom.js';

/** @typedef {import('../games/index.js').Descriptor} Descriptor */
/** @typedef {import('../games/index.js').Piece} Piece */
/** @typedef {import('../games/index.js').Tint} Tint */

// Wedges of lesser pieces are a little smaller, as on a real board.
/** @type {Record<string, number>} */
const WEDGE_SIZE = {
  king: 1,
  rook: 0.98,
  bishop: 0.98,
  gold: 0.95,
  silver: 0.95,
  knight: 0.9,
  lance: 0.88,
  pawn: 0.84,
};

/**
 * @param {Descriptor} game
 * @param {string} ruleset
 * @param {Piece} piece
 * @param {boolean} upright whether it points up the screen
 * @returns {SVGGElement}
 */
export function drawPiece(game, ruleset, piece, upright) {
  const tint = game.tints(ruleset)[piece.side];
  switch (game.shape) {
    case 'stone':
      return stone(tint);
    case 'disc':
      return disc(game.glyph(piece, tint), tint);
    default:
      return wedge(game.glyph(piece, tint), piece, upright);
  }
}

/** @param {Tint} tint */
function stone(tint) {
  return s(
    'g',
    { class: `stone stone--${tint}` },
    s('ellipse', { class: 'shadow', cx: 3, cy: 7, rx: 41, ry: 40 }),
    s('circle', { class: 'body', r: 41, fill: `url(#stone-${tint})` }),
  );
}

/**
 * @param {string} glyph
 * @param {Tint} tint
 */
function disc(glyph, tint) {
  return s(
    'g',
    { class: `disc disc--${tint}` },
    s('ellipse', { class: 'shadow', cx: 2, cy: 7, rx: 44, ry: 43 }),
    s('circle', { class: 'body', r: 44, fill: 'url(#disc-wood)' }),
    s('circle', { class: 'ring', r: 37 }),
    s('text', { class: 'glyph', 'font-size': 50, dy: '.355em' }, glyph),
  );
}

/**
 * @param {string} glyph
 * @param {Piece} piece
 * @param {boolean} upright
 */
function wedge(glyph, piece, upright) {
  const scale = WEDGE_SIZE[piece.role] ?? 0.9;
  const outline = 'M0 -46L30 -35L40 43H-40L-30 -35Z';
  return s(
    'g',
    { class: piece.promoted ? 'wedge wedge--promoted' : 'wedge' },
    s('path', {
      class: 'shadow',
      d: outline,
      transform: `translate(2 6) scale(${scale})${upright ? '' : ' rotate(180)'}`,
    }),
    s(
      'g',
      { transform: `scale(${scale})${upright ? '' : ' rotate(180)'}` },
      s('path', { class: 'body', d: outline, fill: 'url(#wedge-wood)' }),
      s('text', { class: 'glyph', 'font-size': 56, y: 5, dy: '.355em' }, glyph),
    ),
  );
}

/** Puts the gradients of all pieces into the page, once. */
export function definePaints() {
  if (document.getElementById('paints')) return;
  const stop = (/** @type {string} */ name, /** @type {string} */ offset) => s('stop', { offset, class: name });
  const radial = (/** @type {string} */ id) =>
    s(
      'radialGradient',
      { id, cx: '36%', cy: '30%', r: '75%' },
      stop(`${id}-0`, '0%'),
      stop(`${id}-1`, '55%'),
      stop(`${id}-2`, '100%'),
    );
  const linear = (/** @type {string} */ id) =>
    s('linearGradient', { id, x1: '0', y1: '0', x2: '0.3', y2: '1' }, stop(`${id}-0`, '0%'), stop(`${id}-1`, '100%'));
  document.body.append(
    s(
      'svg',
      { id: 'paints', width: 0, height: 0, 'aria-hidden': 'true' },
      s('defs', {}, radial('stone-black'), radial('stone-white'), radial('disc-wood'), linear('wedge-wood')),
    ),
  );
}
