// One piece as SVG, drawn round its own middle.

import { paint, paints } from './paints.js';
import { s } from './svg.js';

/** @typedef {import('./config.js').Config} Config */
/** @typedef {import('./config.js').Look} Look */
/** @typedef {import('./config.js').Piece} Piece */
/** @typedef {import('./config.js').Tint} Tint */
/** @typedef {Pick<Config, 'look' | 'theme' | 'set' | 'assets' | 'small'>} Style */

// Wedges of lesser pieces are a little smaller, as on a real board.
/** @type {Record<string, number>} */
const WEDGE_SIZE = { king: 1.06, rook: 1.03, bishop: 1.03, gold: 1, silver: 1, knight: 0.96, lance: 0.93, pawn: 0.9 };
const WEDGE = 'M0-46L29-36L39 42Q0 45-39 42L-29-36Z';

/** @type {Record<string, [number, number]>} as the keys of a keypad lie */
const WAYS = { 1: [-1, 1], 2: [0, 1], 3: [1, 1], 4: [-1, 0], 6: [1, 0], 7: [-1, -1], 8: [0, -1], 9: [1, -1] };

/**
 * @param {Style} style
 * @param {Piece} piece
 * @param {boolean} upright whether it points up the screen
 * @param {SVGSVGElement} svg the picture that has the paints
 * @returns {SVGGElement}
 */
export function drawPiece(style, piece, upright, svg) {
  const { look, theme, small } = style;
  const tint = look.tints[piece.side];
  if (look.shape === 'stone') return stone(tint, theme, small, svg);
  const turn = upright ? '' : 'rotate(180)';
  if (look.shape === 'disc')
    return s(
      'g',
      { class: `yg-disc yg-disc--${tint}`, 'aria-hidden': 'true' },
      !small && s('circle', { class: 'yg-shadow', cx: 3, cy: 8, r: 44 }),
      !small && s('circle', { class: 'yg-edge', cy: 3, r: 44 }),
      s('circle', { class: 'yg-body', r: 43, fill: paint(svg, 'disc-wood') }),
      ...face(style, piece, tint, turn, 36),
    );
  const scale = WEDGE_SIZE[piece.role] ?? 0.9;
  return s(
    'g',
    {
      class: piece.promoted ? 'yg-wedge yg-wedge--promoted' : 'yg-wedge',
      transform: `scale(${scale})`,
      'aria-hidden': 'true',
    },
    !small && s('path', { class: 'yg-shadow', d: WEDGE, transform: `translate(3 8)${turn}` }),
    !small && s('path', { class: 'yg-edge', d: WEDGE, transform: `translate(0 4)${turn}` }),
    s(
      'g',
      { transform: turn || null },
      s('path', { class: 'yg-body', d: WEDGE, fill: paint(svg, 'wedge-wood') }),
      ...face(style, piece, tint, '', 30),
    ),
  );
}

/**
 * A picture of a single piece, as in a legend.
 *
 * @param {Style} style
 * @param {Piece} piece
 * @returns {SVGSVGElement}
 */
export function onePiece(style, piece) {
  const svg = s('svg', { viewBox: '-52 -54 104 108', class: 'yg-one', 'aria-hidden': 'true' });
  svg.append(paints(style.look.shape, svg), drawPiece(style, piece, piece.side === 'first', svg));
  return svg;
}

/**
 * The text on a piece.
 *
 * @param {Style} style
 * @param {Piece} piece
 * @param {Tint} tint
 * @param {string} turn how the side of the piece points, where the piece itself does not
 * @param {number} radius of the ring
 * @returns {SVGElement[]}
 */
function face({ look, set, assets, small }, piece, tint, turn, radius) {
  const round = look.shape === 'disc';
  const marked = set === 'moves' && !small;
  const ring = round && !small ? [s('circle', { class: 'yg-ring', r: marked ? 41 : radius })] : [];
  if (set === 'symbols') {
    const use = (/** @type {string} */ id) =>
      s('use', { class: 'yg-glyph', href: `${assets('pieces.svg')}#${id}`, x: -33, y: round ? -33 : -28, width: 66, height: 66 });
    return [...ring, use(piece.role), ...(piece.promoted ? [use('promoted')] : [])];
  }
  const written = [...((look.sets?.[set] ?? look.glyph)?.(piece, tint) ?? '')];
  // Letters are of the page's own type; two characters stand below each other.
  const letters = /^[+A-Z]/.test(written[0] ?? '');
  const size = letters ? (written.length > 1 ? 38 : 46) : written.length > 1 ? 36 : marked ? 40 : round ? 54 : 58;
  const middle = round ? 0 : marked ? 7 : 5;
  const text = (/** @type {string} */ glyph, /** @type {number} */ y) =>
    s('text', { class: letters ? 'yg-glyph yg-glyph--letter' : 'yg-glyph', 'font-size': size, y, dy: '.36em' }, glyph);
  const glyphs =
    letters || written.length < 2
      ? [text(written.join(''), middle)]
      : written.map((glyph, row) => text(glyph, middle + 1 + (row - (written.length - 1) / 2) * size * 0.98));
  if (!marked) return [...ring, ...glyphs];
  const code = look.moves?.[piece.role + (piece.promoted ? '+' : '')] ?? '';
  return [...ring, ...glyphs, s('path', { class: 'yg-ways', d: ways(code, radius, middle), transform: turn || null })];
}

