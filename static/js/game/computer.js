// The computer players, who sit down with whoever comes alone: which of them fits a visitor, kept in
// this browser for each game.

const STORED = 'yiguan.computer';

/** How many there are; `match/faces.js` has a face for each. */
export const LEVELS = 8;

/** Where somebody begins who has never played a game here. */
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
    // Storage may be forbidden; then everybody begins where beginners do.
  }
}

/**
 * Notes how a game against a computer player ended: whoever wins meets a stronger one next, whoever
 * loses a weaker one.
 *
 * @param {string} game
 * @param {number} level
 * @param {boolean} won
 */
export const noteResult = (game, level, won) => keepLevel(game, level + (won ? 1 : -1));
