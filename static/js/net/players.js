// The HTTP half of the protocol, as far as it is about finding players.

import { request } from './api.js';

/** @typedef {import('./protocol.js').Player} Player */
/** @typedef {import('./people.js').Person} Person */

/**
 * @param {string} who an id, or the name of an account
 * @returns {Promise<Person>}
 */
export const person = (who) => request(`/api/accounts/${encodeURIComponent(who)}`);

/**
 * Players whose names begin so, those who keep their identity first.
 *
 * @param {string} name
 * @returns {Promise<{players: Player[]}>}
 */
export const people = (name) => request(`/api/accounts?${new URLSearchParams({ name })}`);
