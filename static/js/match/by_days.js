// @ts-check
// What a table has besides in a game by days: the link of each moment, plans, and who is on vacation.

import { isByLink, TurnLink } from './turn_link.js';
import { VacationNote } from './vacation_note.js';

export class ByDays {
  /** @type {TurnLink | null} */
  #link = null;

  /**
   * @param {string} id
   * @param {Element} host
   * @param {() => Promise<import('../net/api.js').GameInfo | undefined>} info of the game
   */
  constructor(id, host, info) {
    this.id = id;
    this.host = host;
    this.info = info;
    this.note = new VacationNote(host);
  }

  /**
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {import('./state.js').MatchState} state
   * @param {import('../net/protocol.js').Side} other whom the link is sent to
   */
  draw(match, { clock, seat }, other) {
    this.note.draw(match, clock, seat);
    if (!isByLink(match)) return;
    this.#link ??= new TurnLink(this.id, this.host, this.info);
    this.#link.draw(match, seat, other);
  }
}
