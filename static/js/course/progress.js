// Which steps of the courses a visitor has done, which courses they have declined, and which games they have played,
// stored in this browser.

const STORED = 'yiguan.courses';

/**
 * The stored facts about a game.
 *
 * @typedef {object} Kept
 * @property {string[]} [done] the steps that are done
 * @property {number} [of] how many the course has
 * @property {boolean} [declined]
 * @property {boolean} [played]
 */

/** @returns {Record<string, Kept>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '{}') ?? {};
  } catch {
    // Storage may be forbidden, or hold something else.
    return {};
  }
}

/**
 * @param {string} game
 * @returns {Kept}
 */
export const keptOf = (game) => read()[game] ?? {};

/**
 * @param {string} game
 * @param {Kept} part
 */
export function keep(game, part) {
  const games = read();
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...games, [game]: { ...games[game], ...part } }));
  } catch {
    // Storage may be forbidden; the course then begins again with the page.
  }
}
