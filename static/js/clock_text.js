// @ts-check
// A clock's setting in words.

import { t } from './i18n/i18n.js';

/** @param {import('./net/protocol.js').ClockSetting} clock */
export function clockText(clock) {
  if (clock.kind === 'none') return t('clock.none');
  const initial = clock.kind === 'fischer' ? clock.initial : clock.main;
  const minutes = initial / 60;
  const stock =
    minutes < 1 ? t('clock.seconds', { count: initial }) : t('clock.minutes', { count: Number(minutes.toFixed(1)) });
  const and = t('clock.and');
  if (clock.kind === 'fischer') return stock + and + t('clock.seconds', { count: clock.increment });
  const { period, periods } = clock;
  return [initial > 0 && stock, t('clock.byoyomi', { period, periods })].filter(Boolean).join(and);
}
