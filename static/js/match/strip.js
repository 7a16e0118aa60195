// The strip of a player: who, which side, whether they are there, and the clock.

import { t } from '../i18n/i18n.js';
import { setText } from '../ui/dom.js';
import { longTime } from '../ui/time_text.js';
import { effect, h, show } from '../ui/view.js';
import { clockFace, DAY, isLow } from '../game/clock.js';

/** @typedef {import('../net/protocol.js').Side} Side */

/**
 * The content of a strip.
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
 * @property {string} [taken] the player's captures, in few characters
 * @property {string} [takenLabel] the same in words
 * @property {string} [said] the player's last chat line where the chat is not seen
 * @property {string} credit seconds that were credited; empty for none
 */

/** @typedef {{shown: import('../game/clock.js').Shown, running: boolean}} Hand the reading of a strip's clock */

/**
 * Shows a strip as it is to be, and is again when the signals change that are read for it.
 *
 * @param {HTMLElement} host
 * @param {() => Strip | null} read
 * @param {() => Hand | null} [readClock] null without a clock
 */
export function showStrip(host, read, readClock = () => null) {
  /** The clock runs by itself, also when other views fail. @type {(() => void) | undefined} */
  let goes;
  const wind = (/** @type {HTMLElement} */ clock) => (goes ??= effect(() => drawClock(clock, readClock())));
  show(host, () => {
    const strip = read();
    if (!strip) return null;
    host.className = `player${strip.turn ? ' player--turn' : ''}${strip.won ? ' player--won' : ''}`;
    host.dataset.side = strip.side;
    const hollow = strip.name === null;
    const name = strip.name ?? t('match.empty');
    return [
      h('span', { key: 'tint', class: `tint tint--${hollow ? 'hollow' : strip.tint}`, 'aria-hidden': 'true' }),
      strip.face && h('span', { key: 'face', class: 'face', lang: 'ja', 'aria-hidden': 'true' }, strip.face),
      h(
        'span',
        { key: 'who', class: 'player-who' },
        h(
          'span',
          { key: 'name', class: 'player-name' },
          strip.id ? h('a', { href: `/people/${strip.id}`, target: '_blank' }, name) : h('span', { key: 'name' }, name),
          strip.present !== null && presence(strip.present),
          strip.credit && credit(strip.credit),
          strip.away && h('span', { key: 'away', class: 'player-away' }, strip.away),
        ),
        detail(strip),
      ),
      h('span', {
        key: 'clock',
        class: 'clock',
        role: 'timer',
        hidden: true,
        'data-testid': `clock-${strip.side}`,
        'aria-label': t('clock.of', { side: strip.sideName }),
        ref: wind,
      }),
    ];
  });
}

/** @param {Strip} strip */
function detail(strip) {
  if (strip.said) return h('span', { key: 'said', class: 'player-detail player-said' }, t('say.quote', { text: strip.said }));
  const details = [strip.claim, strip.detail, strip.you && t('match.you'), strip.sideName, strip.won && t('result.won')];
  return h(
    'span',
    { key: 'detail', class: 'player-detail' },
    details.filter(Boolean).join(' · '),
    strip.taken && h('span', { class: 'player-taken', role: 'img', 'aria-label': strip.takenLabel }, strip.taken),
  );
}

/** @param {string} seconds */
const credit = (seconds) =>
  h(
    'span',
    { key: seconds, class: 'clock-credit', title: t('clock.credit', { seconds }), 'data-testid': 'credit' },
    `+${t('clock.seconds', { count: seconds })}`,
  );

/** @param {boolean} present */
function presence(present) {
  const text = present ? t('match.present') : t('match.away');
  const kind = present ? 'presence' : 'presence presence--away';
  return h('span', { key: 'presence', class: kind, title: text, role: 'img', 'aria-label': text });
}

/**
 * @param {HTMLElement} clock
 * @param {Hand | null} hand
 */
function drawClock(clock, hand) {
  clock.hidden = hand === null;
  if (hand === null) return;
  const { shown, running } = hand;
  setText(clock, shown.ms >= DAY ? longTime(shown.ms) : clockFace(shown));
  clock.className = `clock${running ? ' clock--running' : ''}${running && isLow(shown) ? ' clock--low' : ''}`;
}
