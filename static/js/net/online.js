// The HTTP half of the protocol, as far as it is about players who are online.

import { request } from './api.js';

/** @typedef {import('./wire.d.ts').OnlinePlayer} OnlinePlayer */
/** @typedef {import('./wire.d.ts').Online} Online */

/** @returns {Promise<Online>} */
export const online = () => request('/api/online');

/**
 * Has the visitor listed for others, or not.
 *
 * @param {boolean} listed
 * @returns {Promise<{listed: boolean}>}
 */
export const setListed = (listed) => request('/api/me/online', { method: 'PUT', body: { listed } });
