/* tslint:disable */
/* eslint-disable */

/**
 * A game with its history, and the results of searches of its positions.
 */
export class Searcher {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Searches that many positions and answers with the values of the best `lines` actions:
     * `{"depth","nodes","lines":[{"score","win_in","line":[…]},…]}`, without a line if the game is
     * over. `win_in` is the number of actions to a forced win, negative to a forced loss, or null.
     * The listener, if there is one, receives a report after every depth. Called again with more
     * positions, the search continues from its results.
     */
    analyse(budget_nodes: number, lines: number, listener?: any | null): string;
    /**
     * Chooses an action at a level, 1 to 8, looking at no more positions than `budget_nodes`:
     * `{"action","score","best","win_in","line":[…],"nodes"}`; undefined if the game is over.
     * `best` is the value of the best action, `win_in` as in [`analyse`](Self::analyse). The same
     * game, level, seed and budget give the same answer everywhere.
     */
    choose_move(level: number, seed: number, budget_nodes: number): string | undefined;
    /**
     * Sets up a game: its id, the ruleset's, every option as key and value in turn, and the
     * position, or the ruleset's start. The engine has checked them: a game that the engine
     * refuses is not necessarily refused here.
     *
     * # Errors
     *
     * Throws `{"code"}`, a code of `docs/protocol.md`.
     */
    constructor(game: string, ruleset: string, options: string[], position?: string | null);
    /**
     * Plays an action. Answers whether it was legal; if not, nothing has changed.
     */
    play(action: string): boolean;
    /**
     * The number of actions played.
     */
    ply(): number;
    /**
     * Goes back to the position before `ply`; later plies are gone.
     */
    truncate(ply: number): void;
}

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_searcher_free: (a: number, b: number) => void;
    readonly searcher_analyse: (a: number, b: number, c: number, d: number) => [number, number];
    readonly searcher_choose_move: (a: number, b: number, c: number, d: number) => [number, number];
    readonly searcher_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number) => [number, number, number];
    readonly searcher_play: (a: number, b: number, c: number) => number;
    readonly searcher_ply: (a: number) => number;
    readonly searcher_truncate: (a: number, b: number) => void;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_alloc: () => number;
    readonly __externref_drop_slice: (a: number, b: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
