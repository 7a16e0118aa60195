// @ts-check
// A board to play on: the legal actions, what is picked up, and the picture, together.

import { arrange } from './actions.js';
import { listen } from './input.js';
import { PlayView } from './play_view.js';
import { BoardView } from './render.js';
import { NOTHING, pressAhead, pressHand, pressPoint, targets } from './state.js';

/** @typedef {import('./render.js').Scene} Scene */

/**
 * What the board's user gives it; the rest of the scene the board adds itself.
 *
 * @typedef {Omit<Scene, 'held' | 'notes' | 'targets' | 'sources' | 'choice' | 'cursor' | 'shapes'> & {legal: readonly string[], waiting?: boolean}} Shown
 *   `waiting` while it is our turn and the rules are still being loaded
 */

/**
 * @typedef {object} Listener
 * @property {(action: string) => void} play
 * @property {(action: string | null) => void} [wish] an action for when the turn comes, or none any more
 * @property {(action: string) => void} ask an action that is not legal was tried
 * @property {() => void} [picked] a piece was picked up
 * @property {(promote: boolean) => string} choiceLabel
 * @property {(state: 'held' | 'target' | 'taking' | 'safe') => string} [stateLabel] what a screen reader says of such a point besides what stands there
 * @property {(action: string) => {badge: string, text: string} | null} [note] what is to be known of an action before it is played
 * @property {(texts: string[]) => void} [noted] of the actions that the piece picked up could do
 * @property {() => void} [idle] the board is pressed while nothing can be played
 * @property {() => void} [typed] a character is typed on the board
 */

export class Board {
  /** @type {Shown | null} */
  #shown = null;
  /** What was pressed while the rules were being loaded, after what was picked up. */
  #early = '';
  #actions = arrange([]);
  #selection = NOTHING;
  /** @type {Scene['notes']} */
  #notes = new Map();
  #cursor = '';
  /** @type {[from: string, to: string][]} */
  #shapes = [];
  #frame = 0;

