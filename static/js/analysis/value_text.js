// The value of a position in words or figures.

import { t } from '../i18n/i18n.js';

/** Beyond this one side is so far ahead that a figure means little. */
const FAR = 1_500;

/**
 * The written value of a position: pieces ahead, or the number of actions to the win and its side.
 *
 * @param {import('../game/searcher.js').Line} line
 * @param {import('../games/index.js').Side} turn whose view it is
 * @param {import('../game/names.js').Names} names
 */
export function valueText({ score, win_in: wins }, turn, names) {
  if (wins !== null) {
    const winner = wins > 0 === (turn === 'first') ? 'first' : 'second';
    return t('value.wins', { side: names.side(winner), count: Math.abs(wins) });
  }
  const value = turn === 'first' ? score : -score;
  if (Math.abs(value) >= FAR) return t('value.ahead', { side: names.side(value > 0 ? 'first' : 'second') });
  const tenths = Math.round(value / 10);
  return `${tenths > 0 ? '+' : tenths < 0 ? '−' : ''}${(Math.abs(tenths) / 10).toFixed(1)}`;
}
