// A board to play on: the legal actions, the selection, and the picture, together. It knows no
// rules and changes no position: it reports the chosen action, and shows the position of the last `set`.

import { arrange, pointsOf } from './actions.js';
import { listen } from './input.js';
import { ends } from './marks.js';
import { Picture } from './picture.js';
import { PlayView } from './play_view.js';
import { brushOf, withShape } from './shapes.js';
import { NOTHING, pressAhead, pressHand, pressPoint, targets } from './state.js';

/** @typedef {import('./config.js').Config} Config */
/** @typedef {import('./config.js').Given} Given */
/** @typedef {import('./config.js').Shape} Shape */
/** @typedef {import('./config.js').State} State */
/** @typedef {import('./play_view.js').Scene} Scene */

/**
 * Makes a board.
 *
 * @param {Element | Picture} host gets the board appended; or a picture that is shown already, to be played on
 * @param {Given} config
 */
export const create = (host, config) => new Board(host, config);

export class Board {
  #actions = arrange([]);
  #selection = NOTHING;
  /** The points pressed while waiting, after the selection. */
  #early = '';
  /** @type {Scene['badges']} */
  #notes = new Map();
  #cursor = '';
  /** Where a shape begins that is drawn by keys. */
  #pen = '';
  #frame = 0;
  #fresh = true;

  /**
   * @param {Element | Picture} host
   * @param {Given} config
   */
  constructor(host, config) {
    this.picture = host instanceof Picture ? host : new Picture(host, config);
    /** @type {Config} */
    this.config = this.picture.config;
    this.view = new PlayView(this.picture);
    this.unlisten = listen(this.view, {
      point: (point) => this.press(point),
      hand: (piece) => this.#hand(piece),
      choice: (text) => this.#chose(text),
      cancel: () => this.cancel(),
      moved: () => this.#dirty(),
      cursor: (point) => this.#moveCursor(point),
      cursorAt: () => this.#cursor,
      typed: () => this.config.on.typed?.(),
      canDrag: (from) => this.#lift(from),
      drawing: () => this.config.drawing,
      sketch: (from, to, event) => this.view.sketch(from && to ? { from, to, brush: brushOf(event) } : null),
      shape: (from, to, event) => this.#draw({ from, to, brush: brushOf(event) }),
      board: () => ({ grid: this.config.look.drawing.grid, flipped: this.config.flipped }),
    });
    this.set(config);
  }

  get svg() {
    return this.picture.svg;
  }

  /** The settings of the board. @returns {Readonly<Config>} */
  get state() {
    return this.config;
  }

