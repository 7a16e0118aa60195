// @ts-check
// A board to play on: the legal actions, what is picked up, and the picture, together.

import { arrange } from './actions.js';
import { listen } from './input.js';
import { BoardView } from './render.js';
import { NOTHING, pressHand, pressPoint, targets } from './state.js';

/** @typedef {import('./render.js').Scene} Scene */

/**
 * What the board's user gives it; the rest of the scene the board adds itself.
 *
 * @typedef {Omit<Scene, 'held' | 'targets' | 'sources' | 'choice' | 'cursor'> & {legal: readonly string[]}} Shown
 */

/**
 * @typedef {object} Listener
 * @property {(action: string) => void} play
 * @property {(action: string) => void} ask an action that is not legal was tried
 * @property {(promote: boolean) => string} choiceLabel
 */

export class Board {
  /** @type {Shown | null} */
  #shown = null;
  #actions = arrange([]);
  #selection = NOTHING;
  #cursor = '';
  #frame = 0;

  /**
   * @param {Element} host
   * @param {Listener} listener
   * @param {string} label
   */
  constructor(host, listener, label) {
    this.listener = listener;
    this.view = new BoardView(host, { label });
    listen(this.view, {
      point: (point) => this.#press(point),
      hand: (piece) => this.#hand(piece),
      choice: (text) => this.#play(text),
      cancel: () => this.#select(NOTHING),
      cursor: (point) => this.#moveCursor(point),
      canDrag: (point) => this.#lift(point),
      board: () => (this.#shown ? { grid: this.#shown.drawing.grid, flipped: this.#shown.flipped } : null),
    });
  }

  /** @param {Shown} shown */
  show(shown) {
    const before = this.#shown;
    this.#shown = shown;
    this.#actions = arrange(shown.interactive ? shown.legal : []);
    const same = before?.legal.join() === shown.legal.join() && before.interactive === shown.interactive;
    if (!same) this.#selection = NOTHING;
    if (!shown.drawing.grid.places.has(this.#cursor)) {
      const own = [...shown.placement.pieces].find(([, piece]) => piece.side === (shown.flipped ? 'second' : 'first'));
      this.#cursor = own?.[0] ?? shown.drawing.grid.names[0] ?? '';
    }
    this.#dirty();
  }

  /** @param {string} point */
  #press(point) {
    const shown = this.#shown;
    if (!shown?.interactive) return;
    const piece = shown.placement.pieces.get(point);
    const there = { mine: piece?.side === shown.acting, occupied: piece !== undefined };
    const pressed = pressPoint(this.#selection, this.#actions, point, there);
    this.#select(pressed.selection);
    if (pressed.play) this.#play(pressed.play);
    else if (pressed.ask) this.listener.ask(pressed.ask);
  }

  /** @param {string} piece */
  #hand(piece) {
    if (this.#shown?.interactive) this.#select(pressHand(this.#selection, piece).selection);
  }

  /** @param {string} action */
  #play(action) {
    this.#select(NOTHING);
    this.listener.play(action);
  }

  /** @param {string} point */
  #lift(point) {
    if (!this.#shown?.interactive || !this.#actions.steps.has(point)) return false;
    this.#select({ held: { kind: 'point', at: point }, choice: null });
    return true;
  }

  /** @param {string} point */
  #moveCursor(point) {
    if (point === this.#cursor) return;
    this.#cursor = point;
    this.#dirty();
  }

  /** @param {import('./state.js').Selection} selection */
  #select(selection) {
    this.#selection = selection;
    this.#dirty();
  }

  #dirty() {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#shown) this.view.draw(this.#scene(this.#shown));
    });
  }

  /**
   * @param {Shown} shown
   * @returns {Scene}
   */
  #scene(shown) {
    const { held, choice } = this.#selection;
    return {
      ...shown,
      held,
      targets: shown.interactive && !choice ? targets(this.#selection, this.#actions) : [],
      sources: shown.interactive ? [...this.#actions.steps.keys()] : [],
      choice: choice && shown.acting ? this.#choice(shown, choice) : null,
      cursor: this.#cursor,
    };
  }

  /**
   * @param {Shown} shown
   * @param {{to: string, texts: string[]}} choice
   */
  #choice(shown, { to, texts }) {
    const { held } = this.#selection;
    const moving = held?.kind === 'point' ? shown.placement.pieces.get(held.at) : undefined;
    if (!moving) return null;
    const options = texts
      .map((text) => ({ text, promoted: text.endsWith('+') }))
      .sort((a, b) => Number(b.promoted) - Number(a.promoted))
      .map(({ text, promoted }) => ({
        text,
        piece: promoted ? { ...moving, promoted } : moving,
        label: this.listener.choiceLabel(promoted),
      }));
    return { to, options };
  }
}
