// @ts-check
// Reads a record, whatever its game and notation: each is tried, and if none fits, the one that
// was understood furthest tells what is wrong.

import { t } from '../i18n/i18n.js';
import { MOST, variationsIn } from './variations.js';

/**
 * @typedef {object} Recorded
 * @property {string} game
 * @property {string} ruleset
 * @property {Record<string, string>} options
 * @property {string} start
 * @property {string[]} moves
 * @property {number[]} times of as many actions as have one from the first on
 * @property {[ply: number, text: string][]} comments
 * @property {{moves: string[], comments: [ply: number, text: string][]}[]} [lines] variations, from the start on
 * @property {ReturnType<import('./tree.js').Tree['own']>} [own] what was tried in a game of this device
 * @property {{first: string | null, second: string | null}} players
 * @property {string | null} date
 * @property {string | null} result
 * @property {string | null} reason
 */

/** @typedef {{line: number, column: number, error: string}} Fault */

/** @typedef {{id: string, notations: string[]}} Known */

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
 * @param {Pick<import('../engine.js').EngineModule, 'read_record'>} engine
 * @param {Known[]} games
 * @param {string} text
 * @returns {{record: Recorded} | {fault: Fault}}
 */
export function readRecord(engine, games, text) {
  const stored = readStored(text);
  if (stored) return { record: stored };
  /** @type {Fault} */
  let fault = { line: 1, column: 1, error: '' };
  for (const { id, notations } of games) {
    for (const notation of notations) {
      try {
        const { moves, comment, ...rest } = JSON.parse(engine.read_record(id, notation, text));
        // Some notations let nearly any text pass for a game in which nothing happened.
        if (moves.length === 0 && notation !== 'txt') continue;
        const { lines, fault: many } = variations(engine, id, notation, text);
        if (many) return { fault: many };
        return { record: { ...rest, ...unfold(moves, comment), ...(lines.length > 0 && { lines }) } };
      } catch (thrown) {
        const found = JSON.parse(String(thrown));
        const further = found.line > fault.line || (found.line === fault.line && found.column > fault.column);
        if (further || !fault.error) fault = { line: 1, column: 1, ...found };
      }
    }
  }
  return { fault };
}

/**
 * Those variations of a record that the rules let be played, or where there are too many of them.
 *
 * @param {Pick<import('../engine.js').EngineModule, 'read_record'>} engine
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
    if (count > MOST || whole === null) return { lines, fault: { line, column: 1, error: t('analysis.many', { count: MOST }) } };
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
    const name = (/** @type {{name?: string} | null | undefined} */ player) => player?.name ?? null;
    return {
      game: game.game,
      ruleset: game.ruleset,
      options: game.options ?? {},
      start: game.start,
      moves: game.moves.map(String),
      times: game.times ?? [],
      comments: [],
      players: { first: name(game.players?.first), second: name(game.players?.second) },
      date: game.started_at > 0 ? new Date(game.started_at).toISOString().slice(0, 10) : null,
      result: game.result ?? null,
      reason: game.reason ?? null,
    };
  } catch {
    return null;
  }
}
