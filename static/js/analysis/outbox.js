// Commands of this page to a shared tree: each is sent again until it is answered.

import { commandId } from '../net/protocol.js';

/** @typedef {{type: string} & Record<string, unknown>} Message */

/** The time after which a command is sent again that was one too many, in milliseconds. */
const AGAIN_AFTER = 1_500;

export class Outbox {
  /** @type {Map<string, Message & {id: string}>} */
  #commands = new Map();

  /** @param {(command: Message & {id: string}) => void} send */
  constructor(send) {
    this.send = send;
  }

  get isEmpty() {
    return this.#commands.size === 0;
  }

  /** @param {Message} message */
  add(message) {
    const command = { ...message, id: commandId() };
    this.#commands.set(command.id, command);
    this.send(command);
  }

  /** Sends all that wait, over a new connection. */
  sendAll() {
    for (const command of this.#commands.values()) this.send(command);
  }

  /** Sends a command again after a while. @param {string} id @returns {boolean} whether there is such a command */
  sendLater(id) {
    const command = this.#commands.get(id);
    if (command) setTimeout(() => this.send(command), AGAIN_AFTER);
    return Boolean(command);
  }

  /** @param {string} id */
  answered(id) {
    this.#commands.delete(id);
  }
}
