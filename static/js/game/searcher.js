// Asks the computer players, who think in a worker.

import { asset } from '../ui/dom.js';
import { scriptUrl } from '../ui/script_url.js';

/** @typedef {{game: string, ruleset: string, options: Record<string, string>, start: string}} Setup */
/** @typedef {{action: string, best: number, score: number, win_in: number | null, line: string[], nodes: number}} Choice */
/** @typedef {{score: number, win_in: number | null, line: string[]}} Line in hundredths of the smallest piece, for the side to act */
/** @typedef {{depth: number, nodes: number, lines: Line[]}} Report */

/** How many positions are looked at for an action at the most: a second or two on a phone. */
const MOST_FOR_AN_ACTION = 600_000;

/** The thread, shared by the page. @type {Worker | null} */
let worker = null;
let asked = 0;
/** @type {((message: any) => void) | null} */
let listening = null;

function start() {
  const made = new Worker(/** @type {string} */ (scriptUrl(asset('worker/search.js'))), { type: 'module' });
  made.addEventListener('message', ({ data }) => data.id === asked && listening?.(data));
  made.addEventListener('error', () => {
    // The next request begins with a new one.
    worker = null;
    listening?.({ id: asked, error: 'the search could not be loaded' });
  });
  return made;
}

/**
 * @param {object} request
 * @param {(message: any) => void} listener
 * @returns {() => void} ends it
 */
function ask(request, listener) {
  worker ??= start();
  asked += 1;
  const id = asked;
  listening = listener;
  worker.postMessage({ id, wasm: asset('engine/yiguan_search_bg.wasm'), ...request });
  return () => {
    if (asked === id) listening = null;
  };
}

/**
 * An action at a level.
 *
 * @param {Setup} setup
 * @param {readonly string[]} moves
 * @param {number} level 1 to 8
 * @returns {Promise<Choice | null>} null if the game is over
 */
export const choose = ({ game, ruleset, options, start: from }, moves, level) =>
  new Promise((done, fail) => {
    const wanted = { level, seed: Math.floor(Math.random() * 2 ** 32), nodes: MOST_FOR_AN_ACTION };
    ask({ setup: { game, ruleset, options, start: from }, moves, choose: wanted }, ({ error, result }) =>
      error ? fail(new Error(error)) : done(result),
    );
  });

/**
 * The values of the best actions, more and more exact until `nodes` positions are searched.
 *
 * @param {Setup} setup
 * @param {readonly string[]} moves
 * @param {{lines: number, nodes: number}} wanted
 * @param {(report: Report | null, done: boolean) => void} listener null if it failed
 * @returns {() => void} ends it
 */
export const analyse = ({ game, ruleset, options, start: from }, moves, wanted, listener) =>
  ask({ setup: { game, ruleset, options, start: from }, moves, analyse: wanted }, ({ error, result, done }) =>
    listener(error ? null : result, Boolean(error) || done),
  );
