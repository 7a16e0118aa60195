// The board of a step that is played on: the engine judges the learner's tries.

import { pointsOf } from '../../board/actions.js';
import { setText } from '../ui/dom.js';
import { refusedText } from '../rules/effects.js';
import { turnText } from '../rules/figure.js';
import { FigureBoard } from '../rules/figure_board.js';
import { attempt } from './goals.js';
import { begin } from './reader.js';

/** @typedef {import('./goals.js').Attempt} Attempt */
/** @typedef {import('./reader.js').Step} Step */

/**
 * The parts that the steps of a course share.
 *
 * @typedef {object} Lesson
 * @property {import('../net/api.js').GameInfo} info
 * @property {import('./reader.js').World} world
 * @property {import('./reader.js').Course} course
 */

/**
 * Arrows of actions and circles round points.
 *
 * @param {{arrows?: string[], marks?: string[]}} step
 * @returns {import('../../board/config.js').Shape[]}
 */
export const shapesOf = ({ arrows = [], marks = [] }) =>
  [...arrows.map(pointsOf), ...marks.map((at) => [at])].flatMap((points) => {
    const [from, to] = [points[0], points.at(-1)];
    return from && to ? [{ from, to, brush: /** @type {const} */ ('blue') }] : [];
  });

export class StepBoard {
  /** Whether the learner may not act at the moment. */
  locked = false;

  /**
   * @param {{picture: HTMLElement, turn: HTMLElement}} host
   * @param {Lesson} lesson
   * @param {Step} step
   * @param {{tried: (tried: Attempt, refusal: string) => void, ready: () => void}} listener notified of the learner's tries
   */
  constructor({ picture, turn }, { info, world, course }, step, listener) {
    this.world = world;
    this.start = () => begin(world, course, step);
    const game = this.start();
    this.side = game.to_act();
    const { id, ruleset = course.ruleset, options, moves, text } = step;
    /** @type {import('../rules/figure.js').Figure} */
    const figure = {
      id,
      rule: '',
      section: '',
      ruleset,
      options,
      position: game.start(),
      moves,
      expect: {},
      caption: text,
      source: text,
    };
    game.free();
    const notify = (/** @type {readonly string[]} */ played, /** @type {string} */ action, refusal = '') => {
      const before = this.game(played);
      if (before.to_act() === this.side) {
        const tried = attempt(before, action, world.read);
        listener.tried(tried, refusal);
        tried.game.free();
      }
      before.free();
    };
    this.board = new FigureBoard(picture, info, figure, {
      played: (_timeline, played) => notify(played.slice(0, -1), played.at(-1) ?? ''),
      refused: (action, refusal) => notify(this.board.played, action, refusedText(refusal, this.board.names, figure)),
      ready: () => {
        this.#drawShapes();
        listener.ready();
      },
      drawn: (shown) => {
        picture.setAttribute('data-position', shown.board.timeline?.last.position ?? '');
        // Before the first action the task names the side to move, and afterwards neither side has the turn.
        setText(turn, !this.locked && (shown.board.played.length > 0 || shown.hints?.owed) ? turnText(shown) : '');
      },
    });
    this.board.acts = (side) => !this.locked && side === this.side;
    this.shapes = shapesOf(step);
    // A press wipes the drawing; it stays until the first action.
    picture.addEventListener('click', () => this.#drawShapes());
  }

  #drawShapes() {
    if (this.played.length === 0) this.board.board.setShapes(this.shapes);
  }

  get played() {
    return this.board.played;
  }

  /** The game after the actions on the board. */
  game(played = this.played) {
    const game = this.start();
    for (const action of played) game.play(action);
    return game;
  }

  /** @param {boolean} locked */
  lock(locked) {
    this.locked = locked;
    this.board.draw();
  }

  /** Returns to earlier actions. @param {readonly string[]} played */
  back(played) {
    this.locked = false;
    this.board.back(played);
    this.#drawShapes();
  }

  focus() {
    this.board.board.focus();
  }
}
