// The HTTP half of the protocol, as far as it carries an identity to another device.

import { request } from './api.js';

/** @typedef {import('./protocol.js').Player} Player */

/**
 * @param {string} to the page that the other device is to show, empty for none
 * @returns {Promise<{url: string, code: string, qr: string, expires_at: number}>}
 */
export const newLink = (to) => request('/api/me/links', { method: 'POST', body: { to: to || null } });

/**
 * @param {string} code
 * @returns {Promise<Player>}
 */
export const takeLink = (code) => request('/api/links', { method: 'POST', body: { code } });
