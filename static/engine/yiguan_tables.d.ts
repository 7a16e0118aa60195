/* tslint:disable */
/* eslint-disable */

/**
 * The tables solved so far.
 */
export class Shelf {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Chooses, of the actions that are `allowed`, one that preserves the value of the position and
     * after which most answers are wrong: `{"action","value","distance"}`, undefined if none is
     * allowed. The same `seed` chooses the same.
     *
     * # Errors
     *
     * As [`look_up`](Self::look_up).
     */
    choose(game: string, ruleset: string, version: number | null | undefined, position: string, allowed: string[], seed: number): string | undefined;
    /**
     * The value of a position to the side to act, and every legal action with its value to the
     * side that plays it: `{"value","distance","actions":[{"action","value","distance"},…]}`, the
     * actions sorted as text and the distance null in a draw. `version` is that of the ruleset,
     * today's if it is left out. The first request for a ruleset solves it, which takes a moment.
     *
     * # Errors
     *
     * Throws `{"code"}`: `no_tablebase` or `bad_position`, as in `docs/protocol.md`.
     */
    look_up(game: string, ruleset: string, version: number | null | undefined, position: string): string;
    /**
     * A shelf without a table.
     */
    constructor();
}

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_shelf_free: (a: number, b: number) => void;
    readonly shelf_choose: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number, k: number) => [number, number, number, number];
    readonly shelf_look_up: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number) => [number, number, number, number];
    readonly shelf_new: () => number;
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
