// How long a side still has for its first action, before the match is aborted.

import { longTime } from '../ui/time_text.js';
import { t } from '../i18n/i18n.js';
import { shownGrace } from '../game/clock.js';

/** A longer grace, in seconds, is shown in hours and days: in live games it is 120 at the most. */
const COUNTED = 600;

/**
 * @param {import('../game/clock.js').ClockReading | null} clock
 * @param {import('../games/index.js').Side | null} seat
 * @param {import('../game/names.js').Names} names
 * @param {number} serverNow
 */
export function graceText(clock, seat, names, serverNow) {
  const grace = shownGrace(clock, serverNow);
  if (!grace) return '';
  const [key, side] = [grace.side === seat ? 'grace.you' : 'grace.they', names.side(grace.side)];
  // Correspondence needs no seconds.
  return grace.seconds > COUNTED ? t(`${key}.days`, { side, left: longTime(grace.ms) }) : t(key, { side, count: grace.seconds });
}
