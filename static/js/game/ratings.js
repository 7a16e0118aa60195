// Ratings of players, asked for once for each of them, all of a game that are missing together.

import { t } from '../i18n/i18n.js';
import { ratings, ratingsAfter, shownRating } from '../net/ratings_api.js';

/** @typedef {{game: string, ruleset: string}} Where */

export class Ratings {
  /** @type {Map<string, string>} */
  #known = new Map();
  /** @type {Map<string, number>} */
  #values = new Map();
  /** @type {Map<string, Partial<Record<import('../net/protocol.js').Side, string>>>} by game, what it changed */
  #changes = new Map();
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

  /**
   * The rating of a player as a number, where it is known.
   *
   * @param {Where} where
   * @param {string} id
   */
  value = ({ game, ruleset }, id) => this.#values.get(`${game} ${ruleset} ${id}`);

  /**
   * What a finished game changed for a side as a text; empty as long as it is not known, or if it did not count.
   *
   * @param {string} id
   * @param {import('../net/protocol.js').Side} side
   */
  after(id, side) {
    if (!this.#changes.has(id)) {
      this.#changes.set(id, {});
      this.#askAfter(id);
    }
    return this.#changes.get(id)?.[side] ?? '';
  }

  /** @param {string} id */
  async #askAfter(id) {
    const changes = await ratingsAfter(id).catch(() => null);
    if (!changes) return; // The ratings of before stand there.
    const text = (/** @type {import('../net/ratings_api.js').RatedGame | null} */ change) =>
      change ? t('rating.changed', { before: change.before, rating: shownRating(change) }) : '';
    this.#changes.set(id, { first: text(changes.first), second: text(changes.second) });
    this.changed();
  }

  async #ask() {
    const asked = [...this.#missing];
    this.#missing.clear();
    for (const [pool, ids] of asked) {
      const [game = '', ruleset = ''] = pool.split(' ');
      try {
        const { players } = await ratings(game, { ruleset, players: [...ids].slice(0, 50).join() });
        for (const rated of players) {
          this.#known.set(`${pool} ${rated.player.id}`, t('rating.short', { rating: shownRating(rated) }));
          this.#values.set(`${pool} ${rated.player.id}`, rated.rating);
        }
        this.changed();
      } catch {
        // The names stand without ratings.
      }
    }
  }
}
