// The requests about matches that no page makes before its first board.

import { request } from './api.js';

/** @typedef {import('./protocol.js').MatchSummary} MatchSummary */

/**
 * @param {string} id
 * @returns {Promise<{seat: 'first' | 'second'}>}
 */
export const join = (id) => request(`/api/matches/${encodeURIComponent(id)}/join`, { method: 'POST', body: {} });

/** @param {string} id of a match to which the visitor is challenged */
export const declineChallenge = (id) => request(`/api/matches/${encodeURIComponent(id)}/decline`, { method: 'POST' });

/** @returns {Promise<{matches: MatchSummary[]}>} the public ones in which both play */
export const liveMatches = () => request('/api/matches?state=live');
