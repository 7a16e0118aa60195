// The HTTP half of conditional moves: the visitor's answers in a correspondence game.

import { request } from './api.js';

/** @typedef {import('./wire.d.ts').Plan} Plan */

/**
 * @param {string} id of the match
 * @returns {Promise<Plan>}
 */
export const planned = (id) => request(`/api/matches/${encodeURIComponent(id)}/plan`);

/**
 * @param {string} id of the match
 * @param {number} ply how many actions were played before the lines begin
 * @param {string[][]} lines
 * @returns {Promise<Plan>}
 */
export const makePlan = (id, ply, lines) =>
  request(`/api/matches/${encodeURIComponent(id)}/plan`, { method: 'PUT', body: { ply, lines } });