  /**
   * @param {Element | BoardView} host or a picture of the board, to be played on
   * @param {Listener} listener
   * @param {string} label
   */
  constructor(host, listener, label) {
    this.listener = listener;
    this.view = new PlayView(host instanceof BoardView ? host : new BoardView(host), label);
    listen(this.view, {
      point: (point) => this.#press(point),
      hand: (piece) => this.#hand(piece),
      choice: (text) => this.#play(text),
      cancel: () => this.#cancel(),
      cursor: (point) => this.#moveCursor(point),
      cursorAt: () => this.#cursor,
      typed: () => this.listener.typed?.(),
      canDrag: (from) => this.#lift(from),
      shape: (from, to) => this.#draw(from, to),
      board: () => (this.#shown ? { grid: this.#shown.drawing.grid, flipped: this.#shown.flipped } : null),
    });
  }

  /** Gives the focus to the point that the keyboard is on. */
  focus() {
    this.view.focus(this.#cursor);
  }

  /** @param {Shown} shown */
  show(shown) {
    const before = this.#shown;
    const early = this.#early;
    this.#shown = shown;
    this.#actions = arrange(shown.interactive ? shown.legal : (shown.ahead ?? []));
    const same = before?.legal.join() === shown.legal.join() && before.interactive === shown.interactive;
    // What was picked up ahead stays picked up when the turn comes, and when the rules do.
    const begun = (before?.ahead || before?.waiting) && this.#active && this.#selection.held;
    if (!same && !begun) this.#select(NOTHING);
    this.#early = shown.waiting ? early : '';
    if (early && shown.interactive) this.#press(early);
    if (before?.action !== shown.action) this.#shapes = [];
    if (!shown.drawing.grid.places.has(this.#cursor)) {
      const own = [...shown.placement.pieces].find(([, piece]) => piece.side === (shown.flipped ? 'second' : 'first'));
      this.#cursor = own?.[0] ?? shown.drawing.grid.names[0] ?? '';
    }
    this.#dirty();
  }

  /** @param {string} point */
  #press(point) {
    const shown = this.#shown;
    if (!shown) return;
    this.#shapes = [];
    const piece = shown.placement.pieces.get(point);
    const there = { mine: piece?.side === shown.acting, occupied: piece !== undefined };
    if (shown.waiting) {
      if (there.mine) this.#select({ held: { kind: 'point', at: point }, choice: null });
      else this.#early = point;
      return;
    }
    if (!shown.interactive) {
      this.#pressAhead(shown, point, there.mine);
      return;
    }
    const pressed = pressPoint(this.#selection, this.#actions, point, there);
    this.#select(pressed.selection);
    if (pressed.play) this.#play(pressed.play);
    else if (pressed.ask) this.listener.ask(pressed.ask);
  }

  /**
   * @param {Shown} shown
   * @param {string} point
   * @param {boolean} own whether an own piece stands there
   */
  #pressAhead(shown, point, own) {
    if (!shown.ahead) return this.listener.idle?.();
    this.listener.wish?.(null);
    const { selection, play } = pressAhead(this.#selection, this.#actions, point, own);
    this.#select(selection);
    if (play) this.listener.wish?.(play);
  }

  /** @param {string} piece */
  #hand(piece) {
    if (this.#active) this.#select(pressHand(this.#selection, piece).selection);
    else this.listener.idle?.();
  }

  /** Whether pieces can be picked up. */
  get #active() {
    return Boolean(this.#shown?.interactive || this.#shown?.ahead || this.#shown?.waiting);
  }

  #cancel() {
    this.#shapes = [];
    this.#select(NOTHING);
    if (this.#shown?.ahead) this.listener.wish?.(null);
  }

  /**
   * Draws a mark, or takes the same mark away.
   *
   * @param {string} from
   * @param {string} to
   */
  #draw(from, to) {
    const others = this.#shapes.filter((shape) => shape.join() !== [from, to].join());
    this.#shapes = others.length === this.#shapes.length ? [...others, [from, to]] : others;
    this.#select(NOTHING);
    if (this.#shown?.ahead) this.listener.wish?.(null);
  }

  /** @param {string} action */
  #play(action) {
    this.#select(NOTHING);
    this.listener.play(action);
  }

  /** @param {import('./state.js').Held} from */
  #lift(from) {
    const shown = this.#shown;
    if (!shown || !this.#active) return false;
    if (from.kind === 'point') {
      const own = shown.placement.pieces.get(from.at)?.side === shown.acting;
      if (shown.interactive ? !this.#actions.steps.has(from.at) : !own) return false;
    }
    this.#select({ held: from, choice: null });
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
    if (selection.held) this.listener.picked?.();
    this.#selection = selection;
    this.#early = '';
    this.#noteTargets();
    this.#dirty();
  }

  #noteTargets() {
    const { held } = this.#selection;
    const now = this.#shown?.interactive && held?.kind === 'point';
    const steps = (now && this.#actions.steps.get(held.at)) || new Map();
    const before = this.#notes.size;
    this.#notes = new Map();
    for (const [to, texts] of steps) {
      const note = this.listener.note?.(texts[0]);
      if (note) this.#notes.set(to, note);
    }
    if (before + this.#notes.size > 0) this.listener.noted?.([...this.#notes].map(([to, { text }]) => `${to}: ${text}`));
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
    // Ahead of the turn only what is picked up says where it could go.
    const open = (shown.interactive && !choice) || held ? targets(this.#selection, this.#actions) : [];
    return {
      ...shown,
      held,
      label: this.#label(shown, new Set(open)),
      notes: this.#notes,
      targets: open,
      sources: [...this.#actions.steps.keys()],
      shapes: this.#shapes,
      choice: choice && shown.acting ? this.#choice(shown, choice) : null,
      cursor: this.#cursor,
    };
  }

  /**
   * What stands on a point, and what can be done there.
   *
   * @param {Shown} shown
   * @param {Set<string>} open
   * @returns {Scene['label']}
   */
  #label({ label, lead, placement }, open) {
    const { stateLabel } = this.listener;
    if (!label || !stateLabel) return label;
    const { held } = this.#selection;
    const safe = new Set(lead.safe.map(({ at }) => at));
    return (point) => {
      const isHeld = held?.kind === 'point' && held.at === point;
      const state = isHeld
        ? 'held'
        : open.has(point)
          ? placement.pieces.has(point)
            ? 'taking'
            : 'target'
          : safe.has(point)
            ? 'safe'
            : null;
      return [label(point), state && stateLabel(state), this.#notes.get(point)?.text].filter(Boolean).join(', ');
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
