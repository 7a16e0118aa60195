// The times of the clocks. The server measures time; this only counts on from its last word.

/** @typedef {import('../games/index.js').Side} Side */

/**
 * @typedef {object} ClockReading
 * @property {number} first milliseconds left, with byoyomi those of all periods among them
 * @property {number} second
 * @property {Side | null} running
 * @property {{side: Side, left: number} | null} [grace] who has yet to act for the first time, and for how long they may
 * @property {{first?: number, second?: number}} [vacation] until when each side is on vacation
 * @property {number} [credit] milliseconds credited in the match so far
 * @property {number} at the server's time the reading was taken at
 * @property {number} [period] seconds of a period of byoyomi
 * @property {number} [periods]
 */

/**
 * The reading of a clock.
 *
 * @typedef {object} Shown
 * @property {number} ms milliseconds of the main time or of the present period
 * @property {number} periods how many are left with the present one; 0 outside byoyomi
 */

/**
 * The reading of a side's clock.
 *
 * @param {ClockReading} reading
 * @param {Side} side
 * @param {number} serverNow
 * @returns {Shown}
 */
export function shownTime(reading, side, serverNow) {
  const { period = 0, periods = 0 } = reading;
  const spent = reading.running === side ? Math.max(0, serverNow - reading.at) : 0;
  const left = Math.max(0, reading[side] - spent);
  const main = left - period * periods * 1000;
  if (main > 0 || left === 0) return { ms: Math.max(0, main), periods: 0 };
  const whole = period * 1000;
  return { ms: ((left - 1) % whole) + 1, periods: Math.ceil(left / whole) };
}

/**
 * How many seconds, begun ones counted, a side has left for its first action.
 *
 * @param {ClockReading | null} reading
 * @param {number} serverNow
 * @returns {{side: Side, seconds: number, ms: number} | null} null where no grace runs
 */
export function shownGrace(reading, serverNow) {
  if (!reading?.grace) return null;
  const ms = Math.max(0, reading.grace.left - Math.max(0, serverNow - reading.at));
  return { side: reading.grace.side, seconds: Math.ceil(ms / 1000), ms };
}

/** From here on the seconds of a period, or of a grace, are counted aloud. */
const COUNTED = 10;

/**
 * The second that is to be counted aloud for a side; null for none.
 *
 * @param {ClockReading | null} reading
 * @param {Side | null} side
 * @param {number} serverNow
 */
export function countedSecond(reading, side, serverNow) {
  if (!reading || !side) return null;
  const grace = shownGrace(reading, serverNow);
  const period = reading.running === side ? shownTime(reading, side, serverNow) : null;
  const seconds = grace?.side === side ? grace.seconds : period?.periods ? Math.ceil(period.ms / 1000) : 0;
  return seconds > 0 && seconds <= COUNTED ? seconds : null;
}

/**
 * Whether a running clock is shown in alarm.
 *
 * @param {Shown} shown
 */
export const isLow = ({ ms, periods }) => ms < (periods ? 10_000 : 20_000);

/** From here on the rest is shown in days and hours, as only correspondence clocks have it. */
export const DAY = 86_400_000;

/** Below this main time is shown with tenths of a second. */
const TENTHS = 20_000;

/**
 * `1:02:03`, `5:03`, and with tenths below twenty seconds `0:09.4`.
 *
 * @param {number} ms
 */
export function formatClock(ms) {
  if (ms < TENTHS) {
    const tenths = Math.floor(ms / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, '0')}.${tenths % 10}`;
  }
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/**
 * The reading of a clock, as text. In byoyomi the seconds begun of the period and the number of periods left, `30 ×3`: the voice
 * counts these seconds aloud.
 *
 * @param {Shown} shown
 */
export const clockFace = ({ ms, periods }) => (periods ? `${Math.ceil(ms / 1000)} ×${periods}` : formatClock(ms));

/**
 * How long until the shown text changes, so that the page draws no more often; null for a clock that has run out, which
 * changes no more.
 *
 * @param {Shown} shown
 */
export function untilChange({ ms, periods }) {
  if (ms <= 0) return null;
  if (periods) return ((ms - 1) % 1000) + 1;
  if (ms >= DAY) return (ms % 3_600_000) + 1;
  return ms < TENTHS ? (ms % 100) + 1 : (ms % 1000) + 1;
}

/** By how many milliseconds an exchange counts as less exact with each that comes after it: clocks drift, and are set. */
const AGING = 5;

/**
 * The difference between the server's clock and ours, from exchanges of which the one with the
 * shortest round trip is the most exact.
 */
export class ServerTime {
  #offset = 0;
  #roundTrip = Infinity;

  /**
   * @param {number} serverNow
   * @param {number} localNow
   * @param {number} [roundTrip] milliseconds; unknown for a message that was not asked for
   */
  note(serverNow, localNow, roundTrip) {
    if (roundTrip === undefined) {
      if (this.#roundTrip === Infinity) this.#offset = serverNow - localNow;
      return;
    }
    if (roundTrip > this.#roundTrip) this.#roundTrip += AGING;
    // Negative where our clock was set in between.
    else if (roundTrip >= 0) {
      this.#roundTrip = roundTrip;
      this.#offset = serverNow - (localNow - roundTrip / 2);
    }
  }

  /** @param {number} localNow */
  at(localNow) {
    return localNow + this.#offset;
  }
}
