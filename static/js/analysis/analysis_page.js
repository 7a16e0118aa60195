// The analysis board: a touched action becomes a step or a variation. Once a frame the study is read into one moment, and
// every view draws the parts of it that it reads.

import { turnScene } from '../game/turn_scene.js';
import { signal } from '../ui/view.js';
import { Address, goTo, placeOf, readAddress, stepFrom } from './address.js';
import { Drawings } from './drawings.js';

/** @typedef {import('../games/index.js').Side} Side */
/** @typedef {ReturnType<AnalysisPage['read']>} Moment */

export class AnalysisPage {
  address = new Address();
  /** The state for the views. */
  moment = signal(/** @type {Moment | null} */ (null));
  /** Whether the board plays the line by itself. */
  playing = signal(false);
  /** Whether the board turns to the side to act. */
  turns = false;
  /** The values of the line's positions, once they were found; until then the chart weighs pieces. @type {number[] | null} */
  values = null;
  /** The known values of the actions here, the best first. @type {readonly import('../../board/config.js').Note[]} */
  notes = [];
  /** The marks of moves that lost something, by the node. @type {ReadonlyMap<number, {sign: string, word: string, kind: string}>} */
  marks = new Map();
  #flipped;
  #frame = 0;
  /** How often the look was changed. */
  #looks = 0;
  /** @type {{rule: string, squares: string[], note?: string} | null} */
  #refused = null;
  #ending = new AbortController();
  left = this.#ending.signal;
  drawings = new Drawings(() => this.redraw());

  /**
   * @param {import('./study.js').Study} study
   * @param {import('../game/names.js').Names} names
   * @param {{players: Record<Side, {name: string | null, won: boolean}>, ids: import('./subject.js').Subject['ids'], times: readonly number[], flipped: boolean, ended: {text: string, result: string | null, reason: string | null} | null, still: import('../../board/picture.js').Picture | null}} game `ended` is null for one that is not a game played before
   * @param {{moved: () => void, played: () => void, drew: () => void}} listener `moved` after every step, `played` after a trial, `drew` when arrows were drawn or wiped
   */
  constructor(study, names, game, listener) {
    this.study = study;
    this.names = names;
    this.game = game;
    this.#flipped = game.flipped;
    this.listener = listener;
    addEventListener('hashchange', () => this.follow(), { signal: this.left });
    document.addEventListener('restyle', () => this.redraw(true), { signal: this.left });
  }

  /** Takes the board out of the page, for another in its place. */
  leave() {
    this.playing.value = false;
    this.#ending.abort();
    cancelAnimationFrame(this.#frame);
  }

  flip() {
    this.#flipped = !this.#flipped;
    this.redraw();
  }

  /** Has a side at the bottom. @param {Side} side */
  face(side) {
    this.#flipped = side === 'second';
    this.redraw();
  }

  /** Goes to the place in the address. */
  follow() {
    goTo(this.study, readAddress(location.hash, this.study.tree.plies));
    this.#arrived();
  }

  /** @param {number} node */
  go(node) {
    this.playing.value = false;
    this.pass(node);
  }

  /** Goes to a node while the board plays by itself. @param {number} node */
  pass(node) {
    this.study.go(node);
    this.#arrived();
  }

  /** @param {number} ply of the line shown */
  goPly(ply) {
    const { line } = this.study;
    this.go(line[Math.max(0, Math.min(ply, line.length - 1))] ?? 0);
  }

  /** @param {import('./address.js').Step} step */
  step(step) {
    this.goPly(stepFrom(this.study.ply, this.study.plies, step));
  }

  /** @param {string} action */
  play(action) {
    this.playing.value = false;
    if (!this.study.play(action)) return;
    this.#arrived();
    // A reader who steps through only passes by; played moves stay, also if the page is loaded again at once.
    this.address.settle();
    this.listener.played();
  }

  /**
   * Shows why an action cannot be played.
   *
   * @param {string} action
   * @param {string} [note] the repetition that it would cause
   */
  ask(action, note) {
    const refusal = this.study.refuse(action);
    this.#refused = refusal && { ...refusal, note };
    this.redraw();
  }

  #arrived() {
    this.#refused = null;
    const { ply, moves } = placeOf(this.study);
    this.address.follow(ply, moves);
    this.listener.moved();
    this.redraw();
  }

  /** @param {boolean} [restyled] whether what stays is written otherwise now */
  redraw(restyled = false) {
    if (this.left.aborted) return;
    if (restyled) this.#looks += 1;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.moment.value = this.read();
    });
  }

  /** The present state for the views. */
  read() {
    const { study, names, drawings, marks, notes, values } = this;
    const { current, ply, plies, line } = study;
    const here = { current, ply, plies, line, ending: study.ending(), outcome: study.outcome() };
    if (this.turns) this.#flipped = study.timeline.last.turn === 'second';
    const scene = turnScene(names, study.timeline, { flipped: this.#flipped, refused: this.#refused?.squares ?? [] });
    drawings.show(current);
    const look = { flipped: this.#flipped, looks: this.#looks, shapes: drawings.shapes };
    return { ...scene, ...here, ...look, marks, notes, values, refused: this.#refused, changes: study.tree.changes };
  }
}
