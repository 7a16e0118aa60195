// The chat of a match, apart from muted players, and how much of it was seen. Nothing here draws.

import { Muted } from './muted.js';

/** @typedef {import('../net/protocol.js').ChatLine} ChatLine */
/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */

export class Talk {
  muted = new Muted();
  /** The last line that was in sight. @type {number | null} */
  #seen = null;

  /**
   * The lines to show, and one of each who is muted.
   *
   * @param {Snapshot} match
   */
  lines(match) {
    const said = match.chat.filter((line) => !this.muted.has(match, line));
    const rest = match.chat.filter((line) => !said.includes(line));
    return { said, silent: [...new Map(rest.map((line) => [`${line.by} ${line.name}`, line])).values()] };
  }

  /**
   * The lines of others that came while the chat was not looked at.
   *
   * @param {Snapshot} match
   * @param {import('../games/index.js').Side | null} seat
   * @param {boolean} inSight whether the visitor sees the talk
   */
  unseen(match, seat, inSight) {
    const { said } = this.lines(match);
    const last = said.at(-1)?.seq ?? 0;
    if (this.#seen === null || (last > this.#seen && inSight)) this.#seen = last;
    return said.filter(({ seq, by }) => seq > (this.#seen ?? last) && (seat === null || by !== seat));
  }
}
