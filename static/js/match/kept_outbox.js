// The unanswered actions and chat lines of a match, in the tab's storage: a phone
// that discards the page and loads it again loses none. Their ids make it safe to send them twice,
// and an action names the ply that it answers.

import { tabStorage } from './tab_storage.js';

/** @typedef {import('./outbox.js').Command} Command */

/** The stored commands. An offer or a resignation is not stored: minutes later it may not be meant any more. */
const KEPT = new Set(['play', 'chat']);

export class KeptOutbox {
  #key;
  #written = '[]';

  /**
   * @param {string} id of the match
   * @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null} [storage] null where there is none
   */
  constructor(id, storage = tabStorage()) {
    this.#key = `yiguan.outbox.${id}`;
    this.storage = storage;
  }

  /** @returns {Command[]} */
  read() {
    try {
      this.#written = this.storage?.getItem(this.#key) ?? '[]';
      const messages = JSON.parse(this.#written);
      if (!Array.isArray(messages)) return [];
      return messages
        .filter((message) => KEPT.has(message?.type) && typeof message.id === 'string')
        .map((message) => ({ message, sent: false }));
    } catch {
      return [];
    }
  }

  /** @param {readonly Command[]} outbox */
  write(outbox) {
    const text = JSON.stringify(outbox.map(({ message }) => message).filter(({ type }) => KEPT.has(type)));
    if (text === this.#written) return;
    this.#written = text;
    try {
      if (text === '[]') this.storage?.removeItem(this.#key);
      else this.storage?.setItem(this.#key, text);
    } catch {
      // Storage may be full; the commands on their way are then in memory alone.
    }
  }
}
