// @ts-check
// Lets be heard what happens in a match.

import { heardBetween, play } from '../sound.js';
import { isLow, shownTime } from './clock.js';

export class Ear {
  /** @type {import('../sound.js').Moment | null} */
  #moment = null;

  /**
   * Lets be heard what happened since the last time.
   *
   * @param {import('./session.js').Session} session
   * @param {import('./names.js').Names} names
   */
  listen({ state: { match, clock, seat }, timeline, time }, names) {
    if (!match || !timeline) return;
    const { captures, check } = timeline.last;
    const running = clock !== null && seat !== null && clock.running === seat;
    const now = {
      ply: timeline.ply,
      over: match.state === 'over',
      low: running && isLow(shownTime(clock, seat, time.at(Date.now()))),
      taken: captures.length > 0,
      check,
      shape: names.game.shape,
    };
    heardBetween(this.#moment, now).forEach(play);
    this.#moment = now;
  }
}
