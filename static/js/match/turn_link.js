// @ts-check
// Play by link: by days, where nobody has to be there, the page's address changes with each move, so that a
// messenger shows the position as it is now, and whoever has moved can send it on.

import { h, setText } from '../dom.js';
import { playerName } from '../game/player_name.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../load.js';
import { style } from '../style.js';

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
  #plan = h('button', { class: 'button turn-link', type: 'button', 'data-testid': 'plan-open', hidden: true, click: () => this.#openPlan() }, t('turn.plan'));
  /** @type {Snapshot | null} */
  #match = null;
  /** @type {Side | null} */
  #seat = null;
  #url = '';
  #name = '';

  /**
   * @param {string} id
   * @param {Element} host
   * @param {() => Promise<import('../net/api.js').GameInfo | undefined>} info of the game
   */
  constructor(id, host, info) {
    this.id = id;
    this.info = info;
    host.append(this.#button, this.#plan);
  }

  /**
   * @param {Snapshot} match
   * @param {Side | null} seat
   * @param {Side} other whom the link is sent to
   */
  draw(match, seat, other) {
    const path = momentPath(this.id, match.ply);
    if (location.pathname + location.search !== path) history.replaceState(history.state, '', path);
    this.#match = match;
    this.#seat = seat;
    this.#plan.hidden = seat === null || match.state !== 'live';
    const theirs = match.state === 'live' && seat !== null && match.turn === other;
    this.#button.hidden = !theirs;
    this.#url = location.origin + path;
    this.#name = playerName(match.players[other]);
    setText(this.#button, t('turn.send', { name: this.#name }));
  }

  async #openPlan() {
    const [info, match] = [await this.info(), this.#match];
    const loaded = await load(() => Promise.all([import('./plan_dialog.js'), loadWords('plan'), style('css/plan.css')]));
    if (info && match && this.#seat) loaded?.[0].openPlan(match, info, this.#seat);
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
