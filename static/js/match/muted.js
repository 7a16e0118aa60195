// Whose talk a visitor does not want to read: kept in the browser and never sent.

/** @typedef {import('../net/protocol.js').ChatLine} ChatLine */
/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */

const KEY = 'yiguan.muted';

/** How many are kept; the oldest are forgotten. */
const MOST = 200;

export class Muted {
  /** @type {string[]} */
  #muted = [];

  /** @param {Pick<Storage, 'getItem' | 'setItem'> | null} [storage] null where there is none */
  constructor(storage = pageStorage()) {
    this.storage = storage;
    try {
      const kept = JSON.parse(this.storage?.getItem(KEY) ?? '[]');
      if (Array.isArray(kept)) this.#muted = kept.filter((who) => typeof who === 'string');
    } catch {
      // What was kept is of no use.
    }
  }

  /**
   * Whether a line is not to be shown.
   *
   * @param {Snapshot} match
   * @param {ChatLine} line
   */
  has(match, line) {
    return this.#muted.includes(speaker(match, line));
  }

  /**
   * Mutes whoever said a line, or shows their lines again.
   *
   * @param {Snapshot} match
   * @param {ChatLine} line
   */
  toggle(match, line) {
    const who = speaker(match, line);
    const rest = this.#muted.filter((muted) => muted !== who);
    this.#muted = rest.length < this.#muted.length ? rest : [...rest, who].slice(-MOST);
    try {
      this.storage?.setItem(KEY, JSON.stringify(this.#muted));
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
