// A list of cards, one a room: a card that is unchanged stays, and with it its picture and the focus.

import { setChildren } from '../ui/dom.js';

/** @typedef {import('../net/protocol.js').MatchSummary} MatchSummary */
/** @typedef {{element: HTMLElement, board: import('../game/lazy_board.js').LazyBoard | null}} Card */

export class Cards {
  /** @type {Map<string, Card & {text: string}>} */
  #cards = new Map();

  /**
   * @param {Element} host
   * @param {(room: MatchSummary) => string} text what the card of a room says: where it changes, the card is made anew
   * @param {(room: MatchSummary) => Card} make
   */
  constructor(host, text, make) {
    this.host = host;
    this.text = text;
    this.make = make;
  }

  /** @param {MatchSummary[]} rooms */
  show(rooms) {
    const before = this.#cards;
    this.#cards = new Map();
    for (const room of rooms) {
      const text = this.text(room);
      const known = before.get(room.id);
      const card = known?.text === text ? known : { ...this.make(room), text };
      card.board?.show(room.position);
      this.#cards.set(room.id, card);
    }
    setChildren(
      this.host,
      [...this.#cards.values()].map(({ element }) => element),
    );
  }
}
