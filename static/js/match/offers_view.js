// The lines between the players to be answered: offers, the claim of a game that the opponent has left, and the way to
// the rematch.

import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { h, show } from '../ui/view.js';
import { opponent } from './model.js';

/** @typedef {'accept' | 'decline' | 'withdraw'} Answer */
/** @typedef {import('../ui/view.js').Content} Content */

/**
 * @param {Element} host
 * @param {import('./store.js').MatchStore} store
 * @param {object} acts
 * @param {(offer: import('../net/protocol.js').Offer, answer: Answer) => void} acts.offer
 * @param {() => void} acts.claim
 */
export function showOffers(host, { moment }, acts) {
  /**
   * @param {string} key by which the line is recognised: one that is there already is not moved, as it may be about to be pressed
   * @param {string} text
   * @param {Content} answers
   */
  const line = (key, text, answers) => h('div', { key, class: 'offer', 'data-testid': key }, text && h('p', {}, text), answers);
  show(host, () => {
    if (!moment.value) return null;
    const { match, page } = moment.value;
    const { model, state } = page;
    const offer = (/** @type {import('./model.js').Model['offers'][number]} */ { offer, mine, by }) => {
      const button = (/** @type {Answer} */ answer) =>
        h(
          'button',
          {
            class: answer === 'accept' ? 'button button--main' : 'button',
            'data-testid': `${answer}-${offer}`,
            click: () => acts.offer(offer, answer),
          },
          t(answer === 'withdraw' ? 'end.cancel' : `act.${answer}`),
        );
      const text = t(`offer.${offer}.${mine ? 'out' : 'in'}`, { name: playerName(match.players[by]) });
      return line(`offer-${offer}`, text, mine ? button('withdraw') : [button('accept'), button('decline')]);
    };
    const main = 'button button--main';
    return [
      model.offers.map(offer),
      model.canClaim &&
        state.seat &&
        line(
          'offer-claim',
          t('say.of', { name: playerName(match.players[opponent(state.seat)]), value: t('match.away') }),
          h('button', { class: main, 'data-testid': 'claim', click: acts.claim }, t('act.claim')),
        ),
      match.rematch &&
        line('offer-next', '', h('a', { class: main, 'data-testid': 'next-match', href: `/m/${match.rematch}` }, t('act.next'))),
    ];
  });
}
