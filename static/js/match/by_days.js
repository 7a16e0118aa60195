// What a table has besides in a game by days: the link of each moment, plans, and who is on vacation; and in any game
// that both have paused, until when it is.

import { PauseNote } from './pause_note.js';
import { isByLink, TurnLink } from './turn_link.js';
import { VacationNote } from './vacation_note.js';

export class ByDays {
  /** @type {TurnLink | null} */
  #link = null;

  /**
   * @param {Pick<import('./session.js').Session, 'id' | 'command'>} session
   * @param {Element} host
   * @param {() => Promise<import('../net/api.js').GameInfo | undefined>} info of the game
   * @param {() => void} changed it is to be drawn
   */
  constructor(session, host, info, changed) {
    this.id = session.id;
    this.host = host;
    this.info = info;
    this.changed = changed;
    this.note = new VacationNote(host);
    this.pause = new PauseNote(host, () => session.command('resume'));
  }

  /**
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {import('./state.js').MatchState} state
   * @param {import('../net/protocol.js').Side} other whom the link is sent to
   * @param {(ply: number) => string} written the action of a ply
   */
  draw(match, { clock, seat }, other, written) {
    this.note.draw(match, clock, seat);
    this.pause.draw(match, seat);
    if (!isByLink(match)) return;
    this.#link ??= new TurnLink(this.id, this.host, this.info, this.changed);
    this.#link.draw(match, seat, other, written);
  }
}
