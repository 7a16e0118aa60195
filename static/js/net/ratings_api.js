// The server's answers about ratings and played positions.

import { request } from './api.js';

/** @typedef {{rating: number, deviation: number, provisional: boolean, games: number}} Rating */
/** @typedef {Rating & {id: string, at: number, before: number, change: number}} RatedGame */
/** @typedef {Rating & {pool: string, game: string, rulesets: string[], history?: RatedGame[]}} PlayerRating */
/** @typedef {Rating & {player: import('./protocol.js').Player}} RatedPlayer */
/** A rating as it is written: a question mark behind one of which too little is known. @param {Rating} rating */
export const shownRating = ({ rating, provisional }) => `${rating}${provisional ? '?' : ''}`;

/** @typedef {{action: string, first: number, draws: number, second: number, last: string[]}} Explored how an action did: wins of each side, draws, the last games */

/**
 * The ratings of some players, or the best of a game.
 *
 * @param {string} game
 * @param {{ruleset?: string, players?: string}} query
 * @returns {Promise<{pool: string, players: RatedPlayer[]}>}
 */
export const ratings = (game, query) => request(`/api/ratings/${encodeURIComponent(game)}?${new URLSearchParams(query)}`);

/**
 * The rating changes of a finished game.
 *
 * @param {string} id
 * @returns {Promise<{first: RatedGame | null, second: RatedGame | null}>}
 */
export const ratingsAfter = (id) => request(`/api/archive/${encodeURIComponent(id)}/ratings`);

/**
 * A player's standing in every pool, or in one with its chart.
 *
 * @param {string} player
 * @param {{pool?: string}} query
 * @returns {Promise<{ratings: PlayerRating[]}>}
 */
export const ratingsOf = (player, query) =>
  request(`/api/accounts/${encodeURIComponent(player)}/ratings?${new URLSearchParams(query)}`);

/**
 * The games played in a position.
 *
 * @param {Record<string, string>} where
 * @returns {Promise<{position: string, actions: Explored[]}>}
 */
export const explorer = (where) => request(`/api/explorer?${new URLSearchParams(where)}`);