  /** Gives the focus to the point that the keyboard is on. */
  focus() {
    this.view.focus(this.#cursor);
  }

  /** Takes the board out of the page. */
  destroy() {
    cancelAnimationFrame(this.#frame);
    this.unlisten();
    this.view.destroy();
    this.picture.destroy();
  }

  /**
   * Changes some of the shown values, on the next frame.
   *
   * @param {Partial<Config>} part
   */
  set(part) {
    const { config } = this;
    const before = { ...config };
    Object.assign(config, part);
    const { mode, legal, look, pieces } = config;
    // By now the listener has shown the new position, if an action was played.
    if (part.pieces || part.action !== undefined) this.view.settle();
    const same = !this.#fresh && before.mode === mode && before.legal.join() === legal.join();
    if (!same) this.#actions = arrange(mode === 'view' ? [] : legal);
    const early = this.#early;
    const { held } = this.#selection;
    // A piece selected ahead stays selected when the turn comes, and when the rules do,
    const begun = before.mode !== 'play' && before.mode !== 'view' && mode !== 'view' && held;
    // unless it was captured in between.
    const taken = held?.kind === 'point' && pieces.get(held.at)?.side !== config.acting;
    if (held || this.#selection.choice) {
      if ((!same && !begun) || (begun && taken)) this.#select(NOTHING);
    }
    this.#early = mode === 'wait' ? early : '';
    if (part.notes || !same) this.#noteTargets();
    if (early && (mode === 'play' || mode === 'premove')) this.press(early);
    if (before.action !== config.action && part.shapes === undefined) this.#wipe();
    const { grid } = look.drawing;
    if (!grid.places.has(this.#cursor)) {
      const own = [...pieces].find(([, piece]) => piece.side === (config.flipped ? 'second' : 'first'));
      this.#cursor = own?.[0] ?? grid.names[0] ?? '';
    }
    // Before the first drawing there are no cells to press.
    if (this.#fresh) this.#paint();
    else this.#dirty();
    this.#fresh = false;
  }

  /**
   * Shows arrows and circles; no listener is notified.
   *
   * @param {readonly Shape[]} shapes
   */
  setShapes(shapes) {
    this.config.shapes = shapes;
    this.#dirty();
  }

  /** Drops the selection, and a premove. */
  cancel() {
    this.#pen = '';
    this.#wipe(true);
    this.#select(NOTHING);
    if (this.config.mode === 'premove') this.config.on.premove?.(null);
  }

  /**
   * Does what pressing a point does.
   *
   * @param {string} point
   * @returns {boolean} whether an action was played
   */
  press(point) {
    const { acting, mode, on, pieces } = this.config;
    if (this.config.drawing) {
      this.#drawFrom(point);
      return false;
    }
    this.#wipe(true);
    const piece = pieces.get(point);
    const there = { mine: piece !== undefined && piece.side === acting, occupied: piece !== undefined };
    switch (mode) {
      case 'view':
        on.idle?.();
        return false;
      case 'wait':
        if (there.mine) this.#select({ held: { kind: 'point', at: point }, choice: null });
        else this.#early = point;
        return false;
      case 'premove':
        this.#pressAhead(point, there.mine);
        return false;
      default: {
        const pressed = pressPoint(this.#selection, this.#actions, point, there);
        this.#select(pressed.selection);
        if (pressed.play) this.#play(pressed.play);
        else if (pressed.ask) on.ask?.(pressed.ask);
        return pressed.play !== undefined;
      }
    }
  }

  /**
   * @param {string} point
   * @param {boolean} own whether an own piece stands there
   */
  #pressAhead(point, own) {
    const { on } = this.config;
    on.premove?.(null);
    const { selection, play } = pressAhead(this.#selection, this.#actions, point, own);
    this.#select(selection);
    if (play) on.premove?.(play);
  }

  /** @param {string} text */
  #chose(text) {
    if (this.config.mode !== 'premove') return this.#play(text);
    this.#select(NOTHING);
    // That it does not promote must be explicit in a premove, which else promotes where it can.
    this.config.on.premove?.(text.endsWith('+') ? text : `${text}=`);
  }

  /** @param {string} piece */
  #hand(piece) {
    if (this.config.mode === 'view') this.config.on.idle?.();
    else this.#select(pressHand(this.#selection, piece).selection);
  }

  /**
   * Removes the shapes drawn by the visitor.
   *
   * @param {boolean} [reports] whether it was the player who did
   */
  #wipe(reports = false) {
    if (this.config.shapes.length === 0) return;
    this.config.shapes = [];
    if (reports) this.config.on.shapes?.([]);
    this.#dirty();
  }

  /**
   * Draws a shape, or takes the same away.
   *
   * @param {Shape} shape
   */
  #draw(shape) {
    this.view.sketch(null);
    const shapes = withShape(this.config.shapes, shape);
    this.config.shapes = shapes;
    this.config.on.shapes?.(shapes);
    this.#select(NOTHING);
    if (this.config.mode === 'premove') this.config.on.premove?.(null);
  }

  /**
   * A point is pressed by keys while shapes are drawn: the first begins one, the second ends it.
   *
   * @param {string} point
   */
  #drawFrom(point) {
    if (this.#pen) this.#draw({ from: this.#pen, to: point });
    this.#pen = this.#pen ? '' : point;
    this.view.sketch(this.#pen ? { from: point, to: point } : null);
  }

  /** @param {string} action */
  #play(action) {
    this.#select(NOTHING);
    this.config.on.play?.(action);
  }

  /** @param {import('./state.js').Held} from */
  #lift(from) {
    const { acting, mode, pieces } = this.config;
    if (mode === 'view') return false;
    if (from.kind === 'point') {
      const own = acting !== null && pieces.get(from.at)?.side === acting;
      if (mode === 'play' ? !this.#actions.steps.has(from.at) : !own) return false;
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
    if (selection.held) this.config.on.pick?.();
    this.#selection = selection;
    this.#early = '';
    this.#noteTargets();
    this.#dirty();
  }

  #noteTargets() {
    const { mode, notes, on, words } = this.config;
    const { held } = this.#selection;
    const steps = (mode === 'play' && held?.kind === 'point' && this.#actions.steps.get(held.at)) || new Map();
    const before = this.#notes.size;
    this.#notes = new Map();
    if (mode === 'play' && !held) {
      for (const note of notes) {
        const [begin = ''] = pointsOf(note.action);
        if (!this.#notes.has(begin)) this.#notes.set(begin, note);
      }
      // The known targets of a piece that was put down are over.
      if (before > 0) on.notes?.([]);
      return;
    }
    for (const [to, texts] of steps) {
      const note = notes.find(({ action }) => texts.includes(action)) ?? words.note?.(texts[0]);
      if (note) this.#notes.set(to, note);
    }
    if (before + this.#notes.size > 0) on.notes?.([...this.#notes].map(([to, { text }]) => `${to}: ${text}`));
  }

  #dirty() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint() {
    this.view.draw(this.#scene());
  }

  /** @returns {Scene} */
  #scene() {
    const { config } = this;
    const { held, choice } = this.#selection;
    // Ahead of the turn only the selected piece shows its possible targets.
    const open = (config.mode === 'play' && !choice) || held ? targets(this.#selection, this.#actions) : [];
    return {
      ...config,
      held,
      label: this.#label(open),
      badges: this.#notes,
      targets: open,
      sources: [...this.#actions.steps.keys()],
      choice: choice && config.acting ? this.#choice(choice) : null,
      cursor: this.#cursor,
    };
  }

  /**
   * The piece on a point, its marks and its possible actions.
   *
   * @param {string[]} open
   * @returns {Scene['label']}
   */
  #label(open) {
    const { config } = this;
    const { words, pieces } = config;
    const { held } = this.#selection;
    /** @type {Map<string, State[]>} */
    const states = new Map();
    const add = (/** @type {string} */ point, /** @type {State} */ state) =>
      states.set(point, [...(states.get(point) ?? []), state]);
    if (held?.kind === 'point') add(held.at, 'held');
    for (const point of open) add(point, pieces.has(point) ? 'taking' : 'target');
    const last = ends(config).to;
    if (last) add(last, 'last');
    for (const { at, kind } of config.decorations) if (kind !== 'taken' && kind !== 'pattern') add(at, kind);
    for (const point of config.premove ? pointsOf(config.premove) : []) add(point, 'premove');
    return (point) => {
      const said = (states.get(point) ?? []).map((state) => words.state?.(state) ?? '');
      return [words.point?.(point) ?? point, ...said, this.#notes.get(point)?.text].filter(Boolean).join(', ');
    };
  }

  /** @param {{to: string, texts: string[]}} choice */
  #choice({ to, texts }) {
    const { words, pieces } = this.config;
    const { held } = this.#selection;
    const moving = held?.kind === 'point' ? pieces.get(held.at) : undefined;
    if (!moving) return null;
    const options = texts
      .map((text) => ({ text, promoted: text.endsWith('+') }))
      .sort((a, b) => Number(b.promoted) - Number(a.promoted))
      .map(({ text, promoted }) => ({
        text,
        piece: promoted ? { ...moving, promoted } : moving,
        label: words.choice?.(promoted) ?? text,
      }));
    return { to, options };
  }
}
