// @ts-check
// Play by link: by days, where nobody has to be there, the page's address changes with each move, so that a
// messenger shows the position as it is now, and whoever has moved can send it on.

import { h, setText } from '../dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';

/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../net/protocol.js').Side} Side */

/**
 * Whether a match may be played by sending its link to and fro.
 *
 * @param {Pick<Snapshot, 'clock' | 'players' | 'state'>} match
 */
export const isByLink = ({ clock, players, state }) =>
  state === 'live' && clock.kind === 'correspondence' && !players.first?.house && !players.second?.house;

/**
 * The address of a moment of a match.
 *
 * @param {string} id
 * @param {number} ply
 */
export const momentPath = (id, ply) => `/m/${id}?p=${ply}`;

export class TurnLink {
  #button = h('button', { class: 'button turn-link', type: 'button', 'data-testid': 'turn-link', hidden: true, click: () => this.#send() });
  #url = '';
  #name = '';

  /**
   * @param {string} id
   * @param {Element} host
   */
  constructor(id, host) {
    this.id = id;
    host.append(this.#button);
  }

  /**
   * @param {Snapshot} match
   * @param {Side | null} seat
   * @param {Side} other whom the link is sent to
   */
  draw(match, seat, other) {
    const path = momentPath(this.id, match.ply);
    if (location.pathname + location.search !== path) history.replaceState(history.state, '', path);
    const theirs = match.state === 'live' && seat !== null && match.turn === other;
    this.#button.hidden = !theirs;
    this.#url = location.origin + path;
    this.#name = playerName(match.players[other]);
    setText(this.#button, t('turn.send', { name: this.#name }));
  }

  async #send() {
    const text = t('turn.yours', { name: this.#name });
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title: document.title, text, url: this.#url });
      else {
        await navigator.clipboard.writeText(`${text} ${this.#url}`);
        setText(this.#button, t('turn.copied'));
      }
    } catch {
      // The sheet of the phone was closed, or nothing may be copied: the address bar has it.
    }
  }
}
