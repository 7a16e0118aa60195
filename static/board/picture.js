// Draws a board and the pieces on it. All that playing adds is drawn by `play_view.js`, so that a
// picture needs none of it.

import { DEFAULTS, isAtBottom } from './config.js';
import { centreOf, handPlace, layout, nearest, UNIT } from './geometry.js';
import { ground } from './ground.js';
import { duration } from './motion.js';
import { paints } from './paints.js';
import { PieceLayer } from './piece_layer.js';
import { drawPiece } from './pieces.js';
import { s } from './svg.js';

/** @typedef {import('./config.js').Config} Config */
/** @typedef {import('./config.js').Given} Given */
/** @typedef {import('./geometry.js').Layout} Layout */

export class Picture {
  pieces = new PieceLayer();
  /** Draws the further layers. @type {((config: any, at: Layout) => void) | null} */
  besides = null;
  /** @type {Layout | null} */
  at = null;
  /** The values for which the ground was drawn. @type {unknown[]} */
  #ground = [];
  /** The pieces in hand, as they are drawn. @type {Config['hands']} */
  #hands;

  /**
   * @param {Element} host gets the picture appended
   * @param {Given} given
   */
  constructor(host, given) {
    /** @type {Config} */
    this.config = { ...DEFAULTS, ...given };
    const { small } = this.config;
    this.layers = { ground: s('g'), pieces: this.pieces.element };
    this.svg = s('svg', { class: small ? 'yg-board yg-board--small' : 'yg-board', role: small ? 'img' : 'group' });
    this.svg.append(this.layers.ground, this.layers.pieces);
    host.append(this.svg);
    this.draw(this.config);
  }

  /**
   * Changes some of the shown values.
   *
   * @param {Partial<Config>} part
   */
  set(part) {
    Object.assign(this.config, part);
    this.draw(this.config);
  }

  /** Takes the picture out of the page. */
  destroy() {
    this.svg.remove();
  }

  /**
   * @param {Config} config
   * @param {readonly string[]} [touched] the points of the action that led here
   */
  draw(config, touched = []) {
    const at = this.#drawGround(config);
    this.#drawPieces(config, at, touched);
    this.#hands = config.hands;
    this.besides?.(config, at);
  }

  /**
   * The point of the board at a place of the window, if there is one.
   *
   * @param {{clientX: number, clientY: number}} place
   * @param {DOMMatrix | null} [matrix] from the window to the picture, where it is known
   */
  pointAt({ clientX, clientY }, matrix) {
    const known = matrix ?? this.svg.getScreenCTM()?.inverse();
    if (!known || !this.at) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(known);
    return nearest(this.config.look.drawing.grid, this.at, x, y);
  }

  /** @param {Config} config */
  #drawGround(config) {
    const { look, theme, flipped, small, labels, set } = config;
    const coordinates = config.coordinates && !small;
    const hands = look.hand !== undefined && !small;
    const beside = hands && config.stands === 'beside';
    const wanted = [look.drawing, look.tints.first, theme, flipped, coordinates, labels, beside, set];
    if (this.at && wanted.every((part, index) => part === this.#ground[index])) return this.at;
    const at = layout(look.drawing.grid, { flipped, hands, beside, labels: coordinates });
    const before = this.at;
    this.#ground = wanted;
    this.at = at;
    this.svg.setAttribute('viewBox', `0 0 ${at.width} ${at.height}`);
    const drawn = s('g', { 'aria-hidden': 'true' }, paints(look.shape, this.svg), ground(config, at, coordinates));
    this.layers.ground.replaceWith(drawn);
    this.layers.ground = drawn;
    this.pieces.clear();
    if (before?.width !== at.width || before.height !== at.height)
      config.on.layout?.({ aspect: at.width / at.height, squares: at.height / UNIT });
    return at;
  }

  /**
   * @param {Config} config
   * @param {Layout} at
   * @param {readonly string[]} touched
   */
  #drawPieces(config, at, touched) {
    const { look, flipped, hands } = config;
    const wanted = new Map();
    for (const [point, piece] of config.pieces) {
      const place = centreOf(look.drawing.grid, at, point);
      if (!place) continue;
      wanted.set(point, {
        key: `${piece.side} ${piece.role}${piece.promoted ? '+' : ''}`,
        place,
        draw: () => drawPiece(config, piece, isAtBottom(piece.side, flipped), this.svg),
      });
    }
    const before = this.#hands;
    this.pieces.draw(wanted, {
      touched,
      ms: duration(config.animation),
      from: (key) => gone(hands, before, key, look, at),
      to: (key) => gone(before, hands, key, look, at),
    });
  }
}

/**
 * The place in the hand that a piece has left, or that it has come to.
 *
 * @param {Config['hands']} fewer
 * @param {Config['hands']} more
 * @param {string} key
 * @param {import('./config.js').Look} look
 * @param {Layout} at
 */
function gone(fewer, more, key, { hand = [] }, at) {
  if (!fewer || !more || at.hand === 0) return null;
  const [side, role] = /** @type {[import('./config.js').Side, string]} */ (key.split(' '));
  const count = (/** @type {typeof more} */ hands) => hands[side].find((held) => held.role === role)?.count ?? 0;
  const index = hand.findIndex((kind) => kind.role === role);
  return index >= 0 && count(more) > count(fewer) ? handPlace(at, side, index, hand.length) : null;
}
