// The players whose chat a visitor has muted: stored in the browser and never sent. A view that asks is drawn again when
// that changes.

import { signal } from '../ui/view.js';

/** @typedef {import('../net/protocol.js').ChatLine} ChatLine */
/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */

const KEY = 'yiguan.muted';

/** The limit of stored names; the oldest are forgotten. */
const MOST = 200;

export class Muted {
  #muted = signal(/** @type {string[]} */ ([]));

  /** @param {Pick<Storage, 'getItem' | 'setItem'> | null} [storage] null where there is none */
  constructor(storage = pageStorage()) {
    this.storage = storage;
    try {
      const kept = JSON.parse(this.storage?.getItem(KEY) ?? '[]');
      if (Array.isArray(kept)) this.#muted.value = kept.filter((who) => typeof who === 'string');
    } catch {
      // The stored list is of no use.
    }
  }

  /**
   * Whether a line is not to be shown.
   *
   * @param {Snapshot} match
   * @param {ChatLine} line
   */
  has(match, line) {
    return this.#muted.value.includes(speaker(match, line));
  }

  /**
   * Mutes the author of a line, or shows their lines again.
   *
   * @param {Snapshot} match
   * @param {ChatLine} line
   */
  toggle(match, line) {
    const who = speaker(match, line);
    const before = this.#muted.value;
    const rest = before.filter((muted) => muted !== who);
    this.#muted.value = rest.length < before.length ? rest : [...rest, who].slice(-MOST);
    try {
      this.storage?.setItem(KEY, JSON.stringify(this.#muted.value));
    } catch {
      // It holds on this page at least.
    }
  }
}

/**
 * Players are known by their ids, spectators by the name they speak by.
 *
 * @param {Snapshot} match
 * @param {ChatLine} line
 */
const speaker = (match, { by, name }) => (by && match.players[by]?.id) || `~${name}`;

function pageStorage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
