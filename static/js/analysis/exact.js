// The values of tables, in words and as badges on the board.

import { ranked, winIn } from '../game/truth.js';
import { t } from '../i18n/i18n.js';

/** @typedef {import('../games/index.js').Side} Side */
/** @typedef {import('../game/truth.js').Known} Known */
/** @typedef {import('../../board/config.js').Note} Note */

const TONES = /** @type {const} */ ({ win: 'good', draw: 'even', loss: 'bad' });

/**
 * The value of an action or a position, in words.
 *
 * @param {Pick<Known, 'value' | 'distance'>} known
 * @param {Side} turn whose view it is
 * @param {import('../game/names.js').Names} names
 */
export function exactText(known, turn, names) {
  const wins = winIn(known);
  if (wins === null) return t('result.draw');
  const winner = wins > 0 === (turn === 'first') ? 'first' : 'second';
  return t('value.wins', { side: names.side(winner), count: Math.abs(wins) });
}

/**
 * The notes of a board: for each action whether it wins and in how many actions (`+7`), draws (`=`) or loses (`−6`).
 *
 * @param {import('../game/truth.js').Truth} truth
 * @param {Side} turn who acts
 * @param {import('../game/names.js').Names} names
 * @returns {Note[]} the best first
 */
export const exactNotes = (truth, turn, names) =>
  ranked(truth).map((known) => ({
    action: known.action,
    badge: known.value === 'draw' ? '=' : `${known.value === 'win' ? '+' : '−'}${known.distance}`,
    text: exactText(known, turn, names),
    tone: TONES[known.value],
  }));
