// @ts-check
// What the match page shows, worked out from the state and the game played so far. Pure: the
// view only writes it down.

import { pendingPlay } from './state.js';

/** @typedef {import('../net/protocol.js').Side} Side */
/** @typedef {import('../net/protocol.js').Offer} Offer */
/** @typedef {import('./state.js').MatchState} MatchState */
/** @typedef {import('./timeline.js').Timeline} Timeline */

/** How long an opponent must be away before the game can be claimed, in milliseconds. */
export const CLAIM_AFTER = 120_000;

/** @param {Side} side @returns {Side} */
export const opponent = (side) => (side === 'first' ? 'second' : 'first');

/**
 * @typedef {object} Model
 * @property {Side | null} turn who acts next, in what this page shows
 * @property {boolean} canPlay whether touching the board plays
 * @property {'waiting' | 'sent' | 'saved' | null} delivery how far our last action has come
 * @property {boolean} canResign
 * @property {boolean} canAbort
 * @property {boolean} canOfferDraw
 * @property {boolean} canTakeBack
 * @property {boolean} canRematch
 * @property {boolean} canClaim
 * @property {boolean} canJoin
 * @property {{offer: Offer, mine: boolean, by: Side}[]} offers
 */

/**
 * @param {MatchState} state
 * @param {Timeline | null} timeline null while the engine is not there
 * @param {number} serverNow
 * @returns {Model}
 */
export function model(state, timeline, serverNow) {
  const { match, seat } = state;
  const live = match?.state === 'live';
  const over = match?.state === 'over';
  const pending = pendingPlay(state);
  const turn = live ? (timeline?.last.turn ?? match.turn) : null;
  const away = seat ? state.awaySince[opponent(seat)] : null;
  return {
    turn,
    canPlay: live && seat !== null && turn === seat && pending === null && timeline !== null,
    delivery: delivery(state, pending),
    canResign: live && seat !== null,
    canAbort: seat !== null && (match?.state === 'open' || (live && !bothActed(match, timeline))),
    canOfferDraw: live && seat !== null && match.offers.draw === null,
    canTakeBack: live && seat !== null && match.ply > 0 && match.offers.takeback === null,
    canRematch: over && seat !== null && Boolean(match.players[opponent(seat)]) && match.rematch === null && match.offers.rematch !== seat,
    canClaim: live && away !== null && serverNow - away >= CLAIM_AFTER,
    canJoin: match?.state === 'open' && seat === null,
    offers: standing(state),
  };
}

/**
 * @param {MatchState} state
 * @param {{sent: boolean, ply: number} | null} pending
 */
function delivery(state, pending) {
  const ply = state.match?.ply ?? 0;
  if (pending) {
    if (state.savedPly === pending.ply) return 'saved';
    return pending.sent ? 'sent' : 'waiting';
  }
  return state.savedPly !== null && state.savedPly === ply - 1 ? 'saved' : null;
}

/**
 * Whether both sides have acted; after that a game is not called off but resigned.
 *
 * @param {import('../net/protocol.js').Snapshot} match
 * @param {Timeline | null} timeline
 */
function bothActed(match, timeline) {
  if (!timeline) return match.ply > 1;
  const acted = new Set(timeline.entries.slice(0, match.ply + 1).map(({ by }) => by));
  return acted.has('first') && acted.has('second');
}

/**
 * @param {MatchState} state
 * @returns {{offer: Offer, mine: boolean, by: Side}[]}
 */
function standing({ match, seat }) {
  if (!match || seat === null) return [];
  /** @type {{offer: Offer, mine: boolean, by: Side}[]} */
  const offers = [];
  for (const [offer, by] of Object.entries(match.offers)) {
    if (by) offers.push({ offer: /** @type {Offer} */ (offer), by, mine: by === seat });
  }
  return offers;
}
