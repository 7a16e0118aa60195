// @ts-check
// What a position of a solved game is worth, as the server's tables tell it.

import { tablebase } from '../net/api.js';

/** @typedef {import('./searcher.js').Setup} Setup */
/** @typedef {{action: string, value: 'win' | 'draw' | 'loss', distance: number | null}} Known an action, for the side that acts */
/** @typedef {{value: 'win' | 'draw' | 'loss', distance: number | null, actions: Known[]}} Truth */

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
 * @param {Known} known
 */
export const winIn = ({ value, distance }) => (value === 'draw' ? null : value === 'win' ? distance : -(distance ?? 0));

/**
 * Asks what a position is worth.
 *
 * @param {Setup} setup
 * @param {string} position
 * @param {readonly string[]} legal what the game allows there
 * @returns {Promise<Truth | null>} null where no table tells, or the game's history allows other actions than a position without history
 */
export async function truthOf({ game, ruleset }, position, legal) {
  try {
    const truth = /** @type {Truth} */ (await tablebase(game, { ruleset, position }));
    const same = truth.actions.length === legal.length && truth.actions.every(({ action }) => legal.includes(action));
    return same ? truth : null;
  } catch {
    // Without a network the search is asked instead.
    return null;
  }
}
