// The two strips with the players: who, which side, whether they are there, and the clock.

import { longTime } from '../ui/time_text.js';
import { h, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { clockFace, DAY, isLow } from './clock.js';

/** @typedef {import('../net/protocol.js').Side} Side */

/**
 * What a strip shows.
 *
 * @typedef {object} Strip
 * @property {Side} side
 * @property {string} sideName
 * @property {import('../games/index.js').Tint} tint
 * @property {string | null} name null for a free seat
 * @property {string | null} [id] of the player, whose page the name leads to
 * @property {string} [face] of a computer player, one character
 * @property {boolean} you
 * @property {boolean | null} present null where it does not matter
 * @property {boolean} turn
 * @property {boolean} [won]
 * @property {string} [away] that the player is not there, and since when
 * @property {string} [claim] when the opponent can claim the game for that
 * @property {string} detail
 * @property {string} [taken] what the player has taken, in few characters
 * @property {string} [takenLabel] the same in words
 * @property {string} [said] what the player has said where it is not seen
 * @property {string} credit seconds that were credited; empty for none
 */

export class PlayerStrip {
  #shown = '';
  #clock = h('span', { class: 'clock', role: 'timer', hidden: true });

  /** @param {Element} host */
  constructor(host) {
    this.host = host;
  }

  /** @param {Strip} strip */
  draw(strip) {
    const shown = JSON.stringify(strip);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.host.className = `player${strip.turn ? ' player--turn' : ''}${strip.won ? ' player--won' : ''}`;
    this.host.setAttribute('data-side', strip.side);
    this.#clock.setAttribute('data-testid', `clock-${strip.side}`);
    this.#clock.setAttribute('aria-label', t('clock.of', { side: strip.sideName }));
    const name = strip.name ?? t('match.empty');
    const focused = this.host.contains(document.activeElement);
    const details = strip.said
      ? [t('say.quote', { text: strip.said })]
      : [strip.claim, strip.detail, strip.you && t('match.you'), strip.sideName, strip.won && t('result.won')];
    this.host.replaceChildren(
      h('span', { class: `tint tint--${strip.name === null ? 'hollow' : strip.tint}`, 'aria-hidden': 'true' }),
      ...(strip.face ? [h('span', { class: 'face', lang: 'ja', 'aria-hidden': 'true' }, strip.face)] : []),
      h(
        'span',
        { class: 'player-who' },
        h(
          'span',
          { class: 'player-name' },
          strip.id ? h('a', { href: `/people/${strip.id}`, target: '_blank' }, name) : h('span', {}, name),
          this.#presence(strip.present),
          this.#credit(strip.credit),
          strip.away && h('span', { class: 'player-away' }, strip.away),
        ),
        h(
          'span',
          { class: strip.said ? 'player-detail player-said' : 'player-detail' },
          details.filter(Boolean).join(' · '),
          strip.taken && !strip.said
            ? h('span', { class: 'player-taken', role: 'img', 'aria-label': strip.takenLabel }, strip.taken)
            : null,
        ),
      ),
      this.#clock,
    );
    if (focused) this.host.querySelector('a')?.focus();
  }

  /** @param {string} seconds */
  #credit(seconds) {
    if (!seconds) return null;
    const title = t('clock.credit', { seconds });
    return h('span', { class: 'clock-credit', title, 'data-testid': 'credit' }, `+${t('clock.seconds', { count: seconds })}`);
  }

  /** @param {boolean | null} present */
  #presence(present) {
    if (present === null) return null;
    const text = present ? t('match.present') : t('match.away');
    return h('span', {
      class: present ? 'presence' : 'presence presence--away',
      title: text,
      role: 'img',
      'aria-label': text,
    });
  }

  /**
   * @param {import('./clock.js').Shown | null} shown null without a clock
   * @param {boolean} running
   */
  drawClock(shown, running) {
    this.#clock.hidden = shown === null;
    if (shown === null) return;
    setText(this.#clock, shown.ms >= DAY ? longTime(shown.ms) : clockFace(shown));
    this.#clock.className = `clock${running ? ' clock--running' : ''}${running && isLow(shown) ? ' clock--low' : ''}`;
  }
}
