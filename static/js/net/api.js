// @ts-check
// The HTTP half of the protocol.

/** @typedef {import('./protocol.js').Room} Room */
/** @typedef {{en: string, zh: string, ja: string}} Text */

/**
 * @typedef {object} RulesetInfo
 * @property {string} id
 * @property {number} version
 * @property {Text} name
 * @property {Text} summary two lines
 * @property {Text} goal how to win
 * @property {Text} turn what a turn is
 * @property {{id: string, name: Text, task: Text}[]} phases in their order, none where a game has only one; `id` is the
 *   letter that the last part of a position's text begins with
 * @property {Text} source
 * @property {{first: Text, second: Text}} sides
 * @property {{key: string, name: Text, values: {id: string, name: Text}[]}[]} options
 * @property {string} start
 * @property {string[]} [records] what a stored game is written in besides, where the server says it
 */

/** @typedef {{id: string, name: Text, gloss: Text, line: Text, notations: string[], rulesets: RulesetInfo[]}} GameInfo */
/** @typedef {{game: string, rulesets: string[], name: string, levels: number[]}} EngineInfo another program that plays here as a house player */
/** @typedef {{games: GameInfo[], clocks: object[], engines: EngineInfo[]}} Catalogue */

/**
 * @typedef {object} ArchiveGame
 * @property {string} id
 * @property {string} game
 * @property {string} ruleset
 * @property {number} ruleset_version
 * @property {Record<string, string>} options
 * @property {string} start
 * @property {string[]} moves
 * @property {number[]} times
 * @property {import('./protocol.js').WireClock} clock
 * @property {{first: import('./protocol.js').Player | null, second: import('./protocol.js').Player | null}} players
 * @property {'first' | 'second' | 'draw' | null} result
 * @property {string} reason
 * @property {string} position
 * @property {string} hash
 * @property {number} plies
 * @property {number} started_at
 * @property {number} ended_at
 */

/** @typedef {Omit<ArchiveGame, 'moves' | 'times'>} ArchiveSummary */

/** A request was answered with a problem. `code` is stable and translated as `problem.<code>`. */
export class Problem extends Error {
  /**
   * @param {string} code
   * @param {number} status 0 where no answer came
   * @param {string} detail
   */
  constructor(code, status, detail) {
    super(detail || code);
    this.code = code;
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown}} [options]
 * @returns {Promise<any>}
 */
export async function request(path, options = {}) {
  /** @type {RequestInit} */
  const init = { method: options.method ?? 'GET', headers: { accept: 'application/json' } };
  if (options.body !== undefined) {
    init.headers = { accept: 'application/json', 'content-type': 'application/json' };
    init.body = JSON.stringify(options.body);
  }
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Problem('offline', 0, '');
  }
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  throw new Problem(body?.code ?? 'internal', response.status, body?.detail ?? '');
}

/** @returns {Promise<import('./protocol.js').Player>} */
export const me = () => request('/api/me');

/**
 * Has the visitor called something from now on.
 *
 * @param {string | null} name null for none
 * @returns {Promise<import('./protocol.js').Player>}
 */
export const setName = (name) => request('/api/me', { method: 'PUT', body: { name } });

/** @returns {Promise<{matches: Room[]}>} those of the visitor that are not over */
export const myMatches = () => request('/api/me/matches');

/** @returns {Promise<Catalogue>} */
export const games = () => request('/api/games');

/**
 * @param {{game: string, ruleset?: string, options?: Record<string, string>, position?: string, clock?: object, seat?: string, visibility?: string, house?: number, rated?: boolean}} room
 * @returns {Promise<{id: string, url: string, seat: 'first' | 'second'}>}
 */
export const createMatch = (room) => request('/api/matches', { method: 'POST', body: room });

/**
 * @param {string} id
 * @returns {Promise<import('./protocol.js').Snapshot>}
 */
export const match = (id) => request(`/api/matches/${encodeURIComponent(id)}`);

/**
 * @param {string} id
 * @returns {Promise<{seat: 'first' | 'second'}>}
 */
export const join = (id) => request(`/api/matches/${encodeURIComponent(id)}/join`, { method: 'POST', body: {} });

/** @returns {Promise<{matches: Room[]}>} the public ones in which both play */
export const liveMatches = () => request('/api/matches?state=live');

/**
 * @param {Record<string, string>} [filter]
 * @returns {Promise<{games: ArchiveSummary[], next: string | null}>}
 */
export const archive = (filter = {}) => request(`/api/archive?${new URLSearchParams(filter)}`);

/**
 * @param {string} id
 * @returns {Promise<ArchiveGame>}
 */
export const archived = (id) => request(`/api/archive/${encodeURIComponent(id)}`);

/**
 * What people have added to a stored game when they analysed it together.
 *
 * @param {string} id
 * @returns {Promise<{nodes: unknown[], notes: unknown[]}>}
 */
export const sharedTree = (id) => request(`/api/archive/${encodeURIComponent(id)}/analysis`);

/**
 * What a position of a solved game is worth.
 *
 * @param {string} game
 * @param {{ruleset: string, position: string}} where
 */
export const tablebase = (game, where) => request(`/api/tablebase/${encodeURIComponent(game)}?${new URLSearchParams(where)}`);
