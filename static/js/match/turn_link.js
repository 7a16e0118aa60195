// Play by link: by days, where nobody has to be there, the page's address changes with each move, so that a
// messenger shows the position as it is now, and whoever has moved can send it on.

import { h, setText, style } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { planned } from '../net/plans.js';

/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../net/protocol.js').Side} Side */

/**
 * Whether a match may be played by sending its link to and fro.
 *
 * @param {Pick<Snapshot, 'clock' | 'players' | 'state'>} match
 */
export const isByLink = ({ clock, players, state }) =>
  state === 'live' && clock.kind === 'correspondence' && !players.first?.computer && !players.second?.computer;

/**
 * The address of a moment of a match.
 *
 * @param {string} id
 * @param {number} ply
 */
export const momentPath = (id, ply) => `/m/${id}?p=${ply}`;

export class TurnLink {
  #button = h('button', {
    class: 'button turn-link',
    type: 'button',
    'data-testid': 'turn-link',
    hidden: true,
    click: () => this.#send(),
  });
  #plan = h(
    'button',
    { class: 'button turn-link', type: 'button', 'data-testid': 'plan-open', hidden: true, click: () => this.#openPlan() },
    t('turn.plan'),
  );
  #played = h('p', { class: 'turn-played', 'data-testid': 'plan-played', role: 'status', hidden: true });
  /** The visitor's plan, as the server has it. @type {import('../net/plans.js').Plan | null} */
  #kept = null;
  /** After how many actions it was asked for. */
  #asked = -1;
  /** Whether there was a plan since the page came. */
  #plans = true;
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
   * @param {() => void} changed it is to be drawn
   */
  constructor(id, host, info, changed) {
    this.id = id;
    this.changed = changed;
    this.info = info;
    host.after(h('div', { class: 'turn-links' }, this.#button, this.#plan, this.#played));
  }

  /**
   * @param {Snapshot} match
   * @param {Side | null} seat
   * @param {Side} other whom the link is sent to
   * @param {(ply: number) => string} written the action of a ply
   */
  draw(match, seat, other, written) {
    const path = momentPath(this.id, match.ply);
    if (location.pathname + location.search !== path) history.replaceState(history.state, '', path);
    this.#match = match;
    this.#seat = seat;
    this.#plan.hidden = seat === null || match.state !== 'live';
    if (!this.#plan.hidden && this.#plans && this.#asked !== match.ply) this.#ask(match.ply);
    const lines = this.#kept?.ply === match.ply ? this.#kept.lines.length : 0;
    setText(this.#plan, lines > 0 ? t('say.of', { name: t('turn.plan'), value: lines }) : t('turn.plan'));
    // Until the visitor has moved again.
    const moves = (this.#kept?.fired ?? []).filter((at) => at >= match.ply - 2).map(written);
    this.#played.hidden = moves.length === 0;
    setText(this.#played, t('plan.fired', { moves: moves.join(' ') }));
    const theirs = match.state === 'live' && seat !== null && match.turn === other;
    this.#button.hidden = !theirs;
    this.#url = location.origin + path;
    this.#name = playerName(match.players[other]);
    setText(this.#button, t('turn.send', { name: this.#name }));
  }

  /** @param {number} ply */
  async #ask(ply) {
    this.#asked = ply;
    this.#kept = (await planned(this.id).catch(() => null)) ?? this.#kept;
    this.#plans = this.#kept === null || this.#kept.lines.length + this.#kept.fired.length > 0;
    this.changed();
  }

  async #openPlan() {
    const [info, match] = [await this.info(), this.#match];
    const loaded = await load(() => Promise.all([import('./plan_dialog.js'), loadWords('plan'), style('css/plan.css')]));
    if (info && match && this.#seat) loaded?.[0].openPlan(match, info, this.#seat, () => this.#ask(match.ply));
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
