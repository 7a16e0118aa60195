/* tslint:disable */
/* eslint-disable */

/**
 * A game of any kind with its history.
 */
export class Game {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Whether the side to act is in check.
     */
    check(): boolean;
    /**
     * The evidence for an intervention of the ruleset because a position has come back, or
     * undefined if it does not step in:
     * `{"stood","plies":[{"action","by","label","chases":[…]}],"barred","ruling","elsewhere"}`.
     * The cycle begins at the first of the plies `stood`; a label is `check`, `chase` or `idle`; a
     * chase is `{"attacker","attacker_piece","victim","victim_piece","ground","root",
     * "perpetual"}`. `barred` are the actions that history forbids where nothing else is left:
     * then the last of the plies was not played. A ruling is `{"effect","checker","chaser",
     * "mutual"}`; `elsewhere` has those of the game's other rulesets, with `ruleset`, `version`
     * and `limit`.
     */
    evidence(): string | undefined;
    /**
     * A game of its own that stands where this one stands, history included.
     */
    fork(): Game;
    /**
     * The position's key as sixteen hexadecimal digits.
     */
    hash(): string;
    /**
     * The legal actions, sorted as text; none once the game is over.
     */
    legal(): string[];
    /**
     * All actions played, oldest first.
     */
    moves(): string[];
    /**
     * Sets up a game: `ruleset` or the game's default, `options` as a JSON map of strings such
     * as `{"board":"7x7"}` completed with defaults, `position` or the ruleset's start, and
     * `version` of the ruleset, if it is not today's.
     *
     * # Errors
     *
     * Throws `{"code","key","args","column","error"}`: a code of `docs/protocol.md`, a [`Fault`]'s
     * key and parameters, the column in the position's text where there is one, and a sentence in
     * English. Options that are no map are only `{"code","error"}`.
     */
    constructor(game: string, ruleset?: string | null, options?: string | null, position?: string | null, version?: number | null);
    /**
     * The text of an action that the position allows, in a notation of the catalogue; undefined if
     * the position does not allow it, or the game does not have the notation.
     */
    notate(notation: string, action: string): string | undefined;
    /**
     * All actions played, oldest first, as people write them in a notation of the catalogue;
     * none if the game does not have it.
     */
    notated(notation: string): string[];
    /**
     * The number of times the position after `action` will have stood on the board, that time
     * included; 0 if the position does not allow the action.
     */
    occurrences_after(action: string): number;
    /**
     * The number of action sequences of length `depth` from the current position.
     */
    perft(depth: number): bigint;
    /**
     * Plays an action. Answers
     * `{"action","by","captures":[{"at","pattern"}],"earned","lapsed","skipped","check","result","reason"}`:
     * the action in its canonical text, the removals it earned, those that lapsed by it and the
     * turns that were skipped after it, and `result` and `reason` null until the game has ended.
     *
     * # Errors
     *
     * Throws `{"rule","squares"}`; the game is then unchanged.
     */
    play(action: string): string;
    /**
     * Plays an action that the position allows, even where the rules have ended the game by its
     * history, as a record of a longer game does. Answers as [`play`](Self::play).
     *
     * # Errors
     *
     * Throws `{"rule","squares"}`; the game is then unchanged.
     */
    play_on(action: string): string;
    /**
     * The number of actions played.
     */
    ply(): number;
    /**
     * The position as text.
     */
    position(): string;
    /**
     * The rule that ended the game, such as `checkmate`; undefined until then.
     */
    reason(): string | undefined;
    /**
     * Writes the game as a record in one of its notations. `facts` has every fact as key and value
     * in turn: `first`, `second`, `date`, `result`, `reason`, and, after that number of actions,
     * `time.1` in milliseconds and `comment.0`, `comment.1`, …. Half a surrogate pair, which a text
     * of the page may contain, becomes U+FFFD.
     *
     * # Errors
     *
     * Throws `{"code","key","args","error"}`: the game has no such notation.
     */
    record(notation: string, facts: string[]): string;
    /**
     * The recurrence of the position after `action`:
     * `{"occurrences","limit","effect","checker","chaser"}`, or undefined if the position does not
     * allow the action. At `occurrences` = `limit` the ruleset steps in; until then `effect` is
     * its effect at that time if the play stays the same: `draw`, `refused`, `lost_by_checker`,
     * `lost_by_chaser` or `continues`. `checker` is the side whose perpetual check decides that,
     * `chaser` the one whose perpetual chase does, or null.
     */
    recurrence_after(action: string): string | undefined;
    /**
     * The recurrence of the current position, in the form of
     * [`recurrence_after`](Self::recurrence_after).
     */
    recurrence(): string;
    /**
     * The refusal of an action, `{"rule","squares"}`, or undefined if it is legal.
     */
    refuse(action: string): string | undefined;
    /**
     * The ruleset's rule for positions that come back: `{"limit","effect","perpetual_check"}`, the
     * occurrence at which it steps in, its effect then, and its effect instead of that on
     * perpetual check, null in games without check.
     */
    repetition_rule(): string;
    /**
     * The number of times the current position has stood on the board, this time included.
     */
    repetitions(): number;
    /**
     * `first`, `second` or `draw`; undefined until the game has ended.
     */
    result(): string | undefined;
    /**
     * The position the game started from, as text.
     */
    start(): string;
    /**
     * The side to act next, `first` or `second`.
     */
    to_act(): string;
    /**
     * Goes back to the position before ply `ply` (0 is the start); later plies are gone.
     */
    truncate(ply: number): void;
}

/**
 * The catalogue: `{"games":[…]}` as `GET /api/games` answers, without `clocks`.
 */
export function catalogue(): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_game_free: (a: number, b: number) => void;
    readonly catalogue: () => [number, number];
    readonly game_check: (a: number) => number;
    readonly game_evidence: (a: number) => [number, number];
    readonly game_fork: (a: number) => number;
    readonly game_hash: (a: number) => [number, number];
    readonly game_legal: (a: number) => [number, number];
    readonly game_moves: (a: number) => [number, number];
    readonly game_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number, number];
    readonly game_notate: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly game_notated: (a: number, b: number, c: number) => [number, number];
    readonly game_occurrences_after: (a: number, b: number, c: number) => number;
    readonly game_perft: (a: number, b: number) => bigint;
    readonly game_play: (a: number, b: number, c: number) => [number, number, number, number];
    readonly game_play_on: (a: number, b: number, c: number) => [number, number, number, number];
    readonly game_ply: (a: number) => number;
    readonly game_position: (a: number) => [number, number];
    readonly game_reason: (a: number) => [number, number];
    readonly game_record: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
    readonly game_recurrence: (a: number) => [number, number];
    readonly game_recurrence_after: (a: number, b: number, c: number) => [number, number];
    readonly game_refuse: (a: number, b: number, c: number) => [number, number];
    readonly game_repetition_rule: (a: number) => [number, number];
    readonly game_repetitions: (a: number) => number;
    readonly game_result: (a: number) => [number, number];
    readonly game_start: (a: number) => [number, number];
    readonly game_to_act: (a: number) => [number, number];
    readonly game_truncate: (a: number, b: number) => void;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_drop_slice: (a: number, b: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __externref_table_alloc: () => number;
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
