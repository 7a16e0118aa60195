// The board of a figure: its position, played on with the rules of its game.

import { loadEngine, newGame } from '../game/engine.js';
import { AppBoard } from '../game/app_board.js';
import { Names } from '../game/names.js';
import { engineNotations } from '../game/written.js';
import { drawingOf } from '../game/pictures.js';
import { noteOf } from '../game/repetition_meter.js';
import { Timeline } from '../game/timeline.js';
import { kingOf, turnHints } from '../game/turn_hints.js';
import { descriptor } from '../games/index.js';
import { pick } from '../i18n/i18n.js';
import { load } from '../ui/load.js';

/** @typedef {import('./figure.js').Figure} Figure */

/**
 * A drawing whose edge has the letters that captions call the points by.
 *
 * @param {import('../games/index.js').Descriptor} game
 * @param {import('../../board/config.js').Drawing} drawing
 * @returns {import('../../board/config.js').Drawing}
 */
export const captioned = (game, drawing) => (game.pointName ? drawing : { ...drawing, native: undefined, numbers: undefined });

/**
 * @typedef {object} FigureListener
 * @property {(timeline: Timeline, played: readonly string[]) => void} played an action was played on the figure
 * @property {(action: string, refusal: {rule: string, squares: string[]}) => void} refused an action was refused
 * @property {(timeline: Timeline) => void} ready the rules are there
 * @property {(shown: {board: FigureBoard, hints: import('../game/turn_hints.js').TurnHints | null, legal: string[], placement: import('../games/index.js').Placement}) => void} [drawn]
 * @property {(texts: string[]) => void} [noted] what moves of the piece that is held would bring back
 */

export class FigureBoard {
  /** @type {Timeline | null} */
  timeline = null;
  /** Whether the second side sits below. */
  flipped = false;
  /** The actions on the figure. @type {readonly string[]} */
  played = [];
  /** Whether the visitor may act for a side. @type {(side: import('../games/index.js').Side) => boolean} */
  acts = () => true;
  #start;
  #ground;

  /**
   * @param {HTMLElement} host
   * @param {import('../net/api.js').GameInfo} info
   * @param {Figure} figure
   * @param {FigureListener} listener
   * @param {{asInRoom?: boolean}} [look] whether points and sides are called as in a room, not as in captions
   */
  constructor(host, info, figure, listener, { asInRoom = false } = {}) {
    const game = descriptor(info.id);
    if (!game) throw new Error(`no descriptor of ${info.id}`);
    this.figure = figure;
    this.listener = listener;
    this.names = new Names(info, figure.ruleset, game, asInRoom ? figure.options : undefined);
    this.#start = figure.moves ?? [];
    const drawing = drawingOf(game, figure.ruleset, figure.position);
    this.#ground = asInRoom ? drawing : captioned(game, drawing);
    this.board = new AppBoard(
      host,
      {
        play: (action) => this.play(action),
        ask: (action) => this.refuse(action),
        note: (action) => (this.timeline ? noteOf(this.timeline, action, this.names) : null),
        noted: (texts) => listener.noted?.(texts),
      },
      pick(figure.caption),
    );
    this.draw();
    load(loadEngine).then((engine) => {
      if (!engine) return;
      const { ruleset, options = {}, position } = figure;
      this.timeline = new Timeline(newGame(engine, { game: info.id, ruleset, options, start: position }), engineNotations(game));
      this.back();
      listener.ready(this.timeline);
    });
  }

  /** @param {string[]} [refused] points that a refusal names */
  draw(refused = []) {
    const { names, figure, timeline } = this;
    const last = timeline?.last;
    const placement = names.game.read(last?.position ?? figure.position);
    const legal = timeline?.game.legal() ?? [];
    const hints = timeline ? turnHints(timeline, placement, legal) : null;
    const interactive = legal.length > 0 && this.acts(timeline?.last.turn ?? 'first');
    const playing = this.played.length > 0;
    this.board.show({
      game: names.game,
      ruleset: figure.ruleset,
      drawing: this.#ground,
      placement,
      flipped: this.flipped,
      interactive,
      legal,
      action: playing ? (last?.action ?? null) : null,
      acting: last?.turn ?? null,
      refused,
      captured: playing ? (last?.captures.map(({ at }) => at) ?? []) : [],
      check: last?.check ? kingOf(names.game, placement, last.turn) : null,
      lead: hints ?? { must: [], safe: [] },
      pending: null,
      ...names.labels(placement),
    });
    this.listener.drawn?.({ board: this, hints, legal, placement });
  }

  /** @param {string} action */
  play(action) {
    if (!this.timeline?.sync([...this.#start, ...this.played, action])) return;
    this.played = [...this.played, action];
    this.draw();
    this.listener.played(this.timeline, this.played);
  }

  /**
   * How actions are written that lead on from the start of the figure, or to it.
   *
   * @param {readonly string[]} actions
   * @param {number} [from] how many lead to where they begin
   */
  written(actions, from = this.#start.length) {
    const { timeline } = this;
    if (!timeline) return actions;
    timeline.sync([...this.#start.slice(0, from), ...actions]);
    const written = timeline.entries.slice(from + 1).map((entry) => this.names.action(entry.action ?? '', entry.written));
    timeline.sync([...this.#start, ...this.played]);
    return written;
  }

  /** @param {string} action */
  refuse(action) {
    const refusal = this.timeline?.refuse(action);
    if (!refusal) return;
    this.draw(refusal.squares);
    this.listener.refused(action, refusal);
  }

  /** Takes the last action back. */
  undo() {
    this.played = this.played.slice(0, -1);
    this.timeline?.sync([...this.#start, ...this.played]);
    this.draw();
  }

  /**
   * Returns to the position of the figure, or to earlier actions on it.
   *
   * @param {readonly string[]} [played]
   */
  back(played = []) {
    this.played = [...played];
    this.timeline?.sync([...this.#start, ...played]);
    this.draw();
  }
}
