// The requests of an analysis to the server.

import { request } from './api.js';

/**
 * The additions of readers to a stored game when they analysed it together.
 *
 * @param {string} id
 * @returns {Promise<{nodes: unknown[], notes: unknown[]}>}
 */
export const sharedTree = (id) => request(`/api/archive/${encodeURIComponent(id)}/analysis`);

/**
 * The value of a position of a solved game.
 *
 * @param {string} game
 * @param {{ruleset: string, position: string}} where
 */
export const tablebase = (game, where) => request(`/api/tablebase/${encodeURIComponent(game)}?${new URLSearchParams(where)}`);
