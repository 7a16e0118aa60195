// Small solved games, in a thread of their own: the value of a position, and an action that preserves it. The
// first question about a ruleset solves it, which takes a moment.

import init, { Shelf } from '../engine/yiguan_tables.js';

/**
 * @typedef {object} Request
 * @property {number} id
 * @property {string} wasm the address of the solver
 * @property {string} game
 * @property {string} ruleset
 * @property {number} [version] of the ruleset, if it is not today's
 * @property {string} position
 * @property {{allowed: string[], seed: number}} [choose] without it the position is looked up
 */

/** @type {Promise<Shelf> | null} */
let loading = null;

/** @param {string} wasm */
async function load(wasm) {
  await init({ module_or_path: wasm });
  return new Shelf();
}

/** @param {Request} request */
async function answer({ wasm, game, ruleset, version, position, choose }) {
  loading ??= load(wasm).catch((error) => {
    // What failed to load is asked for again with the next request.
    loading = null;
    throw error;
  });
  const shelf = await loading;
  if (!choose) return shelf.look_up(game, ruleset, version, position);
  return shelf.choose(game, ruleset, version, position, choose.allowed, choose.seed);
}

addEventListener('message', async ({ data }) => {
  const { id } = /** @type {Request} */ (data);
  try {
    const text = await answer(data);
    postMessage({ id, result: text === undefined ? null : JSON.parse(text) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
