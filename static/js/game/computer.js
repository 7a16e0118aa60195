// The computer players for visitors who come alone: the one that fits a visitor, stored in
// this browser for each game.

const STORED = 'yiguan.computer';

/** How many there are; `match/faces.js` has a face for each. */
export const LEVELS = 8;

/** The level for a visitor who has never played the game. */
const FIRST = 1;

/** @returns {Record<string, number>} */
function read() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    return typeof stored === 'object' && stored ? stored : {};
  } catch {
    // Storage may be forbidden, or hold something else.
    return {};
  }
}

/**
 * The level that fits the visitor in a game.
 *
 * @param {string} game
 */
export function levelFor(game) {
  const level = Number(read()[game]);
  return Number.isInteger(level) && level >= 1 && level <= LEVELS ? level : FIRST;
}

/**
 * @param {string} game
 * @param {number} level
 */
export function keepLevel(game, level) {
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...read(), [game]: Math.min(LEVELS, Math.max(1, level)) }));
  } catch {
    // Storage may be forbidden; then every visitor begins as a beginner.
  }
}

/**
 * Notes the end of a game against a computer player: a winner meets a stronger one next, a loser
 * a weaker one.
 *
 * @param {string} game
 * @param {number} level
 * @param {boolean} won
 */
export const noteResult = (game, level, won) => keepLevel(game, level + (won ? 1 : -1));
