// A board of this site to play on: turns a page's state of a game into the form of the board package.

import { create } from '../../board/board.js';
import { Picture } from '../../board/picture.js';
import { asset } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { appearance, dress, framing, lookOf } from './pictures.js';

/** @typedef {import('../../board/config.js').Config} Config */
/** @typedef {import('../../board/config.js').Decoration} Decoration */
/** @typedef {import('../games/index.js').Side} Side */

/**
 * The content of a page's board.
 *
 * @typedef {object} Shown
 * @property {import('../games/index.js').Descriptor} game
 * @property {string} ruleset
 * @property {import('../games/index.js').Drawing} drawing
 * @property {import('../games/index.js').Placement} placement
 * @property {boolean} flipped whether the second side sits at the bottom
 * @property {boolean} interactive
 * @property {boolean} [waiting] whether no move is possible yet, but presses are stored
 * @property {readonly string[] | null} [ahead] actions for when the turn comes, if premoves are allowed
 * @property {readonly string[]} legal
 * @property {string | null} action the action that led here
 * @property {string | null} [marked] the action that is marked as the last, if it is another
 * @property {Side | null} acting whose pieces can be picked up
 * @property {string[]} refused points the last refusal speaks of
 * @property {string[]} captured points the last action emptied
 * @property {{at: string, text: string, with?: string[]}[]} [named] the formations that took, or were made
 * @property {string | null} [premove]
 * @property {string | null} check the king in check
 * @property {{must: string[], safe: {at: string, by: string[]}[]}} lead the pieces that may move where not all may, and those that cannot be captured
 * @property {readonly import('../../board/config.js').Shape[]} [shapes] arrows and circles, where the page keeps them
 * @property {readonly import('../../board/config.js').Note[]} [notes] values of actions, where the page has them, the best first
 * @property {'sent' | 'waiting' | null} pending how far the shown action has come, if it is not saved
 * @property {(point: string) => string} label a screen reader's text of a point
 * @property {(side: Side, role: string, count: number) => string} handLabel
 */

/**
 * @typedef {object} Listener
 * @property {(action: string) => void} play
 * @property {(action: string | null) => void} [premove] an action for when the turn comes, or none any more
 * @property {(action: string) => void} ask an action that is not legal was tried
 * @property {() => void} [picked] a piece was picked up
 * @property {(action: string) => {badge: string, text: string} | null} [note] the warning about an action before it is played
 * @property {(texts: string[]) => void} [noted] of the actions that the piece picked up could do
 * @property {(shapes: import('../../board/config.js').Shape[]) => void} [shapes] a visitor drew or wiped arrows and circles
 * @property {() => void} [idle] the board is pressed while nothing can be played
 * @property {() => void} [typed] a character is typed on the board
 */

/** @param {Shown} shown @returns {Pick<Config, 'mode' | 'legal'>} */
function modeOf({ interactive, ahead, waiting, legal }) {
  if (interactive) return { mode: 'play', legal };
  if (ahead) return { mode: 'premove', legal: ahead };
  return { mode: waiting ? 'wait' : 'view', legal: [] };
}

/** @param {Shown} shown @returns {Decoration[]} */
const decorationsOf = ({ check, refused, captured, named = [], lead }) => [
  ...(check ? [{ at: check, kind: /** @type {const} */ ('check') }] : []),
  ...refused.map((at) => ({ at, kind: /** @type {const} */ ('refused') })),
  ...lead.must.map((at) => ({ at, kind: /** @type {const} */ ('must') })),
  ...lead.safe.map(({ at, by }) => ({ at, kind: /** @type {const} */ ('safe'), with: by })),
  ...captured.map((at) => ({ at, kind: /** @type {const} */ ('taken') })),
  ...named.map((pattern) => ({ ...pattern, kind: /** @type {const} */ ('pattern') })),
];

export class AppBoard {
  /** The board of the package, from the first `show` on. @type {import('../../board/board.js').Board | null} */
  board = null;
  /** @type {[Shown['game'], string, Shown['drawing'], Config['look']] | null} */
  #look = null;
  /** @type {import('../../board/config.js').Shape[]} */
  #pointed = [];

  /**
   * @param {Element | Picture} host or a picture of the board, to be played on
   * @param {Listener} listener
   * @param {string} label the name of the board
   */
  constructor(host, listener, label) {
    this.host = host;
    this.listener = listener;
    this.label = label;
  }

  /** @param {Shown} shown */
  show(shown) {
    const { game, placement } = shown;
    const part = {
      look: this.#lookOf(shown),
      pieces: placement.pieces,
      hands: placement.hands,
      flipped: shown.flipped,
      ...modeOf(shown),
      acting: shown.acting,
      action: shown.action,
      marked: shown.marked ?? null,
      premove: shown.premove ?? null,
      pending: shown.pending,
      decorations: decorationsOf(shown),
      words: this.#words(shown),
      ...(shown.shapes && { shapes: shown.shapes }),
      ...(shown.notes && { notes: shown.notes }),
    };
    if (this.board) {
      this.board.set(part);
      return;
    }
    const element = this.host instanceof Picture ? (this.host.svg.parentElement ?? this.host.svg) : this.host;
    this.board = create(this.host, {
      ...appearance(game, element),
      ...part,
      assets: asset,
      on: { ...this.#events(), ...framing(element) },
    });
    dress(this.board, game);
  }

  /** @param {string} label the name of the board */
  name(label) {
    this.label = label;
    if (this.board) this.board.set({ words: { ...this.board.state.words, board: label } });
  }

  /** Does what pressing a point does. @param {string} point */
  press(point) {
    this.board?.press(point);
  }

  /** Marks points until others are marked; drawings stay. @param {readonly string[]} points */
  point(points) {
    const drawn = this.board?.state.shapes.filter((shape) => !this.#pointed.includes(shape)) ?? [];
    this.#pointed = points.map((at) => ({ from: at, to: at, brush: 'yellow' }));
    this.board?.setShapes([...drawn, ...this.#pointed]);
  }

  focus() {
    this.board?.focus();
  }

  /**
   * Shows arrows and circles.
   *
   * @param {readonly import('../../board/config.js').Shape[]} shapes
   */
  setShapes(shapes) {
    this.board?.setShapes(shapes);
  }

  /** Whether pressing and dragging draws, for fingers and keys. @param {boolean} on */
  draw(on) {
    this.board?.set({ drawing: on });
  }

  destroy() {
    this.board?.destroy();
  }

  /** @param {Shown} shown */
  #lookOf({ game, ruleset, drawing }) {
    const known = this.#look;
    if (known && known[0] === game && known[1] === ruleset && known[2] === drawing) return known[3];
    const look = lookOf(game, ruleset, drawing);
    this.#look = [game, ruleset, drawing, look];
    return look;
  }

  /** @param {Shown} shown @returns {Config['words']} */
  #words({ label, handLabel }) {
    return {
      board: this.label,
      point: label,
      hand: handLabel,
      state: (state) => t(`point.${state}`),
      choice: (promoted) => t(promoted ? 'choice.promote' : 'choice.stay'),
      note: this.listener.note,
    };
  }

  /** @returns {Config['on']} */
  #events() {
    const { play, premove, ask, picked, noted, shapes, idle, typed } = this.listener;
    return { play, premove, ask, pick: picked, notes: noted, shapes, idle, typed };
  }
}
