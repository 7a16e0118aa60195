// @ts-check
// How far a visitor has come in the course of each game, and which courses they have met, kept in this browser.

const STORED = 'yiguan.courses';
const VERSION = 1;

/**
 * @typedef {object} Kept
 * @property {Record<string, number>} done tasks done, by game
 * @property {string[]} met the games whose course was opened or skipped
 */

/** @returns {Kept} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    if (kept?.version !== VERSION) return { done: {}, met: [] };
    return { done: typeof kept.done === 'object' && kept.done ? kept.done : {}, met: Array.isArray(kept.met) ? kept.met : [] };
  } catch {
    return { done: {}, met: [] };
  }
}

/** @param {Partial<Kept>} part */
function write(part) {
  try {
    localStorage.setItem(STORED, JSON.stringify({ version: VERSION, ...read(), ...part }));
  } catch {
    // Storage may be forbidden; the course then begins anew with the page.
  }
}

/**
 * How many tasks of a course have been done, one after the other.
 *
 * @param {string} game
 */
export function tasksDone(game) {
  const done = read().done[game];
  return Number.isInteger(done) && /** @type {number} */ (done) > 0 ? /** @type {number} */ (done) : 0;
}

/**
 * @param {string} game
 * @param {number} done
 */
export function keepDone(game, done) {
  write({ done: { ...read().done, [game]: done } });
}

/**
 * Whether the visitor has opened or skipped the course of a game: it is offered until then.
 *
 * @param {string} game
 */
export const isMet = (game) => read().met.includes(game) || tasksDone(game) > 0;

/** @param {string} game */
export function keepMet(game) {
  const { met } = read();
  if (!met.includes(game)) write({ met: [...met, game] });
}
