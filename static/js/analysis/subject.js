// The game of a replay page: a stored one, or one described by its address.

import { optionsOf, queryOf } from '../game/game_query.js';
import { archived, match as fetchMatch, Problem } from '../net/api.js';

/** @typedef {import('./records.js').Recorded} Recorded */

/**
 * @typedef {object} Subject
 * @property {string | null} id of a stored game
 * @property {Recorded} record
 * @property {import('../net/protocol.js').WireClock | null} clock
 * @property {boolean} stored whether the archive has it
 * @property {boolean} [sample] whether it came with the program
 * @property {import('../net/api.js').ArchiveGame['comments']} [annotations] the notes of a sample
 * @property {string} [position] the position for a board before the rules are there: the end of a stored game, the start of one without moves
 * @property {Record<import('../games/index.js').Side, string | null>} [ids] of the players, where they are known
 */

/** Where a record waits for the page that opens it. */
export const RECORD = 'yiguan.record';
/** The games of this device, each by the query that describes its start; the one played last comes last. */
export const LOCAL = 'yiguan.local.games';
/** How long a query may be that describes a game; a longer record stays in the tab alone. */
const LONGEST_QUERY = 6_000;

/**
 * A stored game, or, before it is stored, the state of its match.
 *
 * @param {string} id
 * @returns {Promise<Subject>}
 */
export async function storedSubject(id) {
  try {
    const game = await archived(id);
    const { clock, position, sample = false, comments: annotations } = game;
    // A sample has no times.
    const record = recordOf(sample ? { ...game, times: [] } : game, game.started_at);
    return { id, record, clock, stored: true, sample, annotations, position, ids: idsOf(game) };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    const match = await fetchMatch(id);
    return {
      id,
      record: recordOf(match, match.created_at),
      clock: match.clock,
      stored: false,
      position: match.position,
      ids: idsOf(match),
    };
  }
}

/** @param {{players: Record<import('../games/index.js').Side, {id: string} | null>}} game */
const idsOf = ({ players: { first, second } }) => ({ first: first?.id ?? null, second: second?.id ?? null });

/**
 * @param {Omit<Recorded, 'comments' | 'players' | 'date' | 'version'> & {ruleset_version: number, players: Record<import('../games/index.js').Side, {name: string} | null>}} game
 * @param {number} began
 * @returns {Recorded}
 */
const recordOf = ({ game, ruleset, ruleset_version: version, options, start, moves, times, players, result, reason }, began) => ({
  game,
  ruleset,
  version,
  options,
  start,
  moves,
  times,
  comments: [],
  players: { first: players.first?.name ?? null, second: players.second?.name ?? null },
  date: began > 0 ? new Date(began).toISOString().slice(0, 10) : null,
  result,
  reason,
});

/**
 * The game that a query describes; parts that it leaves out are as the ruleset has them.
 *
 * @param {URLSearchParams} query
 * @param {import('../net/api.js').GameInfo[]} games
 * @returns {Subject | null} null for a game that is not known
 */
export function subjectOf(query, games) {
  const game = games.find(({ id }) => id === query.get('game'));
  const ruleset = game?.rulesets.find(({ id }) => id === query.get('ruleset')) ?? game?.rulesets[0];
  if (!game || !ruleset) return null;
  const options = optionsOf(query);
  const record = {
    game: game.id,
    ruleset: ruleset.id,
    options,
    start: query.get('position') ?? '',
    moves: (query.get('moves') ?? '').split(' ').filter(Boolean),
    times: [],
    comments: [],
    players: { first: null, second: null },
    date: null,
    result: null,
    reason: null,
  };
  const kept = recordIn(recall(RECORD));
  const same =
    kept && addressOf(kept) === (query.has('kept') ? `${queryOf(record)}&kept=${query.get('kept')}` : addressOf(record));
  const known = same ? kept : record;
  const plain = known.moves.length === 0 && Object.keys(options).length === 0;
  return { id: null, record: known, clock: null, stored: false, ...(plain && { position: known.start || ruleset.start }) };
}

/**
 * A record as storage holds it, which may be of an older version, or anything.
 *
 * @param {unknown} kept
 * @returns {Recorded | null}
 */
function recordIn(kept) {
  const record = /** @type {Partial<Recorded> | null} */ (kept);
  const whole =
    typeof record?.game === 'string' &&
    typeof record.ruleset === 'string' &&
    typeof record.start === 'string' &&
    [record.moves, record.times, record.comments].every(Array.isArray) &&
    [record.options, record.players].every((value) => value !== null && typeof value === 'object');
  return whole ? /** @type {Recorded} */ (record) : null;
}

/** @param {Recorded} record */
export const startOf = (record) => queryOf({ ...record, moves: [] });

/** @returns {[start: string, record: Recorded][]} the games of this device */
export function localGames() {
  const kept = recall(LOCAL, 'localStorage');
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry) => {
    const record = Array.isArray(entry) ? recordIn(entry[1]) : null;
    return record ? [/** @type {[string, Recorded]} */ ([startOf(record), record])] : [];
  });
}

/** The address of the game that was played last on this device. */
export const lastLocal = () => localGames().at(-1)?.[0] ?? null;

/**
 * The query of a record's page: a long record is described by its start and its number of moves.
 *
 * @param {Pick<Recorded, 'game' | 'ruleset' | 'options' | 'start' | 'moves'>} record
 */
export function addressOf(record) {
  const whole = queryOf(record);
  return whole.length <= LONGEST_QUERY ? whole : `${queryOf({ ...record, moves: [] })}&kept=${record.moves.length}`;
}

/**
 * @param {string} key
 * @param {'sessionStorage' | 'localStorage'} [storage]
 * @returns {unknown}
 */
export function recall(key, storage = 'sessionStorage') {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
