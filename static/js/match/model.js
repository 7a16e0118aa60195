// The content of the match page, worked out from the state and the game played so far. Pure: the
// view only writes it down.

import { CLAIM_AFTER } from '../net/limits.js';
import { pendingPlay } from './outbox.js';

/** @typedef {import('../net/protocol.js').Side} Side */
/** @typedef {import('../net/protocol.js').Offer} Offer */
/** @typedef {import('./state.js').MatchState} MatchState */
/** @typedef {import('../game/timeline.js').Timeline} Timeline */

/** @param {Side} side @returns {Side} */
export const opponent = (side) => (side === 'first' ? 'second' : 'first');

/**
 * @typedef {object} Model
 * @property {Side | null} turn who acts next, in what this page shows
 * @property {boolean} canPlay whether touching the board plays
 * @property {Side | null} acting whose pieces a touch may pick up
 * @property {boolean} keepsPresses whether touching the board will play once the game has begun or the rules are loaded
 * @property {'waiting' | 'sent' | 'saved' | null} delivery how far our last action has come, or another command that cannot be sent yet
 * @property {Set<string>} asking the types of commands other than actions and chat lines that await an answer
 * @property {boolean} canResign
 * @property {boolean} canAbort
 * @property {boolean} canOfferDraw
 * @property {boolean} canTakeBack
 * @property {boolean} canRematch
 * @property {boolean} canClaim
 * @property {boolean} canJoin
 * @property {number | null} claimIn how long until the game of an absent opponent can be claimed, in milliseconds; null where it cannot
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
  const asking = new Set(state.outbox.map(({ message }) => message.type).filter((type) => type !== 'play' && type !== 'chat'));
  const turn = live ? (timeline?.last.turn ?? match.turn) : null;
  const away = seat ? state.awaySince[opponent(seat)] : null;
  const acting = seat ?? state.joining;
  const claims = live && !match.paused && match.clock.kind !== 'correspondence' && bothActed(match, timeline) && away !== null;
  const claimIn = claims ? Math.max(0, CLAIM_AFTER - (serverNow - away)) : null;
  return {
    turn,
    acting,
    keepsPresses:
      pending === null && acting !== null && mayBeOurTurn(state, turn, acting) && (seat === null || timeline === null || !live),
    canPlay: live && seat !== null && turn === seat && pending === null && timeline !== null,
    asking,
    delivery: delivery(state, pending),
    canResign: live && seat !== null && !asking.has('resign'),
    canAbort: seat !== null && !asking.has('abort') && (match?.state === 'open' || (live && !bothActed(match, timeline))),
    canOfferDraw: live && seat !== null && match.offers.draw === null && !asking.has('draw'),
    canTakeBack:
      live &&
      !match.rated &&
      seat !== null &&
      hasActed(match, timeline, seat) &&
      match.offers.takeback === null &&
      !asking.has('takeback'),
    canRematch:
      over &&
      seat !== null &&
      Boolean(match.players[opponent(seat)]) &&
      match.rematch === null &&
      match.offers.rematch !== seat &&
      !asking.has('rematch'),
    claimIn,
    canClaim: claimIn === 0 && !asking.has('claim'),
    canJoin: match?.state === 'open' && seat === null,
    offers: standing(state),
  };
}

/**
 * Whether this page's side may have the turn, now or as soon as the server reports that the game has begun.
 *
 * @param {MatchState} state
 * @param {Side | null} turn
 * @param {Side} acting
 */
function mayBeOurTurn({ match }, turn, acting) {
  // Until the rules are loaded the side that begins is not known.
  if (match?.state === 'live') return turn === null || turn === acting;
  // This page has joined already, and the event about it is on its way.
  return match?.state === 'open' && match.players[opponent(acting)] !== null;
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
  if (state.outbox.some(({ sent }) => !sent)) return 'waiting';
  return state.savedPly !== null && state.savedPly === ply - 1 ? 'saved' : null;
}

/**
 * Whether a side has an action of its own to take back.
 *
 * @param {import('../net/protocol.js').Snapshot} match
 * @param {Timeline | null} timeline
 * @param {Side} side
 */
const hasActed = (match, timeline, side) => timeline?.entries.slice(0, match.ply + 1).some(({ by }) => by === side) ?? false;

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
