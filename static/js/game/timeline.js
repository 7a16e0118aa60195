// A game played through the engine, with every ply: the present state of the board, and those
// before. The engine is given; tests bring a small one of their own.

/** @typedef {import('../games/index.js').Side} Side */

/**
 * The engine's game, as built from `engine/wasm`.
 *
 * @typedef {object} EngineGame
 * @property {() => string[]} legal
 * @property {(text: string) => string} play throws JSON `{rule, squares}`
 * @property {(text: string) => string} play_on as `play`, also where the rules have ended the game by its history
 * @property {(text: string) => string | undefined} refuse
 * @property {(text: string) => number} occurrences_after
 * @property {(text: string) => string | undefined} recurrence_after
 * @property {() => string} recurrence
 * @property {() => string | undefined} evidence
 * @property {(notation: string, text: string) => string | undefined} notate
 * @property {() => string} position
 * @property {() => string} start
 * @property {() => number} ply
 * @property {() => string} to_act
 * @property {() => string | undefined} result
 * @property {() => string | undefined} reason
 * @property {() => boolean} check
 * @property {() => string} hash
 * @property {(ply: number) => void} truncate
 * @property {() => EngineGame} fork
 * @property {(notation: string, facts: string[]) => string} record `facts` are keys and values in turn; throws JSON `{code, error}`
 * @property {() => void} free
 */

/**
 * What stands after an action; entry 0 is the start.
 *
 * @typedef {object} Entry
 * @property {string} position
 * @property {string | null} action that led here
 * @property {import('./written.js').Written | null} written the action in the game's notations
 * @property {Side | null} by
 * @property {{at: string, pattern: string}[]} captures
 * @property {number} earned removals earned by the action
 * @property {number} lapsed removals lost by it because nothing may be taken
 * @property {number} skipped turns to take a stone that were skipped after it for the same reason
 * @property {boolean} check
 * @property {string} hash
 * @property {Side} turn
 */

export class Timeline {
  /** @type {Entry[]} */
  #entries;

  /**
   * @param {EngineGame} game at its start
   * @param {readonly string[]} [notations] those of the engine that its actions are written in
   */
  constructor(game, notations = []) {
    this.game = game;
    this.notations = notations;
    this.#entries = [
      {
        position: game.position(),
        action: null,
        written: null,
        by: null,
        captures: [],
        earned: 0,
        lapsed: 0,
        skipped: 0,
        check: game.check(),
        hash: game.hash(),
        turn: /** @type {Side} */ (game.to_act()),
      },
    ];
  }

  get entries() {
    return this.#entries;
  }

  get last() {
    return /** @type {Entry} */ (this.#entries.at(-1));
  }

  /** How many actions are played. */
  get ply() {
    return this.#entries.length - 1;
  }

  /**
   * The entry after `ply` actions, or the nearest there is.
   *
   * @param {number} ply
   */
  at(ply) {
    return /** @type {Entry} */ (this.#entries[Math.max(0, Math.min(ply, this.ply))]);
  }

  /**
   * Makes the game consist of exactly these actions: goes back to where they part, plays the rest.
   *
   * @param {readonly string[]} moves
   * @returns {boolean} whether the engine took them all
   */
  sync(moves) {
    let same = 0;
    while (same < moves.length && same < this.ply && this.#entries[same + 1]?.action === moves[same]) same += 1;
    if (same < this.ply) {
      this.game.truncate(same);
      this.#entries.length = same + 1;
    }
    for (const move of moves.slice(same)) {
      if (!this.#play(move)) return false;
    }
    return true;
  }

  /** @param {string} move */
  #play(move) {
    let played;
    const written = this.written(move);
    try {
      // A record continues where its players continued, whatever the rules of repetition.
      played = JSON.parse(this.game.play_on(move));
    } catch {
      return false;
    }
    this.#entries.push({
      position: this.game.position(),
      // As it was asked for, so that `sync` recognises it.
      action: move,
      written,
      by: played.by,
      captures: played.captures,
      earned: played.earned ?? 0,
      lapsed: played.lapsed ?? 0,
      skipped: played.skipped ?? 0,
      check: Boolean(played.check),
      hash: this.game.hash(),
      turn: /** @type {Side} */ (this.game.to_act()),
    });
    return true;
  }

  /**
   * The position an action would lead to; it is not played.
   *
   * @param {string} action one that is legal
   */
  preview(action) {
    const fork = this.game.fork();
    fork.play(action);
    const position = fork.position();
    fork.free();
    return position;
  }

  /**
   * The end of the game that an action would bring about; null if it would not.
   *
   * @param {string} action one that is legal
   */
  endAfter(action) {
    const fork = this.game.fork();
    fork.play(action);
    const [result, reason] = [fork.result() ?? null, fork.reason() ?? null];
    fork.free();
    return result ? { result, reason } : null;
  }

  /**
   * An action that can be played now, as people write it.
   *
   * @param {string} action
   * @param {readonly string[]} [notations] the timeline's by default
   * @returns {import('./written.js').Written}
   */
  written(action, notations = this.notations) {
    /** @type {import('./written.js').Written} */
    const written = {};
    for (const notation of notations) {
      const text = this.game.notate(notation, action);
      if (text !== undefined) written[notation] = text;
    }
    return written;
  }

  /**
   * Why an action is not legal now.
   *
   * @param {string} action
   * @returns {{rule: string, squares: string[]} | null}
   */
  refuse(action) {
    const text = this.game.refuse(action);
    return text === undefined ? null : JSON.parse(text);
  }
}

/**
 * The actions in rows of a score sheet: a row holds the actions of one side and then of the other before
 * the first acts again. A side may act several times in a row.
 *
 * @param {readonly Entry[]} entries
 * @returns {{number: number, cells: {by: Side, plies: number[]}[]}[]} plies count from 1
 */
export function scoreSheet(entries) {
  /** @type {{number: number, cells: {by: Side, plies: number[]}[]}[]} */
  const rows = [];
  entries.forEach(({ by }, ply) => {
    if (by === null) return;
    const row = rows.at(-1);
    const cell = row?.cells.at(-1);
    if (row && cell?.by === by) cell.plies.push(ply);
    else if (row && row.cells.length === 1) row.cells.push({ by, plies: [ply] });
    else rows.push({ number: rows.length + 1, cells: [{ by, plies: [ply] }] });
  });
  return rows;
}
