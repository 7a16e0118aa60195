// The players that the visitor follows: who is online, and the games they play, as soon as they begin.

import { h } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { follows } from '../net/people.js';

/** @typedef {import('../net/people.js').Followed} Followed */
/** @typedef {import('../net/protocol.js').MatchSummary} MatchSummary */

/** How often it is asked again while the page is looked at, in milliseconds. */
const AGAIN = 10_000;

/**
 * @param {HTMLElement} section
 * @param {(room: MatchSummary, player: string) => HTMLElement} card draws a game as the player sees it
 */
export async function showFollows(section, card) {
  let shown = '';
  const ask = async () => {
    if (document.hidden) return;
    // Without an answer the earlier state stays.
    const found = await follows().catch(() => null);
    const players = found?.players ?? [];
    if (!found || shown === JSON.stringify(players)) return;
    shown = JSON.stringify(players);
    section.hidden = false;
    section.replaceChildren(h('h2', {}, t('people.follows')), ...listOf(players, card));
  };
  setInterval(ask, AGAIN);
  document.addEventListener('visibilitychange', ask);
  await ask();
}

/** Those who play first, then those who are online. @param {Followed} one */
const rank = ({ online, playing }) => (playing.length > 0 ? 0 : online ? 1 : 2);

/**
 * @param {Followed[]} players
 * @param {(room: MatchSummary, player: string) => HTMLElement} card
 */
function listOf(players, card) {
  if (players.length === 0) return [h('p', { class: 'hint' }, t('people.follows.none'))];
  const inOrder = [...players].sort((one, other) => rank(one) - rank(other));
  const names = inOrder.map((followed) => {
    const { player } = followed;
    const state = ['people.follows.playing', 'people.follows.online', 'people.follows.away'][rank(followed)] ?? '';
    return h(
      'li',
      { 'data-testid': 'followed' },
      h('a', { href: `/people/${player.id}` }, playerName(player)),
      h('small', {}, t(state)),
    );
  });
  // Two who are followed may play each other.
  const rooms = new Map(inOrder.flatMap(({ player, playing }) => playing.map((room) => [room.id, { room, player }])));
  const cards = [...rooms.values()].map(({ room, player }) => card(room, player.id));
  return [
    h('div', { class: 'listed' }, h('ul', {}, ...names)),
    ...(cards.length > 0 ? [h('ul', { class: 'person-games follows-games', 'data-testid': 'follows-playing' }, ...cards)] : []),
  ];
}
