// Draws the clocks when their reading changes, and no more often.

import { shownGrace, shownTime, untilChange } from '../game/clock.js';
import { effect } from '../ui/view.js';

export class ClockHands {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {() => {clock: import('../game/clock.js').ClockReading | null, now: number}} read the last reading, and the server's time
   * @param {(clock: import('../game/clock.js').ClockReading | null, now: number) => void} draw
   */
  constructor(read, draw) {
    this.read = read;
    this.draw = draw;
  }

  /** Draws now, and again when the text of the running clock changes; one that has run out does not any more. */
  move() {
    clearTimeout(this.#timer);
    const { clock, now } = this.read();
    this.draw(clock, now);
    const grace = shownGrace(clock, now);
    // A grace is counted in seconds, as byoyomi is.
    const running = grace ? { ms: grace.ms, periods: 1 } : clock?.running ? shownTime(clock, clock.running, now) : null;
    const wait = running && untilChange(running);
    if (wait !== null) this.#timer = setTimeout(() => this.move(), wait);
  }
}

/**
 * Shows the clocks of a match, from each of its moments on.
 *
 * @param {import('./session.js').Session} session
 * @param {import('./store.js').MatchStore} store
 */
export function showClock(session, { clock, moment }) {
  const hands = new ClockHands(
    () => ({ clock: session.state.clock, now: session.time.at(Date.now()) }),
    (reading, now) => (clock.value = { reading, now }),
  );
  effect(() => {
    if (moment.value) hands.move();
  });
}
