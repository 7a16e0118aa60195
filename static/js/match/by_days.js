// The additional parts of a correspondence table: the link of each moment, plans, and vacations; and in any game
// that both have paused, the end of the pause.

import { showPause } from './pause_note.js';
import { showTurnLink } from './turn_link.js';
import { showVacation } from './vacation_note.js';

/**
 * @param {Element} verdict
 * @param {import('./store.js').MatchStore} store
 * @param {Pick<import('./acts.js').Acts, 'resume' | 'info'>} acts
 */
export function showByDays(verdict, store, { resume, info }) {
  // Whose turn it is stays the first to be read.
  const place = () => {
    const made = document.createElement('div');
    verdict.querySelector('.verdict-head')?.after(made);
    return made;
  };
  showVacation(place(), store);
  showPause(place(), store, resume);
  const links = document.createElement('div');
  verdict.after(links);
  showTurnLink(links, store, info);
}
