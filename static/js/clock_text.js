// @ts-check
// A clock's setting in words.

import { t } from './i18n/i18n.js';

/** @param {import('./net/protocol.js').WireClock} clock */
export function clockText(clock) {
  if (clock.kind === 'none') return t('clock.none');
  const { initial = clock.main ?? 0, increment: count = 0, period = 0, periods = 0 } = clock;
  const minutes = initial / 60;
  const stock =
    minutes < 1 ? t('clock.seconds', { count: initial }) : t('clock.minutes', { count: Number(minutes.toFixed(1)) });
  const and = t('clock.and');
  if (!period) return stock + and + t('clock.seconds', { count });
  return [initial > 0 && stock, t('clock.byoyomi', { period, periods })].filter(Boolean).join(and);
}
