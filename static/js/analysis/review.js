// @ts-check
// A review of a game in the visitor's own browser: what every position was worth, and which actions
// lost something, with what would have been better.

import { analyse } from '../game/searcher.js';

/** @typedef {import('../games/index.js').Side} Side */
/** @typedef {{value: number, best: import('../game/searcher.js').Line | null}} Point `value` for the first side */
/** @typedef {{ply: number, by: Side, action: string, loss: number, best: import('../game/searcher.js').Line}} Slip */

/** How many positions are looked at for each position of the game. */
const NODES = 60_000;

/** From how much on an action lost something, in hundredths of the smallest piece. */
export const SLIP = 150;

/** Beyond this one side is so far ahead that more means little. */
const FAR = 1_500;

/** @param {number} value */
const bounded = (value) => Math.max(-FAR, Math.min(FAR, value));

/**
 * The actions that lost something: what the side could have had, less what it had then.
 *
 * @param {readonly {action: string | null, by: Side | null}[]} entries from the start on
 * @param {readonly Point[]} points one for each, as far as they are known
 * @returns {Slip[]}
 */
export function slips(entries, points) {
  return entries.flatMap(({ action, by }, ply) => {
    const [before, after] = [points[ply - 1], points[ply]];
    if (!action || !by || !before?.best || !after || before.best.line[0] === action) return [];
    const view = by === 'first' ? 1 : -1;
    const loss = view * (bounded(before.value) - bounded(after.value));
    return loss >= SLIP ? [{ ply, by, action, loss, best: before.best }] : [];
  });
}

/**
 * What is shown of a value: near nothing it is shown in full, far ahead it is a little more than that.
 *
 * @param {number} value
 */
export const shown = (value) => Math.round(1_000 * Math.tanh(value / 800));

/**
 * Looks at each position of a game in turn.
 *
 * @param {import('../game/searcher.js').Setup} setup
 * @param {readonly string[]} moves
 * @param {readonly Side[]} turns whose turn it is at each ply, from the start on
 * @param {number | null} end the value of the last position where the game is over by the rules, for the first side
 * @param {(points: Point[] | null, done: boolean) => void} listener null if it failed
 * @returns {() => void} ends it
 */
export function review(setup, moves, turns, end, listener) {
  /** @type {Point[]} */
  const points = [];
  let stop = () => {};
  const next = () => {
    const ply = points.length;
    if (ply > moves.length) return;
    const isLast = ply === moves.length;
    const take = (/** @type {Point} */ point) => {
      points.push(point);
      listener(points, isLast);
      next();
    };
    if (isLast && end !== null) {
      take({ value: end, best: null });
      return;
    }
    stop = analyse(setup, moves.slice(0, ply), { lines: 1, nodes: NODES }, (report, done) => {
      if (!report) listener(null, true);
      else if (done) {
        const [best = null] = report.lines;
        take({ value: (best?.score ?? 0) * (turns[ply] === 'first' ? 1 : -1), best });
      }
    });
  };
  next();
  return () => stop();
}
