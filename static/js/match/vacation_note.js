// Who is on vacation in a game by days, and until when: beside the board, for both players and whoever watches.

import { dayAndTime } from '../ui/time_text.js';
import { h, style } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';

/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */
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

export class VacationNote {
  #place = h('div', { class: 'grace vacation', role: 'status', 'data-testid': 'on-vacation', hidden: true });
  #shown = '';

  /** @param {Element} host */
  constructor(host) {
    // Whose turn it is stays the first to be read.
    host.querySelector('.verdict-head')?.after(this.#place);
  }

  /**
   * @param {Snapshot} match
   * @param {import('../game/clock.js').ClockReading | null} clock
   * @param {Side | null} seat
   */
  async draw(match, clock, seat) {
    const sides = match.state === 'live' ? away(clock) : [];
    const wanted = JSON.stringify([sides, seat, match.players.first?.name, match.players.second?.name]);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.#place.hidden = sides.length === 0;
    if (sides.length === 0) return;
    const loaded = await load(() => Promise.all([import('../people/vacation_view.js'), style('css/people.css')]));
    if (!loaded || wanted !== this.#shown) return;
    const [{ vacationButton }] = loaded;
    this.#place.replaceChildren(
      ...sides.flatMap(([side, until]) => {
        const day = dayAndTime(until);
        // The page is told that it is over by the match.
        if (side === seat) return [h('p', {}, t('vacation.you', { day })), vacationButton('end', async () => undefined)];
        return [h('p', {}, t('vacation.they', { name: playerName(match.players[side]), day }))];
      }),
    );
  }
}
