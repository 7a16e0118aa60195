// The known facts of a game apart from its moves: players, date, rules, result.

import { shownName } from '../game/player_name.js';
import { clockText, day } from '../ui/time_text.js';
import { setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';

/** @typedef {import('./records.js').Recorded} Recorded */

/** @param {Recorded} record */
export const strips = ({ players, result }) => ({
  first: { name: players.first, won: result === 'first' },
  second: { name: players.second, won: result === 'second' },
});

/**
 * The facts that a record of the game states.
 *
 * @param {Recorded} record
 */
export function factsOf({ players: { first, second }, date, result, reason }) {
  /** @type {Record<string, string>} */
  const facts = {};
  for (const [key, value] of Object.entries({ first, second, date, result, reason })) if (value) facts[key] = value;
  return facts;
}

/**
 * Writes the head of the page.
 *
 * @param {import('./subject.js').Subject} subject
 * @param {import('../game/names.js').Names} names
 * @param {import('./frame.js').Frame} frame
 */
export function writeFacts({ record, clock, sample }, names, { 'game-name': title, 'game-detail': detail, again }) {
  // A date without a time is that day wherever the visitor is, not midnight in UTC.
  const date = new Date((record.date ?? '').replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00'));
  const when = Number.isNaN(date.getTime()) ? (record.date ?? '') : day(date);
  setText(title, names.title);
  setText(
    detail,
    [sample ? t('game.sample') : '', names.setting(record.options), clock && !sample ? clockText(clock) : '', when]
      .filter(Boolean)
      .join(' · '),
  );
  again.setAttribute('href', `/#${record.game}`);
  again.hidden = location.pathname === '/local';
  const players = [record.players.first, record.players.second].map(shownName).filter(Boolean).join(' – ') || t('analysis.free');
  document.title = `${names.title} · ${players} · ${t('site.name')}`;
}
