// Calls whoever waits at a table back to it when somebody has joined: by the page's title, and by a notification where
// the visitor allowed that on the card they wait at. Nobody is asked before they press the button.

import { byId, setText } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { opponent } from './model.js';

const permission = () => ('Notification' in globalThis ? Notification.permission : 'denied');

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
      if (document.hidden) this.#notify(t('invite.joined', { name: this.name }), names.title);
    }
    this.#waited = waits;
    if (match.ply > 1 || match.state === 'over') this.name = '';
  }

  /** @param {string} title @param {string} body */
  async #notify(title, body) {
    if (permission() === 'granted') (await load(() => import('./notification.js')))?.notify(title, body);
  }

  #offer() {
    const may = permission();
    this.#button.hidden = may === 'denied';
    setText(this.#button, t(may === 'granted' ? 'invite.told' : 'invite.tell'));
    this.#button.toggleAttribute('disabled', may === 'granted');
  }
}
