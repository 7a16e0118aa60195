// The rules, as WebAssembly. Loaded once, when a page first needs them.

import { asset } from '../ui/dom.js';
import { pause } from '../net/pause.js';

/** @typedef {import('./timeline.js').EngineGame} EngineGame */

/**
 * @typedef {object} EngineModule
 * @property {(from: {module_or_path: string}) => Promise<unknown>} default
 * @property {new (game: string, ruleset: string | undefined, options: string, position: string | undefined, version?: number) => EngineGame} Game
 * @property {() => string} catalogue
 */

/** @type {Promise<EngineModule> | null} */
let loading = null;

async function fetchEngine() {
  const engine = /** @type {EngineModule} */ (/** @type {unknown} */ (await import('../../engine/yiguan_engine.js')));
  await engine.default({ module_or_path: asset('engine/yiguan_engine_bg.wasm') });
  return engine;
}

/**
 * The engine, fetched once; what failed is fetched again when it is asked for again.
 *
 * @returns {Promise<EngineModule>}
 */
export function loadEngine() {
  loading ??= fetchEngine().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Fetches the engine until it is there, with growing pauses.
 *
 * @param {(engine: EngineModule | null) => void} use called with null after the first failure, and with the engine in the end
 * @param {{fetch?: () => Promise<EngineModule>, after?: (run: () => void, ms: number) => void}} [world] tests bring their own
 */
export async function engineAtLast(use, { fetch = loadEngine, after = (run, ms) => void setTimeout(run, ms) } = {}) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      use(await fetch());
      return;
    } catch {
      if (attempt === 0) use(null);
      await new Promise((go) => after(() => go(undefined), pause(attempt, Math.random())));
    }
  }
}

/**
 * A game from its start.
 *
 * @param {EngineModule} engine
 * @param {{game: string, ruleset: string, options: Record<string, string>, start: string, version?: number}} setup an empty `start` is the ruleset's; the version of the ruleset is today's where none is given
 */
export const newGame = (engine, { game, ruleset, options, start, version }) =>
  new engine.Game(game, ruleset, JSON.stringify(options), start || undefined, version);
