// @ts-check
// Reads a record, whatever its game and notation. The one that the text looks like is tried first,
// and tells what is wrong; where it looks like none, each is tried.

import { MOST, variationsIn } from './variations.js';

/**
 * @typedef {object} Recorded
 * @property {string} game
 * @property {string} ruleset
 * @property {number} [version] of the ruleset, if it is not today's
 * @property {Record<string, string>} options
 * @property {string} start
 * @property {string[]} moves
 * @property {number[]} times of as many actions as have one from the first on
 * @property {[ply: number, text: string][]} comments
 * @property {{moves: string[], comments: [ply: number, text: string][]}[]} [lines] variations, from the start on
 * @property {ReturnType<import('./tree.js').Tree['own']>} [own] what was tried in a game of this device
 * @property {import('./computer.js').Opponent | null} [opponent] the computer, in a game of this device
 * @property {{first: string | null, second: string | null}} players
 * @property {string | null} date
 * @property {string | null} result
 * @property {string | null} reason
 */

/**
 * What is wrong with a text: what the engine throws, or what is found here. `faults.js` tells it.
 *
 * @typedef {object} Fault
 * @property {string} key as `fault.<key>` says it
 * @property {Record<string, string>} args
 * @property {number} [line] where in the text, both from 1
 * @property {number} [column]
 * @property {string} [kind] the notation that the text was taken for
 */

/** What of the engine reads records. @typedef {Pick<import('../engine.js').EngineModule, 'read_record' | 'recognise'>} Reader */

/** @typedef {{id: string, notations: string[]}} Known */

/**
 * A fault of the engine, whose `error` is in English.
 *
 * @param {unknown} thrown
 * @returns {Fault & {error: string}}
 */
export const thrownFault = (thrown) => ({ key: '', args: {}, ...JSON.parse(String(thrown)) });

/**
 * The text of a file: UTF-8, or what older programs for the games of Japan and China write.
 *
 * @param {ArrayBuffer} bytes
 * @param {string} name
 */
export function decodeRecord(bytes, name) {
  // The notation's own encodings first, where the name tells it.
  const rest = /\.(kif|ki2|csa)$/i.test(name) ? ['shift_jis', 'gb18030'] : ['gb18030', 'shift_jis'];
  for (const encoding of ['utf-8', ...rest]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not this one.
    }
  }
  return new TextDecoder().decode(bytes);
}

/**
 * @param {Reader} engine
 * @param {Known[]} games
 * @param {string} text
 * @returns {{record: Recorded} | {fault: Fault | null}} no fault where the text looks like no record
 */
export function readRecord(engine, games, text) {
  const stored = readStored(text);
  if (stored) return { record: stored };
  const looks = engine.recognise(text);
  /** @type {Fault | null} */
  let fault = null;
  if (looks !== undefined) {
    const { game, notation } = JSON.parse(looks);
    try {
      return readAs(engine, game ?? '', notation, text);
    } catch (thrown) {
      fault = { ...thrownFault(thrown), kind: notation === 'kifu' ? 'kif' : notation };
    }
  }
  for (const { id, notations } of games) {
    for (const notation of notations) {
      try {
        const read = readAs(engine, id, notation, text);
        // Some notations let nearly any text pass for a game in which nothing happened.
        if (!('record' in read) || read.record.moves.length > 0) return read;
      } catch {
        // Not this one.
      }
    }
  }
  return { fault };
}

/**
 * @param {Reader} engine
 * @param {string} id
 * @param {string} notation
 * @param {string} text
 * @returns {{record: Recorded} | {fault: Fault}} throws what the engine throws
 */
function readAs(engine, id, notation, text) {
  const { moves, comment, ...rest } = JSON.parse(engine.read_record(id, notation, text));
  const { lines, fault } = variations(engine, id, notation, text);
  if (fault) return { fault };
  return { record: { ...rest, ...unfold(moves, comment), ...(lines.length > 0 && { lines }) } };
}

/**
 * Those variations of a record that the rules let be played, or where there are too many of them.
 *
 * @param {Reader} engine
 * @param {string} id
 * @param {string} notation
 * @param {string} text
 */
function variations(engine, id, notation, text) {
  /** @type {NonNullable<Recorded['lines']>} */
  const lines = [];
  let count = 0;
  for (const { from, line, text: whole } of variationsIn(notation)?.read(text, MOST) ?? []) {
    count += 1;
    if (count > MOST || whole === null) return { lines, fault: { line, column: 1, key: 'too_many_variations', args: { most: String(MOST) } } };
    try {
      const { moves, comments } = unfold(JSON.parse(engine.read_record(id, notation, whole)).moves, '');
      lines.push({ moves, comments: comments.filter(([ply]) => ply >= from) });
    } catch {
      // The rules refuse it.
    }
  }
  return { lines };
}

/**
 * @param {{action: string, time?: number, comment: string}[]} moves
 * @param {string} opening what is said before the first action
 */
function unfold(moves, opening) {
  /** @type {[number, string][]} */
  const comments = [[0, opening], ...moves.map(({ comment }, index) => /** @type {[number, string]} */ ([index + 1, comment]))];
  const timed = moves.findIndex(({ time }) => time === undefined);
  return {
    moves: moves.map(({ action }) => action),
    times: (timed < 0 ? moves : moves.slice(0, timed)).map(({ time }) => time ?? 0),
    comments: comments.filter(([, text]) => text),
  };
}

/** The latest time there is. */
const LATEST = 8.64e15;

/** @param {unknown} value */
const textIn = (value) => (typeof value === 'string' ? value : null);

/**
 * A game as `GET /api/archive/{id}` answers.
 *
 * @param {string} text
 * @returns {Recorded | null}
 */
function readStored(text) {
  try {
    const game = JSON.parse(text);
    if (!Array.isArray(game.moves) || typeof game.game !== 'string') return null;
    const name = (/** @type {{name?: unknown} | null | undefined} */ player) => textIn(player?.name);
    return {
      game: game.game,
      ruleset: textIn(game.ruleset) ?? '',
      options: Object.fromEntries(Object.entries(game.options ?? {}).filter(([, value]) => typeof value === 'string')),
      start: textIn(game.start) ?? '',
      moves: game.moves.map(String),
      times: Array.isArray(game.times) ? game.times.map(Number).filter((/** @type {number} */ time) => time >= 0) : [],
      comments: [],
      players: { first: name(game.players?.first), second: name(game.players?.second) },
      date: game.started_at > 0 && game.started_at < LATEST ? new Date(game.started_at).toISOString().slice(0, 10) : null,
      result: textIn(game.result),
      reason: textIn(game.reason),
    };
  } catch {
    return null;
  }
}
