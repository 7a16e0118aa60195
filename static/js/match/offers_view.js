// What stands between the players to be answered: offers, the claim of a game that the opponent has left, and the
// way to the rematch.

import { byId, h, setChildren } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';

/** @typedef {import('./model.js').Model['offers'][number]} Standing */
/** @typedef {'accept' | 'decline' | 'withdraw'} Answer */

export class OffersView {
  #shown = '';
  /** @type {Record<string, HTMLElement>} the offers by what they are and who made them */
  #rows = {};

  /**
   * @param {object} acts
   * @param {(offer: import('../net/protocol.js').Offer, answer: Answer) => void} acts.answer
   * @param {() => void} acts.claim
   */
  constructor(acts) {
    this.acts = acts;
  }

  /** @param {import('../game/match_scene.js').Page} page */
  draw({ model, state: { match, seat } }) {
    const shown = JSON.stringify([model.offers, model.canClaim, match?.rematch, match?.players]);
    if (shown === this.#shown || !match) return;
    this.#shown = shown;
    const nameOf = (/** @type {import('../games/index.js').Side} */ side) => playerName(match.players[side]);
    // One that stands already is left alone: somebody may be about to press it.
    const rows = model.offers.map((offer) => (this.#rows[JSON.stringify(offer)] ??= this.#row(offer, nameOf(offer.by))));
    if (model.canClaim && seat) {
      const claim = { class: 'button button--main', 'data-testid': 'claim', click: () => this.acts.claim() };
      rows.push(
        offerRow(
          t('say.of', { name: nameOf(seat === 'first' ? 'second' : 'first'), value: t('match.away') }),
          h('button', claim, t('act.claim')),
        ),
      );
    }
    if (match.rematch) {
      const next = { class: 'button button--main', 'data-testid': 'next-match', href: `/m/${match.rematch}` };
      rows.push(offerRow('', h('a', next, t('act.next'))));
    }
    setChildren(byId('offers'), rows);
  }

  /**
   * @param {Standing} standing
   * @param {string} name
   */
  #row({ offer, mine }, name) {
    const button = (/** @type {Answer} */ answer) =>
      h(
        'button',
        {
          class: answer === 'accept' ? 'button button--main' : 'button',
          'data-testid': `${answer}-${offer}`,
          click: () => this.acts.answer(offer, answer),
        },
        t(answer === 'withdraw' ? 'end.cancel' : `act.${answer}`),
      );
    const answers = mine ? [button('withdraw')] : [button('accept'), button('decline')];
    const row = offerRow(t(`offer.${offer}.${mine ? 'out' : 'in'}`, { name }), ...answers);
    row.setAttribute('data-testid', `offer-${offer}`);
    return row;
  }
}

/**
 * @param {string} text
 * @param {...HTMLElement} answers
 */
const offerRow = (text, ...answers) => h('div', { class: 'offer' }, text ? h('p', {}, text) : null, ...answers);
