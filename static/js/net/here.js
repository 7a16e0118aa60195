// @ts-check
// The HTTP half of the protocol, as far as it is about who is here.

import { request } from './api.js';

/** @typedef {import('./wire.d.ts').PersonHere} PersonHere */
/** @typedef {import('./wire.d.ts').Here} Here */

/** @returns {Promise<Here>} */
export const here = () => request('/api/here');

/**
 * Has the visitor listed for others, or not.
 *
 * @param {boolean} listed
 * @returns {Promise<{listed: boolean}>}
 */
export const setListed = (listed) => request('/api/me/here', { method: 'PUT', body: { listed } });
