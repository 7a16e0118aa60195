// Ratings of players, asked for once for each of them, all of a game that are missing together. A view that reads one is
// drawn again when the answer is there.

import { t } from '../i18n/i18n.js';
import { ratings, ratingsAfter, shownRating } from '../net/ratings_api.js';
import { signal } from '../ui/view.js';

/** @typedef {{game: string, ruleset: string}} Where */

export class Ratings {
  /** By game, ruleset and player. @type {import('../../vendor/signals-core.js').Signal<Map<string, {text: string, value: number}>>} */
  #known = signal(new Map());
  /** What games have changed, by their ids. @type {import('../../vendor/signals-core.js').Signal<Map<string, Partial<Record<import('../net/protocol.js').Side, string>>>>} */
  #changes = signal(new Map());
  /** The players asked about already, as the keys of both. @type {Set<string>} */
  #asked = new Set();
  /** @type {Map<string, Set<string>>} by game and ruleset, the players to ask about */
  #missing = new Map();

  /**
   * The rating of a player as a text; empty as long as it is not known.
   *
   * @param {Where} where
   * @param {string} id
   */
  of({ game, ruleset }, id) {
    const pool = `${game} ${ruleset}`;
    const key = `${pool} ${id}`;
    if (!this.#asked.has(key)) {
      this.#asked.add(key);
      if (this.#missing.size === 0) queueMicrotask(() => this.#ask());
      this.#missing.set(pool, (this.#missing.get(pool) ?? new Set()).add(id));
    }
    return this.#known.value.get(key)?.text ?? '';
  }

  /**
   * The rating of a player as a number, where it is known.
   *
   * @param {Where} where
   * @param {string} id
   */
  value = ({ game, ruleset }, id) => this.#known.value.get(`${game} ${ruleset} ${id}`)?.value;

  /**
   * The change of a side's rating by a finished game as a text; empty as long as it is not known, or if it did not count.
   *
   * @param {string} id
   * @param {import('../net/protocol.js').Side} side
   */
  after(id, side) {
    if (!this.#asked.has(id)) {
      this.#asked.add(id);
      this.#askAfter(id);
    }
    return this.#changes.value.get(id)?.[side] ?? '';
  }

  /** @param {string} id */
  async #askAfter(id) {
    const changes = await ratingsAfter(id).catch(() => null);
    if (!changes) return; // The ratings of before stand there.
    const text = (/** @type {import('../net/ratings_api.js').RatedGame | null} */ change) =>
      change ? t('rating.changed', { before: change.before, rating: shownRating(change) }) : '';
    this.#changes.value = new Map([...this.#changes.value, [id, { first: text(changes.first), second: text(changes.second) }]]);
  }

  async #ask() {
    const asked = [...this.#missing];
    this.#missing.clear();
    for (const [pool, ids] of asked) {
      const [game = '', ruleset = ''] = pool.split(' ');
      try {
        const { players } = await ratings(game, { ruleset, players: [...ids].slice(0, 50).join() });
        const known = new Map(this.#known.value);
        for (const rated of players) {
          const text = t('rating.short', { rating: shownRating(rated) });
          known.set(`${pool} ${rated.player.id}`, { text, value: rated.rating });
        }
        this.#known.value = known;
      } catch {
        // The names stand without ratings.
      }
    }
  }
}
