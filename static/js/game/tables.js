// Asks the small solved games, which are solved in a worker.

import { asset } from '../ui/dom.js';
import { scriptUrl } from '../ui/script_url.js';

/** @typedef {import('./searcher.js').Setup & {version?: number}} Setup */
/** @typedef {import('./truth.js').Known} Known */
/** @typedef {import('./truth.js').Truth} Truth */

/** The thread, shared by the page. @type {Worker | null} */
let worker = null;
let asked = 0;
/** Who waits for which answer. @type {Map<number, (message: {result?: any, error?: string}) => void>} */
const waiting = new Map();

function start() {
  const made = new Worker(/** @type {string} */ (scriptUrl(asset('worker/solver.js'))), { type: 'module' });
  made.addEventListener('message', ({ data }) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  made.addEventListener('error', () => {
    // The next request begins with a new one.
    worker = null;
    for (const answer of waiting.values()) answer({ error: 'the tables could not be loaded' });
    waiting.clear();
  });
  return made;
}

/**
 * @param {Setup} setup
 * @param {object} question
 * @returns {Promise<any>}
 */
const ask = ({ game, ruleset, version }, question) =>
  new Promise((done, fail) => {
    worker ??= start();
    asked += 1;
    waiting.set(asked, ({ result, error }) => (error ? fail(new Error(error)) : done(result)));
    worker.postMessage({ id: asked, wasm: asset('engine/yiguan_tables_bg.wasm'), game, ruleset, version, ...question });
  });

/**
 * The value of a position.
 *
 * @param {Setup} setup of a game whose tables are solved here
 * @param {string} position
 * @returns {Promise<Truth>}
 */
export const lookUp = (setup, position) => ask(setup, { position });

/**
 * An action that preserves the value of a position, and makes that hard for the other side.
 *
 * @param {Setup} setup of a game whose tables are solved here
 * @param {string} position
 * @param {readonly string[]} allowed the legal actions there
 * @returns {Promise<Known | null>} null if nothing is
 */
export const chooseExactly = (setup, position, allowed) =>
  ask(setup, { position, choose: { allowed: [...allowed], seed: Math.floor(Math.random() * 2 ** 32) } });
