// The clocks of a game that are one press away, and the short text that stands for a clock in a
// descriptor and in the value of a field: `10+5` for ten minutes and five seconds a move, `10+30x1`
// for ten minutes and then one byoyomi period of 30 seconds, `3d` for three days a turn.

import { descriptor } from '../games/index.js';

/** @typedef {Exclude<import('../net/protocol.js').ClockSetting, {kind: 'none'}>} Timed */

/** By how many moves the clocks are compared. */
const MOVES = 40;

/**
 * @param {string} text
 * @returns {Timed}
 */
export function clockOf(text) {
  if (text.endsWith('d')) return { kind: 'correspondence', days: Number.parseInt(text, 10) };
  const [minutes = 0, extra = 0, periods] = text.split(/[+x]/).map(Number);
  return periods === undefined
    ? { kind: 'fischer', initial: minutes * 60, increment: extra }
    : { kind: 'byoyomi', main: minutes * 60, period: extra, periods };
}

/** @param {Timed} clock */
export function shortText(clock) {
  if (clock.kind === 'correspondence') return `${clock.days}d`;
  return clock.kind === 'byoyomi'
    ? `${clock.main / 60}+${clock.period}x${clock.periods}`
    : `${clock.initial / 60}+${clock.increment}`;
}

/**
 * The clocks that players of a game expect, from quick to slow.
 *
 * @param {string} game
 * @returns {string[]}
 */
export const presets = (game) => descriptor(game)?.clocks ?? [];

/**
 * The one of them that a new game has unless another is chosen. With it a game ends on the evening on which it began,
 * no player has to hurry, and a player who moves steadily never loses on time. Without a clock, games are left and never end.
 *
 * @param {string} game
 */
export const usualClock = (game) => descriptor(game)?.usual ?? '';

/**
 * Of several lists one, without repetition, from quick to slow; by days comes last.
 *
 * @param {string[][]} lists
 */
export const together = (...lists) => [...new Set(lists.flat())].sort((a, b) => length(clockOf(a)) - length(clockOf(b)));

/** About how many seconds a side has for a game. @param {Timed} clock */
function length(clock) {
  if (clock.kind === 'correspondence') return clock.days * 86_400 * MOVES;
  return clock.kind === 'byoyomi' ? clock.main + clock.period * MOVES : clock.initial + clock.increment * MOVES;
}
