// Times in words: a clock's setting, the rest of a turn; and days and numbers in the visitor's format.

import { language, LANGUAGES, t } from '../i18n/i18n.js';

/** @param {import('../net/protocol.js').ClockSetting} clock */
export function clockText(clock) {
  if (clock.kind === 'none') return t('clock.none');
  if (clock.kind === 'correspondence') return t(clock.days === 1 ? 'clock.day' : 'clock.days', { count: clock.days });
  const initial = clock.kind === 'fischer' ? clock.initial : clock.main;
  const minutes = initial / 60;
  const stock = minutes < 1 ? t('clock.seconds', { count: initial }) : t('clock.minutes', { count: Number(minutes.toFixed(1)) });
  const and = t('clock.and');
  if (clock.kind === 'fischer') return clock.increment > 0 ? stock + and + t('clock.seconds', { count: clock.increment }) : stock;
  const { period, periods } = clock;
  return [initial > 0 && stock, t(periods > 1 ? 'clock.byoyomi' : 'clock.byoyomi.once', { period, periods })]
    .filter(Boolean)
    .join(and);
}

const HOUR = 3_600_000;

/**
 * A long time in words, by whole days and hours: the rest of a correspondence turn.
 *
 * @param {number} ms
 */
export function longTime(ms) {
  const hours = Math.floor(ms / HOUR);
  if (hours >= 24) return t('clock.left.days', { days: Math.floor(hours / 24), hours: hours % 24 });
  return hours > 0 ? t('clock.left.hours', { hours }) : t('clock.minutes', { count: Math.max(0, Math.floor(ms / 60_000)) });
}

/** The visitor's form of the page's language. */
const tag = () =>
  navigator.languages.find((known) => known.startsWith(language())) ?? LANGUAGES.find(({ id }) => id === language())?.tag;

/**
 * A day, in the visitor's time and form.
 *
 * @param {number | Date} moment
 * @param {'short'} [timeStyle] that of the time of the day, where that is wanted, too
 */
export const day = (moment, timeStyle) => new Date(moment).toLocaleString(tag(), { dateStyle: 'medium', timeStyle });

/** @param {number} moment such as the end of a vacation */
export const dayAndTime = (moment) => day(moment, 'short');

/** A count, as the visitor writes it. @param {number} count */
export const number = (count) => count.toLocaleString(tag());
