// @ts-check
// How far a visitor has come in the course of each game, kept in this browser.

const STORED = 'yiguan.courses';
const VERSION = 1;

/** @returns {Record<string, number>} tasks done, by game and ruleset */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    return kept?.version === VERSION && typeof kept.done === 'object' && kept.done ? kept.done : {};
  } catch {
    return {};
  }
}

/**
 * How many tasks of a course have been done, one after the other.
 *
 * @param {string} course
 */
export function tasksDone(course) {
  const done = read()[course];
  return Number.isInteger(done) && /** @type {number} */ (done) > 0 ? /** @type {number} */ (done) : 0;
}

/**
 * @param {string} course
 * @param {number} done
 */
export function keepDone(course, done) {
  try {
    localStorage.setItem(STORED, JSON.stringify({ version: VERSION, done: { ...read(), [course]: done } }));
  } catch {
    // Storage may be forbidden; the course then begins anew with the page.
  }
}
