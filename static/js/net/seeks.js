// The HTTP half of seeks: the games that the visitor would play with any willing opponent.

import { request } from './api.js';

/** @typedef {import('./protocol.js').Side} Side */
/** @typedef {import('./protocol.js').ClockSetting} WireClock */
/** @typedef {{game: string, ruleset: string}} SoughtGame */

/**
 * @typedef {object} Seek
 * @property {SoughtGame[]} games those preferred first
 * @property {WireClock[]} clocks
 * @property {Side | null} side
 * @property {boolean} rated whether the game is to count
 * @property {number | null} within how far the opponent's rating may be; null for any
 * @property {number} made_at
 * @property {number} expires_at
 */

/**
 * @typedef {object} FoundOpponent
 * @property {string} id the id for its answer
 * @property {string} game
 * @property {string} ruleset
 * @property {WireClock} clock
 * @property {boolean} rated whether it would count
 * @property {Side} side the visitor's
 * @property {import('./protocol.js').Player} opponent
 * @property {number} until
 * @property {boolean} accepted by the visitor
 */

/**
 * How the visitor's seek stands.
 *
 * @typedef {object} Standing
 * @property {number} now the server's time
 * @property {Seek | null} seek
 * @property {FoundOpponent | null} found
 * @property {boolean} missed whether the visitor did not answer when an opponent had been found, and lost the seek by it
 * @property {string | null} started the match that has begun
 * @property {number} seekers how many seek
 * @property {number} matches the visitor's that are not over, challenges among them
 */

/**
 * @param {{games: {game: string, ruleset?: string}[], clocks: WireClock[], side?: string, minutes?: number, rated?: boolean, within?: number}} wish
 * @returns {Promise<Standing>}
 */
export const makeSeek = (wish) => request('/api/seeks', { method: 'POST', body: wish });

/** @returns {Promise<null>} */
export const endSeek = () => request('/api/seeks', { method: 'DELETE' });

/**
 * @param {string} id
 * @param {boolean} accept
 * @returns {Promise<Standing>}
 */
export const answerFound = (id, accept) => request('/api/seeks/found', { method: 'POST', body: { id, accept } });
