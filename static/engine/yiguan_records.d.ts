/* tslint:disable */
/* eslint-disable */

/**
 * The parts of the first game of a text that another text, which was written of it, does not hold:
 * a JSON list of words such as `variations`, `times` or `reason`.
 *
 * # Errors
 *
 * Throws as [`open`] does if there is no game in the first text.
 */
export function not_held(game: string, text: string): string;

/**
 * Reads every game of a file: a JSON list of games as `docs/notation.md` describes them.
 *
 * # Errors
 *
 * Throws `{"kind","line","column","key","args","error"}` if nothing could be read: the kind that
 * it looks like, or null, and its first fault, where there is one.
 */
export function open(bytes: Uint8Array | number[], decoder: any): string;

/**
 * Reads every game of a text, as [`open`] does.
 *
 * # Errors
 *
 * As [`open`].
 */
export function open_text(text: string): string;

/**
 * Writes the first game of a text that [`open_text`] reads, with its variations, in a notation of
 * its game or in `ki2` or `dhtmlxq`.
 *
 * # Errors
 *
 * Throws as [`open`] does, and `{"kind":null,"error"}` if its game or its ruleset has no such
 * notation.
 */
export function write(text: string, notation: string): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly not_held: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly open: (a: number, b: number, c: any) => [number, number, number, number];
    readonly open_text: (a: number, b: number) => [number, number, number, number];
    readonly write: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
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
