// @ts-check
// The rules, as WebAssembly. Loaded once, when a page first needs them.

/** @typedef {import('./match/timeline.js').EngineGame} EngineGame */

/**
 * @typedef {object} EngineModule
 * @property {() => Promise<unknown>} default
 * @property {new (game: string, ruleset: string | undefined, options: string, position: string | undefined) => EngineGame} Game
 * @property {() => string} catalogue
 * @property {(game: string, notation: string, text: string) => string} read_record throws JSON `{code, line, column, error}`
 */

/** @type {Promise<EngineModule> | null} */
let loading = null;

/** @returns {Promise<EngineModule>} */
export function loadEngine() {
  loading ??= (async () => {
    const path = new URL('../engine/yiguan_engine.js', import.meta.url).href;
    const engine = /** @type {EngineModule} */ (await import(path));
    await engine.default();
    return engine;
  })();
  return loading;
}

/**
 * A game from its start.
 *
 * @param {EngineModule} engine
 * @param {{game: string, ruleset: string, options: Record<string, string>, start: string}} setup an empty `start` is the ruleset's
 */
export const newGame = (engine, { game, ruleset, options, start }) =>
  new engine.Game(game, ruleset, JSON.stringify(options), start || undefined);
