// Calls a player who waits at a table back to it when an opponent has joined: by the page's title, and by a notification
// where the visitor allowed that on the card they wait at. No permission is asked for before they press the button.

import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { effect, signal } from '../ui/view.js';
import { opponent } from './model.js';

const given = () => ('Notification' in globalThis ? Notification.permission : 'denied');

/**
 * @param {import('./store.js').MatchStore} store
 * @returns the permission to notify, and the way to ask for it
 */
export function showArrival({ moment, arrived }) {
  const permission = signal(given());
  let waited = false;
  const notify = async (/** @type {string} */ title, /** @type {string} */ body) => {
    if (given() === 'granted') (await load(() => import('./notification.js')))?.notify(title, body);
  };
  effect(() => {
    if (!moment.value) return;
    const { page, match } = moment.value;
    const { names, state } = page;
    // A player who has just joined has a seat, too, before the game begins.
    const waits = match.state === 'open' && state.seat !== null && match.players[opponent(state.seat)] === null;
    if (waits) permission.value = given();
    if (waited && match.state === 'live') {
      const name = playerName(match.players[opponent(state.seat ?? 'first')]);
      arrived.value = t('invite.joined', { name });
      if (document.hidden) notify(arrived.value, names.title);
    }
    waited = waits;
    if (match.ply > 1 || match.state === 'over') arrived.value = '';
  });
  const ask = () => Notification.requestPermission().then(() => (permission.value = given()));
  return { permission, ask };
}
