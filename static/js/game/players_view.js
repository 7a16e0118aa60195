// The strips of the two players of a game that is not being played: who they were, and which side.

import { h, setAttribute, setText } from '../ui/dom.js';

/**
 * The content of a strip.
 *
 * @typedef {object} Strip
 * @property {import('../net/protocol.js').Side} side
 * @property {string} sideName
 * @property {import('../games/index.js').Tint} tint
 * @property {string} name
 * @property {string | null} [id] of the player, whose page the name leads to
 * @property {boolean} turn
 * @property {string} detail
 */

export class PlayerStrip {
  #tint = h('span', { 'aria-hidden': 'true' });
  #link = h('a', { target: '_blank' });
  #plain = h('span');
  #name = h('span', { class: 'player-name' });
  #detail = h('span', { class: 'player-detail' });

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    host.replaceChildren(this.#tint, h('span', { class: 'player-who' }, this.#name, this.#detail));
  }

  /** @param {Strip} strip */
  draw({ side, sideName, tint, name, id, turn, detail }) {
    this.host.className = turn ? 'player player--turn' : 'player';
    this.host.dataset.side = side;
    this.#tint.className = `tint tint--${tint}`;
    const shown = id ? this.#link : this.#plain;
    setAttribute(this.#link, 'href', id ? `/people/${id}` : null);
    setText(shown, name);
    if (this.#name.firstChild !== shown) this.#name.replaceChildren(shown);
    setText(this.#detail, [detail, sideName].filter(Boolean).join(' · '));
  }
}
