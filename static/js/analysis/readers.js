// Reads records of every game and notation, as the world writes them.

import { faultText } from './faults.js';
import { readStored } from './records.js';
import { MOST } from './variations.js';
import { shownName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';

export { loadReaders } from './records_module.js';

/** @typedef {import('./records.js').Recorded} Recorded */
/** @typedef {import('./records_module.js').Readers} Readers */
/** @typedef {import('./records.js').Fault & {error?: string}} Fault */

/**
 * @typedef {object} Line
 * @property {number} [ply] where a variation begins
 * @property {string[]} moves
 * @property {(number | null)[]} [times]
 * @property {Record<string, string>} [comments]
 * @property {Line[]} [variations]
 */

/** What decodes a text. */
const DECODER = {
  decode: (/** @type {string} */ label, /** @type {Uint8Array} */ bytes) => new TextDecoder(label).decode(bytes),
};

/**
 * A game that was read, its faults, and the encoding that was chosen for its texts.
 *
 * @typedef {object} Read
 * @property {Recorded} record
 * @property {Fault[]} faults
 * @property {string} [encoding]
 * @property {boolean} [doubtful] whether another encoding fits nearly as well
 */

/**
 * Every game of a text or of a file's bytes, with its faults.
 *
 * @param {Readers} readers
 * @param {string | Uint8Array} source
 * @returns {{games: Read[]} | {fault: Fault | null}} no fault where it looks like no record
 */
export function readGames(readers, source) {
  const stored = readStored(typeof source === 'string' ? source : new TextDecoder().decode(source));
  if (stored) return { games: [{ record: stored, faults: [] }] };
  try {
    const text = typeof source === 'string' ? readers.open_text(source) : readers.open(source, DECODER);
    return { games: JSON.parse(text).map(recorded) };
  } catch (thrown) {
    const fault = JSON.parse(String(thrown));
    return { fault: fault.kind ? fault : null };
  }
}

/** @param {Line & Record<string, any>} score a game as `docs/notation.md` describes it @returns {Read} */
function recorded(score) {
  const { kind, times = [], encoding, doubtful_encoding: doubtful } = score;
  const faults = score.faults.map((/** @type {Fault} */ fault) => ({ ...fault, kind }));
  const lines = [...linesOf(score, [])];
  if (lines.length > MOST) faults.push({ line: 1, column: 1, key: 'too_many_variations', args: { most: String(MOST) }, kind });
  const timed = times.indexOf(null);
  const comments = commentsOf(score);
  // A verdict of the rules belongs to its move; other faults are shown at the end, where the page opens.
  for (const fault of faults)
    comments.push([fault.key === 'verdict' ? Number(fault.args.ply) : score.moves.length, placed(fault, score.game)]);
  /** @type {Recorded} */
  const record = {
    game: score.game,
    ruleset: score.ruleset ?? '',
    options: score.options ?? {},
    start: score.start,
    moves: score.moves,
    times: /** @type {number[]} */ (timed < 0 ? times : times.slice(0, timed)),
    comments,
    players: score.players,
    date: score.date ?? null,
    result: score.result,
    reason: score.reason,
  };
  return { record: lines.length > 0 ? { ...record, lines: lines.slice(0, MOST) } : record, faults, encoding, doubtful };
}

/** @param {Line} line @returns {[ply: number, text: string][]} */
const commentsOf = ({ comments = {} }) => Object.entries(comments).map(([ply, text]) => [Number(ply), text]);

/**
 * Every variation, from the start of the game on.
 *
 * @param {Line} line
 * @param {string[]} before the moves before the line's own
 * @returns {Generator<NonNullable<Recorded['lines']>[number]>}
 */
function* linesOf({ moves, variations = [] }, before) {
  const whole = [...before, ...moves];
  for (const variation of variations) {
    const path = whole.slice(0, (variation.ply ?? 1) - 1);
    yield { moves: [...path, ...variation.moves], comments: commentsOf(variation) };
    yield* linesOf(variation, path);
  }
}

/** A fault with its place. @param {Fault} fault @param {string} game */
export const placed = (fault, game) =>
  t('import.place', { line: fault.line ?? 1, column: fault.column ?? 1, fault: faultText(fault, game) });

/** Whether a game was read to its end, whatever its faults by the rules. @param {Fault[]} faults */
export const isWhole = (faults) => faults.every(({ key }) => key === 'verdict');

/** The name of a game in a list of several. @param {Recorded} record */
export function nameOf({ players: { first, second }, date, moves }) {
  const names = first || second ? `${shownName(first) || '?'} – ${shownName(second) || '?'}` : '';
  return [names, date, t('import.moves', { count: moves.length })].filter(Boolean).join(', ');
}
