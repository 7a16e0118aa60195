// A review of a game in the visitor's own browser: what every position was worth, and which actions
// lost something, with what would have been better.

import { analyse } from '../game/searcher.js';
import { ranked, winIn } from '../game/truth.js';

/** @typedef {import('../games/index.js').Side} Side */
/** @typedef {import('../game/truth.js').Truth} Truth */
/** @typedef {import('../game/truth.js').Worth} Worth */
/** @typedef {{value: number, best: import('../game/searcher.js').Line | null, truth?: Truth}} Point `value` for the first side; `truth` where a table knows the position */

/**
 * An action that lost something. By the table, `lost` has the value of the position before and after it.
 *
 * @typedef {{ply: number, by: Side, action: string, loss: number, best: import('../game/searcher.js').Line, lost?: {from: Worth, to: Worth}}} Slip
 */

/** How many positions are looked at for each position of the game. */
const NODES = 60_000;

/** From how much on an action lost something, in hundredths of the smallest piece. */
export const SLIP = 150;

/** From how much on it was a mistake, and a blunder. */
const MISTAKE = 300;
const BLUNDER = 700;

/** @typedef {'inaccuracy' | 'mistake' | 'blunder'} Kind */

/** The marks of actions that lost something, as records of games have them. @type {Record<Kind, string>} */
export const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/**
 * How bad an action was: by the table it threw a step or two of win, draw and loss away.
 *
 * @param {Slip} slip
 * @returns {Kind}
 */
export function kindOf({ loss, lost }) {
  if (lost) return lost.from === 'win' && lost.to === 'loss' ? 'blunder' : 'mistake';
  return loss >= BLUNDER ? 'blunder' : loss >= MISTAKE ? 'mistake' : 'inaccuracy';
}

/**
 * How many actions of each kind a side played.
 *
 * @param {readonly Slip[]} found
 * @param {Side} side
 * @returns {Record<Kind, number>}
 */
export function tally(found, side) {
  const counts = { inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const slip of found) if (slip.by === side) counts[kindOf(slip)] += 1;
  return counts;
}

/** Beyond this one side is so far ahead that more means little. */
const FAR = 1_500;

/** The value of a won position, less the actions until it is won. */
const WON = 30_000;

/** @param {number} value */
const bounded = (value) => Math.max(-FAR, Math.min(FAR, value));

/**
 * The actions that lost something: the value that the side could have had, less the value it had then.
 *
 * @param {readonly {action: string | null, by: Side | null}[]} entries from the start on
 * @param {readonly Point[]} points one for each, as far as they are known
 * @returns {Slip[]}
 */
export function slips(entries, points) {
  return entries.flatMap(({ action, by }, ply) => {
    const [before, after] = [points[ply - 1], points[ply]];
    if (!action || !by || !before?.best || !after || before.best.line[0] === action) return [];
    if (before.truth) return lostByTable(before.truth, before.best, { ply, action, by });
    const view = by === 'first' ? 1 : -1;
    const loss = view * (bounded(before.value) - bounded(after.value));
    return loss >= SLIP ? [{ ply, by, action, loss, best: before.best }] : [];
  });
}

/**
 * The slip of an action that did not preserve the value of its position, if it is one: every action that did is right.
 *
 * @param {Truth} truth of the position before it
 * @param {import('../game/searcher.js').Line} best
 * @param {{ply: number, action: string, by: Side}} played
 * @returns {Slip[]}
 */
function lostByTable({ value: from, actions }, best, played) {
  const to = actions.find(({ action }) => action === played.action)?.value;
  return to && to !== from ? [{ ...played, loss: Infinity, best, lost: { from, to } }] : [];
}

/**
 * The slip by which a game was lost, as far as the table knows: the last one after which the position was lost for the loser.
 *
 * @param {readonly Slip[]} found
 * @param {string | null} winner
 * @returns {Slip | undefined}
 */
export const decisive = (found, winner) =>
  winner === 'first' || winner === 'second' ? found.findLast(({ by, lost }) => by !== winner && lost?.to === 'loss') : undefined;

/**
 * A table's value of a position, as a point of the review.
 *
 * @param {Truth} truth
 * @param {Side} turn
 * @returns {Point}
 */
function exactPoint(truth, turn) {
  const [best = null] = ranked(truth);
  const wins = winIn(truth);
  const score = wins === null ? 0 : wins > 0 ? WON - wins : -WON - wins;
  return { value: turn === 'first' ? score : -score, best: best && { score, win_in: wins, line: [best.action] }, truth };
}

/**
 * The shown part of a value: near nothing it is shown in full, far ahead it is a little more than that.
 *
 * @param {number} value
 */
export const shown = (value) => Math.round(1_000 * Math.tanh(value / 800));

/**
 * Looks at each position of a game in turn.
 *
 * @param {import('../game/searcher.js').Setup} setup
 * @param {readonly string[]} moves
 * @param {{turns: readonly Side[], end: number | null, truth: ((ply: number) => Promise<Truth | null>) | null, searches?: boolean}} known of each ply from the start on
 *   whose turn it is; the value of the last position where the game is over by the rules, for the first side; who asks the tables; and whether the search is asked
 *   where they know nothing
 * @param {(points: Point[] | null, done: boolean) => void} listener null if it failed
 * @returns {() => void} ends it
 */
export function review(setup, moves, { turns, end, truth, searches = true }, listener) {
  /** @type {Point[]} */
  const points = [];
  let ended = false;
  let stop = () => {};
  const next = async () => {
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
    const told = (await truth?.(ply)) ?? null;
    if (ended) return;
    if (told) {
      take(exactPoint(told, turns[ply] ?? 'first'));
      return;
    }
    if (!searches) {
      take({ value: points.at(-1)?.value ?? 0, best: null });
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
  return () => {
    ended = true;
    stop();
  };
}
