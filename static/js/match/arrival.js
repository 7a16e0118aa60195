// @ts-check
// Calls whoever waits at a table back to it when somebody has joined: by the page's title, and by a notification where
// the visitor allowed that on the card they wait at. Nobody is asked before they press the button.

import { byId, setText } from '../dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { opponent } from './model.js';

export class Arrival {
  #button = byId('tell-me');
  #waited = false;
  /** Who came while the visitor waited here, until the game is under way. */
  name = '';

  constructor() {
    this.#button.addEventListener('click', () => Notification.requestPermission().then(() => this.#offer()));
  }

  /**
   * @param {import('../game/match_scene.js').Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   */
  draw({ names, state }, match) {
    // Whoever has just joined has a seat, too, before the game begins.
    const waits = match.state === 'open' && state.seat !== null && match.players[opponent(state.seat)] === null;
    if (waits) this.#offer();
    if (this.#waited && match.state === 'live') {
      this.name = playerName(match.players[opponent(state.seat ?? 'first')]);
      if (document.hidden) notify(t('invite.joined', { name: this.name }), names.title);
    }
    this.#waited = waits;
    if (match.ply > 1 || match.state === 'over') this.name = '';
  }

  #offer() {
    const may = 'Notification' in globalThis ? Notification.permission : 'denied';
    this.#button.hidden = may === 'denied';
    setText(this.#button, t(may === 'granted' ? 'invite.told' : 'invite.tell'));
    this.#button.toggleAttribute('disabled', may === 'granted');
  }
}

/**
 * @param {string} title
 * @param {string} body
 */
async function notify(title, body) {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  // The worker opens the address when the notification is pressed.
  const options = { body, icon: '/icons/192.png', tag: location.pathname, data: { url: location.pathname } };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Phones show what a service worker asks for alone.
    const worker = await navigator.serviceWorker?.getRegistration();
    worker?.showNotification(title, options).catch(() => undefined);
  }
}
