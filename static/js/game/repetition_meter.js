// The repetition meter: how often a position has stood or would stand after an action, and what
// the rules do about it.

import { keyIn, t } from '../i18n/i18n.js';

/**
 * As the engine reports it.
 *
 * @typedef {object} Recurrence
 * @property {number} occurrences
 * @property {number} limit the occurrence at which the rules step in
 * @property {'draw' | 'refused' | 'lost_by_checker' | 'lost_by_chaser' | 'continues'} effect the effect of the rules then
 * @property {import('../games/index.js').Side | null} checker whose perpetual check decides that
 * @property {import('../games/index.js').Side | null} chaser whose perpetual chase decides it
 */

/**
 * The position that an action would restore; null if its position is new.
 *
 * @param {import('./timeline.js').Timeline} timeline
 * @param {string} action
 * @returns {Recurrence | null}
 */
export function recurrence({ game }, action) {
  if (game.occurrences_after(action) < 2) return null;
  return JSON.parse(game.recurrence_after(action) ?? 'null');
}

/**
 * @param {Recurrence} recurrence
 * @param {import('./names.js').Names} names
 */
export function meterText({ occurrences, limit, effect, checker, chaser }, names) {
  const kind = checker ? 'perpetual' : chaser ? 'chase' : 'repetition';
  const side = checker ?? chaser;
  const now = occurrences >= limit ? '.now' : '';
  return `${t(keyIn(`meter.${kind}`, names.game.id), { count: occurrences, limit })} · ${t(`meter.${effect}${now}`, { side: side ? names.side(side) : '' })}`;
}

/**
 * How often the position on the board has occurred, this time included.
 *
 * @param {import('./timeline.js').Timeline} timeline
 * @returns {number}
 */
export function occurrences({ game }) {
  return JSON.parse(game.recurrence()).occurrences;
}

/**
 * How often the position on the board has stood, if not for the first time.
 *
 * @param {import('./timeline.js').Timeline} timeline
 * @param {number} occurrences
 * @param {import('./names.js').Names} names
 */
export function standingText({ game }, occurrences, names) {
  if (occurrences < 2) return '';
  return meterText({ ...JSON.parse(game.recurrence()), occurrences }, names);
}

/**
 * The board's note on an action that would restore a position.
 *
 * @param {import('./timeline.js').Timeline} timeline
 * @param {string} action
 * @param {import('./names.js').Names} names
 */
export function noteOf(timeline, action, names) {
  const found = recurrence(timeline, action);
  return found && { badge: `${found.occurrences}/${found.limit}`, text: meterText(found, names) };
}
