// The value of a position of a solved game: by tables that are solved in the browser, or that a server has.

import { descriptor } from '../games/index.js';
import { tablebase } from '../net/analysis_api.js';
import { Problem } from '../net/api.js';
import { lookUp } from './tables.js';

/** @typedef {import('./tables.js').Setup} Setup */
/** @typedef {'win' | 'draw' | 'loss'} Worth */
/** @typedef {{action: string, value: Worth, distance: number | null}} Known an action, for the side that acts */
/** @typedef {{value: Worth, distance: number | null, actions: Known[]}} Truth */

/** Rulesets without a table on this server, by its answers. @type {Set<string>} */
const missing = new Set();

/** The better an action is, the greater: a win before a draw before a loss, a shorter win, a longer loss. @param {Known} known */
const rank = ({ value, distance }) =>
  value === 'draw' ? 0 : value === 'win' ? 100_000 - (distance ?? 0) : (distance ?? 0) - 100_000;

/**
 * The actions of a truth, the best first.
 *
 * @param {Truth} truth
 * @returns {Known[]}
 */
export const ranked = ({ actions }) => [...actions].sort((a, b) => rank(b) - rank(a));

/**
 * In how many actions the side that acts wins (less than nothing: loses); null for a draw.
 *
 * @param {Pick<Known, 'value' | 'distance'>} known
 */
export const winIn = ({ value, distance }) => (value === 'draw' ? null : value === 'win' ? distance : -(distance ?? 0));

/**
 * Asks for the value of a position.
 *
 * @param {Setup} setup
 * @param {string} position
 * @param {readonly string[]} legal the legal actions there
 * @returns {Promise<Truth | null>} null where no table has it, or the game's history allows other actions than a position without history
 */
export async function truthOf(setup, position, legal) {
  const solved = descriptor(setup.game)?.solved;
  if (!solved) return null;
  const here = solved === true ? await lookUp(setup, position).catch(() => null) : null;
  const truth = here ?? (await served(setup, position, solved === true ? Infinity : solved));
  const same = truth?.actions.length === legal.length && truth.actions.every(({ action }) => legal.includes(action));
  return same ? truth : null;
}

/**
 * The answer of the server's table, if it has one. It is not asked again once it has answered that it has none.
 *
 * @param {Setup} setup
 * @param {string} position
 * @param {number} most how many stones a side has at the most in the positions of the table
 * @returns {Promise<Truth | null>}
 */
async function served({ game, ruleset }, position, most) {
  const key = `${game} ${ruleset}`;
  if (missing.has(key) || stones(game, position) > most) return null;
  try {
    return /** @type {Truth} */ (await tablebase(game, { ruleset, position }));
  } catch (error) {
    if (error instanceof Problem && error.code === 'no_tablebase') missing.add(key);
    // Without a network the search is asked instead.
    return null;
  }
}

/**
 * How many stones the side has that has more.
 *
 * @param {string} game
 * @param {string} position
 */
function stones(game, position) {
  const count = { first: 0, second: 0 };
  for (const { side } of descriptor(game)?.read(position).pieces.values() ?? []) count[side] += 1;
  return Math.max(count.first, count.second);
}
