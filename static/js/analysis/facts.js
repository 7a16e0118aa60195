// @ts-check
// What is known of a game besides its moves: who played, when, under which rules, how it ended.

import { shownName } from '../game/player_name.js';
import { clockText } from '../clock_text.js';
import { byId, setText } from '../dom.js';
import { language, t } from '../i18n/i18n.js';

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
 */
export function writeFacts({ record, clock, sample }, names) {
  const date = record.date ? new Date(record.date) : null;
  const day = date && !Number.isNaN(date.getTime()) ? date.toLocaleDateString(language(), { dateStyle: 'long' }) : (record.date ?? '');
  setText(byId('game-name'), names.title);
  setText(byId('game-detail'), [sample ? t('game.sample') : '', names.setting(record.options), clock && !sample ? clockText(clock) : '', day].filter(Boolean).join(' · '));
  byId('again').setAttribute('href', `/#${record.game}`);
  byId('again').hidden = location.pathname === '/local';
  const players = [record.players.first, record.players.second].map(shownName).filter(Boolean).join(' – ') || t('analysis.free');
  document.title = `${names.title} · ${players} · ${t('site.name')}`;
}
