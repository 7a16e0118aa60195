// The HTTP half of the protocol.

import { pause } from './pause.js';

/** @typedef {import('./protocol.js').MatchSummary} MatchSummary */
/** @typedef {import('./wire.d.ts').Words} Text */
/** @typedef {import('./wire.d.ts').RulesetEntry} RulesetInfo */
/** @typedef {import('./wire.d.ts').GameEntry} GameInfo */
/** @typedef {import('./wire.d.ts').EngineEntry} EngineInfo another program that plays here as a computer player */
/** @typedef {import('./wire.d.ts').Catalogue} Catalogue */
/** @typedef {import('./wire.d.ts').CreateMatchRequest} CreateMatchRequest */
/** @typedef {import('./wire.d.ts').GameView} ArchiveGame */
/** @typedef {import('./wire.d.ts').Summary} ArchiveSummary */

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

/** Asks the visitor to prove the account again. @type {() => Promise<boolean>} */
let confirmed = async () => false;

/**
 * Has the visitor asked when the server wants a confirmation before a change.
 *
 * @param {() => Promise<boolean>} ask resolves to whether the visitor confirmed
 */
export function askToConfirm(ask) {
  confirmed = ask;
}

/** How often a read is tried again while the server is busy. */
const RETRIES = 3;

/**
 * Sends a request. While the server is busy, as when its database is away, a read is tried again; a change is the
 * visitor's to repeat.
 *
 * @param {string} path
 * @param {{method?: string, body?: unknown, as?: 'blob', again?: boolean}} [options] `as` for an answer that is a file
 * @returns {Promise<any>}
 */
export async function request(path, options = {}) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await once(path, options);
    } catch (problem) {
      if (/** @type {Problem} */ (problem).status !== 503 || options.method || attempt === RETRIES) throw problem;
      await new Promise((resolve) => setTimeout(resolve, pause(attempt, Math.random())));
    }
  }
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, as?: 'blob', again?: boolean}} options
 * @returns {Promise<any>}
 */
async function once(path, options) {
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
  const body = await response[(response.ok && options.as) || 'json']().catch(() => null);
  if (response.ok) return body;
  // The visitor proves the account once more, and the request is repeated once.
  if (body?.code === 'confirm_needed' && !options.again && (await confirmed())) return request(path, { ...options, again: true });
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

/** @returns {Promise<{matches: MatchSummary[]}>} those of the visitor that are not over */
export const myMatches = () => request('/api/me/matches');

/** @returns {Promise<Catalogue>} */
export const games = () => request('/api/games');

/**
 * @param {CreateMatchRequest} room
 * @returns {Promise<{id: string, url: string, seat: 'first' | 'second'}>}
 */
export const createMatch = (room) => request('/api/matches', { method: 'POST', body: room });

/**
 * @param {string} id
 * @returns {Promise<import('./protocol.js').Snapshot>}
 */
export const match = (id) => request(`/api/matches/${encodeURIComponent(id)}`);

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
