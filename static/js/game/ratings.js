// @ts-check
// Ratings of players, asked for once for each of them, all of a game that are missing together.

import { t } from '../i18n/i18n.js';
import { ratings, shownRating } from '../net/ratings_api.js';

/** @typedef {{game: string, ruleset: string}} Where */

export class Ratings {
  /** @type {Map<string, string>} */
  #known = new Map();
  /** @type {Map<string, Set<string>>} by game and ruleset, whom to ask about */
  #missing = new Map();

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /**
   * The rating of a player as a text; empty as long as it is not known.
   *
   * @param {Where} where
   * @param {string} id
   */
  of({ game, ruleset }, id) {
    const pool = `${game} ${ruleset}`;
    const known = this.#known.get(`${pool} ${id}`);
    if (known !== undefined) return known;
    this.#known.set(`${pool} ${id}`, '');
    if (this.#missing.size === 0) queueMicrotask(() => this.#ask());
    this.#missing.set(pool, (this.#missing.get(pool) ?? new Set()).add(id));
    return '';
  }

  async #ask() {
    const asked = [...this.#missing];
    this.#missing.clear();
    for (const [pool, ids] of asked) {
      const [game = '', ruleset = ''] = pool.split(' ');
      try {
        const { players } = await ratings(game, { ruleset, players: [...ids].slice(0, 50).join() });
        for (const rated of players) this.#known.set(`${pool} ${rated.player.id}`, t('rating.short', { rating: shownRating(rated) }));
        this.changed();
      } catch {
        // The names stand without ratings.
      }
    }
  }
}
