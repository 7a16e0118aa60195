// The vacations in a correspondence game, and their ends: next to the board, for both players and spectators.

import { dayAndTime } from '../ui/time_text.js';
import { style } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { h, show, signal } from '../ui/view.js';

/** @typedef {import('../net/protocol.js').Side} Side */

/**
 * The sides that are on vacation, and until when.
 *
 * @param {import('../game/clock.js').ClockReading | null} clock
 * @returns {[Side, number][]}
 */
export const away = (clock) =>
  /** @type {Side[]} */ (['first', 'second']).flatMap((side) => {
    const until = clock?.vacation?.[side];
    return until ? [[side, until]] : [];
  });

/**
 * @param {HTMLElement} host
 * @param {import('./store.js').MatchStore} store
 */
export function showVacation(host, { moment }) {
  host.className = 'grace vacation';
  host.role = 'status';
  host.dataset.testid = 'on-vacation';
  const end = signal(/** @type {HTMLElement | null} */ (null));
  let isAsked = false;
  const ask = async () => {
    isAsked = true;
    const loaded = await load(() => Promise.all([import('../people/vacation_view.js'), style('css/people.css')]));
    // The match informs the page that it is over.
    end.value = loaded?.[0].vacationButton('end', async () => undefined) ?? null;
  };
  show(host, () => {
    if (!moment.value) return null;
    const { match, page } = moment.value;
    const { clock, seat } = page.state;
    const sides = match.state === 'live' ? away(clock) : [];
    host.hidden = sides.length === 0;
    if (sides.length > 0 && !isAsked) ask();
    const button = end.value;
    return (
      button &&
      sides.map(([side, until]) => {
        const day = dayAndTime(until);
        if (side !== seat) return h('p', {}, t('vacation.they', { name: playerName(match.players[side]), day }));
        const fill = (/** @type {Element} */ place) => place.contains(button) || place.append(button);
        return [h('p', {}, t('vacation.you', { day })), h('div', { ref: fill })];
      })
    );
  });
}
