// The HTTP half of the protocol, as far as it is about people who keep their identity.

import { request } from './api.js';

/** @typedef {import('./protocol.js').Player} Player */
/** @typedef {import('./protocol.js').MatchSummary} MatchSummary */

/** @typedef {{id: string, device: string, created_at: number, seen_at: number, current: boolean}} Session */
/** @typedef {{sessions: Session[], recovery_codes: number, password: boolean}} Sessions */
/** @typedef {{won: number, drawn: number, lost: number}} Tally */
/** @typedef {{game: string, people: Tally, computer: Tally}} GameTallies */

/**
 * @typedef {object} Person
 * @property {Player} player
 * @property {number | null} registered_at null for guests and computer players
 * @property {GameTallies[]} games the results of all finished games
 * @property {MatchSummary[]} playing
 * @property {number} [vacation_until] on vacation from games by days until then at the latest
 * @property {boolean} you
 * @property {boolean} blocked
 * @property {boolean} followed
 */

/** @param {unknown} [body] */
const post = (body = {}) => ({ method: 'POST', body });

/**
 * @param {string} name
 * @param {string} password
 * @returns {Promise<{player: Player, recovery_codes: string[]}>}
 */
export const register = (name, password) => request('/api/me/register', post({ name, password }));

/**
 * @param {string} name
 * @param {string} password
 * @returns {Promise<Player>}
 */
export const logIn = (name, password) => request('/api/sessions', post({ name, password }));

/**
 * @param {string} code
 * @param {string} password empty to keep the one there is
 * @returns {Promise<Player>}
 */
export const recover = (code, password) => request('/api/sessions/recovery', post({ code, password: password || null }));

/** @returns {Promise<Sessions>} */
export const sessions = () => request('/api/me/sessions');

/** @param {string} id */
export const endSession = (id) => request(`/api/me/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });

export const endOtherSessions = () => request('/api/me/sessions', { method: 'DELETE' });

export const logOut = () => request('/api/me/logout', { method: 'POST' });

/** @param {string} password */
export const setPassword = (password) => request('/api/me/password', { method: 'PUT', body: { password } });

/** @returns {Promise<{recovery_codes: string[]}>} */
export const newRecoveryCodes = () => request('/api/me/recovery-codes', post());

export const erase = () => request('/api/me', { method: 'DELETE' });

/** @returns {Promise<{ways: string[], confirmed_until: number | null}>} how the visitor can prove the account */
export const confirmWays = () => request('/api/me/confirm');

/** @param {{password?: string, code?: string}} secret */
export const confirmBy = (secret) => request('/api/me/confirm', post(secret));

/** Everything stored about the visitor. @returns {Promise<Blob>} */
export const stored = () => request('/api/me/export', { as: 'blob' });

/** @returns {Promise<{players: Player[]}>} */
export const blocks = () => request('/api/me/blocks');

/** @param {string} id */
export const block = (id) => request(`/api/me/blocks/${encodeURIComponent(id)}`, { method: 'PUT' });

/** @param {string} id */
export const unblock = (id) => request(`/api/me/blocks/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** @typedef {{player: Player, online: boolean, playing: MatchSummary[]}} Followed */

/** @returns {Promise<{players: Followed[]}>} */
export const follows = () => request('/api/me/follows');

/** @param {string} id */
export const follow = (id) => request(`/api/me/follows/${encodeURIComponent(id)}`, { method: 'PUT' });

/** @param {string} id */
export const unfollow = (id) => request(`/api/me/follows/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** @returns {Promise<{warnings: {at: number, text: string}[], handled: {at: number, match: string | null, reason: string}[], muted_until: number | null}>} */
export const warnings = () => request('/api/me/warnings');

export const readWarnings = () => request('/api/me/warnings', { method: 'DELETE' });
