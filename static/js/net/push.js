// The HTTP half of the protocol, as far as it is about notifications on devices whose page is closed.

import { request } from './api.js';

/** @typedef {import('../push/kinds.js').Kind} Kind */

/** @returns {Promise<{key: string}>} the key that the browser hands to its push service */
export const pushKey = () => request('/api/push');

/**
 * Subscribes a device to some kinds of notifications, for the visitor, from now on.
 *
 * @param {PushSubscriptionJSON} subscription
 * @param {Kind[]} kinds
 * @returns {Promise<{id: string, kinds: Kind[]}>}
 */
export const putPush = ({ endpoint, keys }, kinds) => request('/api/me/push', { method: 'PUT', body: { endpoint, keys, kinds } });

/** @returns {Promise<{subscriptions: {id: string, kinds: Kind[]}[]}>} */
export const pushes = () => request('/api/me/push');

/** @param {string} id */
export const removePush = (id) => request(`/api/me/push/${encodeURIComponent(id)}`, { method: 'DELETE' });
