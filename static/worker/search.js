// The computer players, in a thread of their own. A request names a game with its moves and the wanted
// answer: an action at a level, or the values of the best actions. Only the latest request counts; an
// older one is dropped between two steps of the search.

import init, { Searcher } from '../engine/yiguan_search.js';

/**
 * @typedef {object} Request
 * @property {number} id
 * @property {string} wasm the address of the search
 * @property {{game: string, ruleset: string, options: Record<string, string>, start: string}} setup
 * @property {readonly string[]} moves
 * @property {{level: number, seed: number, nodes: number}} [choose]
 * @property {{lines: number, nodes: number}} [analyse]
 */

/** How many positions the first step of an analysis looks at; each further one doubles that. */
const FIRST_STEP = 20_000;

/** @type {Promise<unknown> | null} */
let loading = null;
/** @type {{key: string, searcher: Searcher, moves: string[]} | null} */
let known = null;
let latest = 0;

/** Between two steps the next request is read. */
const breath = () => new Promise((go) => setTimeout(go));

/**
 * The searcher of a game, with its moves played.
 *
 * @param {Request} request
 */
function searcherOf({ setup, moves }) {
  const { game, ruleset, options, start } = setup;
  const key = JSON.stringify(setup);
  if (known?.key !== key) {
    known?.searcher.free();
    known = { key, searcher: new Searcher(game, ruleset, Object.entries(options).flat(), start || undefined), moves: [] };
  }
  const { searcher } = known;
  const parts = moves.findIndex((move, ply) => move !== known?.moves[ply]);
  const same = Math.min(parts < 0 ? moves.length : parts, known.moves.length);
  searcher.truncate(same);
  known.moves = known.moves.slice(0, same);
  for (const move of moves.slice(same)) {
    if (!searcher.play(move)) throw new Error(`${move} is not legal`);
    known.moves.push(move);
  }
  return searcher;
}

/** @param {Request} request */
async function answer(request) {
  const { id, wasm, choose, analyse } = request;
  loading ??= init({ module_or_path: wasm });
  await loading;
  if (id !== latest) return;
  const searcher = searcherOf(request);
  if (choose) {
    const chosen = searcher.choose_move(choose.level, choose.seed, choose.nodes);
    postMessage({ id, done: true, result: chosen === undefined ? null : JSON.parse(chosen) });
    return;
  }
  if (!analyse) return;
  for (let nodes = FIRST_STEP; ; nodes *= 2) {
    const step = Math.min(nodes, analyse.nodes);
    const result = JSON.parse(searcher.analyse(step, analyse.lines));
    const done = step === analyse.nodes;
    postMessage({ id, done, result });
    await breath();
    if (done || id !== latest) return;
  }
}

addEventListener('message', async ({ data }) => {
  const request = /** @type {Request} */ (data);
  latest = request.id;
  await breath();
  if (request.id !== latest) return;
  try {
    await answer(request);
  } catch (error) {
    // What failed to load is asked for again with the next request.
    loading = null;
    postMessage({ id: request.id, error: String(error) });
  }
});
