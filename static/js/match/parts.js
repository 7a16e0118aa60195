// The parts of the page that are loaded when there is something of them to see.

import { leftOpen } from './end_memory.js';
import { style } from '../ui/dom.js';
import { loadWords } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { effect } from '../ui/view.js';
import { once } from './once.js';

/**
 * @param {import('./places.js').Places} places
 * @param {import('./store.js').MatchStore} store
 * @param {import('./acts.js').Acts} acts
 */
export function showParts(places, store, acts) {
  const { moment } = store;
  const state = () => moment.value?.match.state;
  /** Whether the visitor saw the match before it ended: one that was over before is shown by its board. */
  let seen = false;
  effect(() => {
    seen ||= moment.value !== null && state() !== 'over';
  });
  once(
    () => state() === 'open',
    async () => {
      const loaded = await load(() =>
        Promise.all([import('./invitation_view.js'), loadWords('invite'), style('css/over_board.css')]),
      );
      loaded?.[0].showInvitation(places.invite, store, acts);
    },
  );
  once(
    () => state() === 'over' && (seen || moment.value?.match.result === null || leftOpen(moment.value?.match.id)),
    async () => {
      const loaded = await load(() => Promise.all([import('./end_view.js'), loadWords('ended'), style('css/over_board.css')]));
      loaded?.[0].showEnd(places.end, store, acts, seen);
    },
  );
  once(
    () => {
      const { seat } = moment.value?.page.state ?? {};
      return Boolean(seat && moment.value?.match.players[seat]?.named === false && state() !== 'over');
    },
    async () => {
      const card = /** @type {HTMLFormElement} */ (places['name-card']);
      (await load(() => import('./name_card.js')))?.showNameCard(card, store, acts.leave);
    },
  );
  once(
    () => {
      const { model, state } = moment.value?.page ?? {};
      return Boolean(model && (model.canClaim || state?.match?.rematch || model.offers.length > 0));
    },
    async () => (await load(() => import('./offers_view.js')))?.showOffers(places.offers, store, acts),
  );
  once(
    () => /^rep|^perp/.test(moment.value?.match.reason ?? ''),
    async () => (await load(() => import('./repetition_end.js')))?.showRepetition(places.verdict, store, acts.look),
  );
  // In correspondence players need not be present: the match may be played by sending its link to and fro, and left for a vacation; any
  // that is slow, in a pause.
  once(
    () => moment.value?.match.clock.kind === 'correspondence' || Boolean(moment.value?.match.paused),
    async () => {
      const loaded = await load(() => Promise.all([import('./by_days.js'), loadWords('turn'), style('css/plan.css')]));
      loaded?.[0].showByDays(places.verdict, store, acts);
    },
  );
}
