// @ts-check
// Lets be heard what happens in a match.

import { heardBetween, play } from '../sound.js';
import { countedSecond, isLow, shownTime } from './clock.js';

export class MatchSounds {
  /** @type {import('../sound.js').Moment | null} */
  #moment = null;

  /**
   * Lets be heard what happened since the last time.
   *
   * @param {import('./session.js').Session} session
   * @param {import('../game/names.js').Names} names
   */
  listen({ state: { match, clock, seat }, timeline, time }, names) {
    if (!match || !timeline) return;
    const { captures, check } = timeline.last;
    const running = clock !== null && seat !== null && clock.running === seat;
    const serverNow = time.at(Date.now());
    const now = {
      ply: timeline.ply,
      over: match.state === 'over',
      low: running && isLow(shownTime(clock, seat, serverNow)),
      taken: captures.length > 0,
      check,
      shape: names.game.shape,
      begun: match.state !== 'open',
      second: countedSecond(clock, seat, serverNow),
    };
    heardBetween(this.#moment, now).forEach(play);
    this.#moment = now;
  }
}
