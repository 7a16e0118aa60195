// The game as the engine on this page plays it, in step with the server's.

import { newGame } from '../game/engine.js';
import { engineNotations } from '../game/written.js';
import { Timeline } from '../game/timeline.js';
import { descriptor } from '../games/index.js';
import { legalAhead } from './premove_rules.js';

/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */

export class EngineGame {
  /** @type {Timeline | null} */
  timeline = null;
  /** Whether the rules are not there, though they were asked for. */
  failed = false;
  /** Whether they never will be: they do not know an action that the server accepted. */
  gone = false;
  /** How often the engine and the server disagreed about a position. */
  mismatches = 0;
  /** Whether the engine here calls positions otherwise than the server, though it knows every action. */
  #differs = false;
  /** @type {import('../game/engine.js').EngineModule | null} */
  #engine = null;

  /** @param {import('../game/engine.js').EngineModule | null} engine null if it could not be loaded */
  use(engine) {
    this.#engine = engine;
    this.failed = engine === null;
  }

  /**
   * The legal actions in a position if the other side were to act, once they are known.
   *
   * @param {Snapshot | null} match
   * @param {string} position
   */
  legalAhead(match, position) {
    return this.#engine && match && legalAhead(this.#engine, match, position);
  }

  /**
   * Plays the actions of the match, and our action that is under way.
   *
   * @param {Snapshot | null} match
   * @param {{move: string} | null} pending
   * @param {boolean} isSure whether the server was asked for the whole, and this is its answer
   * @returns {boolean} whether the server is to be asked for the whole
   */
  sync(match, pending, isSure) {
    if (!match || !this.#engine) return false;
    if (!this.timeline) this.timeline = this.#begin(match);
    if (!this.timeline) return false;
    const replayed = this.timeline.sync(match.moves);
    const agreed = replayed && (this.#differs || this.timeline.last.hash === match.hash);
    if (agreed && pending) this.timeline.sync([...match.moves, pending.move]);
    return !agreed && this.#disagree(replayed, isSure);
  }

  /** @param {Snapshot} match */
  #begin({ game, ruleset, ruleset_version: version, options, start }) {
    try {
      const engine = /** @type {import('../game/engine.js').EngineModule} */ (this.#engine);
      return new Timeline(newGame(engine, { game, ruleset, options, start, version }), engineNotations(descriptor(game)));
    } catch {
      this.failed = true;
      return null;
    }
  }

  /**
   * The engine here and the server's differ: the server is right. One snapshot is asked for. If
   * they still differ, but only in the text of the position, as after an upgrade of the server,
   * the engine here continues: the server checks every action anyway. If an action is unknown here,
   * the board follows the server's texts without the engine.
   *
   * @param {boolean} replayed whether every action is legal here, too
   * @param {boolean} isSure
   * @returns {boolean} whether the server is to be asked for the whole
   */
  #disagree(replayed, isSure) {
    this.mismatches += 1;
    if (isSure && replayed) {
      this.#differs = true;
      return false;
    }
    this.timeline?.game.free();
    this.timeline = null;
    if (!isSure) return true;
    this.#engine = null;
    this.failed = true;
    this.gone = true;
    return false;
  }
}
