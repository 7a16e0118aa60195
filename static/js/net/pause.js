// How long to wait before what failed is tried again.

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8_000;

/**
 * The pause before an attempt: doubling, and scattered so that the clients of a restarted server
 * do not all come at once.
 *
 * @param {number} attempt counted from 0
 * @param {number} random from 0 to 1
 */
export function pause(attempt, random) {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt);
  return Math.round(longest * (0.5 + random / 2));
}