/**
 * How a piece moves, as marks round its character: `8` a step up as on a keypad, `8+` a slide,
 * `8*` a slide that captures over a screen, `8:` two steps, `8?` a step it may gain; `L` and `l`
 * a horse's jumps, to all sides or forwards.
 *
 * @param {string} code
 * @param {number} radius
 * @param {number} middle
 */
function ways(code, radius, middle) {
  const disc = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
    `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  const at = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {number} */ far) => {
    const scale = far / Math.hypot(dx, dy);
    return /** @type {const} */ ([dx * scale, dy * scale + middle * 0.6]);
  };
  const arrow = (/** @type {number} */ dx, /** @type {number} */ dy) => {
    const [x, y] = at(dx, dy, radius - 5);
    const [tipX, tipY] = at(dx, dy, radius + 4);
    const [sideX, sideY] = [(tipY - y) * 0.7, (x - tipX) * 0.7];
    return `M${tipX} ${tipY}L${x + sideX} ${y + sideY}L${x - sideX} ${y - sideY}Z`;
  };
  let path = '';
  for (const [, key = '', kind = ''] of code.matchAll(/([\dLl])([+*:?]?)/g)) {
    const way = WAYS[key];
    if (!way) {
      for (const dx of [-1, 1])
        for (const [x, y] of key === 'L'
          ? [
              [dx, 2],
              [dx, -2],
              [2 * dx, 1],
              [2 * dx, -1],
            ]
          : [[dx, -2]])
          path += disc(...at(x ?? 0, y ?? 0, radius), 3.6);
      continue;
    }
    const [dx, dy] = way;
    if (kind === '+') path += arrow(dx, dy);
    else if (kind === '*') path += arrow(dx, dy) + disc(...at(dx, dy, radius - 11), 2.4);
    else if (kind === ':') path += disc(...at(dx, dy, radius + 3), 3.2) + disc(...at(dx, dy, radius - 6), 3.2);
    else path += disc(...at(dx, dy, radius), kind === '?' ? 2 : 3.9);
  }
  return path;
}

let pebbles = 0;

/**
 * A stone of go, or on the ground a pebble, of which no two are alike.
 *
 * @param {Tint} tint
 * @param {string} theme
 * @param {boolean} small
 * @param {SVGSVGElement} svg
 */
function stone(tint, theme, small, svg) {
  const d = theme === 'earth' ? pebble((pebbles += 1)) : 'M-41 0a41 41 0 1 0 82 0a41 41 0 1 0-82 0';
  return s(
    'g',
    { class: `yg-stone yg-stone--${tint}` },
    !small && s('path', { class: 'yg-shadow', d, transform: 'translate(4 8)' }),
    s('path', { class: 'yg-body', d, fill: paint(svg, `stone-${tint}`) }),
    !small && s('ellipse', { class: 'yg-gleam', cx: -13, cy: -17, rx: 15, ry: 10, transform: 'rotate(-35 -13 -17)' }),
  );
}

/** @param {number} seed */
function pebble(seed) {
  const point = (/** @type {number} */ i) => {
    const angle = (i / 9) * 2 * Math.PI;
    const r = 41 + 2.2 * Math.sin(2 * angle + seed * 2.4) + Math.sin(3 * angle + seed * 5.1);
    return /** @type {const} */ ([r * 1.05 * Math.cos(angle), r * 0.97 * Math.sin(angle)]);
  };
  let path = '';
  for (let i = 0; i < 10; i += 1) {
    const [[x, y], [nextX, nextY]] = [point(i), point(i + 1)];
    const middle = `${((x + nextX) / 2).toFixed(1)} ${((y + nextY) / 2).toFixed(1)}`;
    path += i === 0 ? `M${middle}` : `Q${x.toFixed(1)} ${y.toFixed(1)} ${middle}`;
  }
  return path;
}
