// What this page knows of a match: the server's messages, folded one by one. Nothing here draws,
// and nothing here knows the rules.

import { fold } from './events.js';
import { acknowledge, refuse } from './outbox.js';

/** @typedef {import('../net/protocol.js').Side} Side */
/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../net/protocol.js').MatchEvent} MatchEvent */
/** @typedef {import('../net/protocol.js').ServerMessage} ServerMessage */
/** @typedef {import('../net/protocol.js').Times} Times */
/** @typedef {Extract<MatchEvent, {kind: 'moved'}>} Moved */

/**
 * @typedef {object} MatchState
 * @property {Snapshot | null} match null until the first snapshot
 * @property {Side | null} seat
 * @property {Side | null} joining the free seat that this page has asked for, until the server answers
 * @property {number} seq the last event folded in; -1 before any
 * @property {import('./outbox.js').Command[]} outbox
 * @property {number | null} savedPly the index of our last action that is known to be on disk
 * @property {import('../game/clock.js').ClockReading | null} clock
 * @property {{code: string, rule: string | null, squares: string[]} | null} refusal the last refusal, until the next action
 * @property {Moved | null} lastMove the last `moved` event, with its captures
 * @property {{side: Side | null | undefined, ms: number}} credit the credit of the last reading of the clock, and its side
 * @property {string | null} refusedChat words that the server refused, to be written again
 * @property {boolean} wantsSnapshot whether the server must be asked for the whole
 * @property {boolean} [lost] whether this page has lost its own link, so that presence is unknown to it
 * @property {Record<Side, number | null>} awaySince the server's time since which a player is away
 * @property {import('../net/protocol.js').Player | null} left the opponent who has left the open table last
 */

const NOTHING = { side: null, ms: 0 };

/** @returns {MatchState} */
export const emptyState = () => ({
  match: null,
  seat: null,
  joining: null,
  seq: -1,
  outbox: [],
  savedPly: null,
  clock: null,
  refusal: null,
  lastMove: null,
  credit: NOTHING,
  refusedChat: null,
  wantsSnapshot: false,
  awaySince: { first: null, second: null },
  left: null,
});

/**
 * Folds a message in.
 *
 * @param {MatchState} state
 * @param {ServerMessage} message
 * @returns {MatchState} a new state, or the same one if nothing changed
 */
export function receive(state, message) {
  switch (message.type) {
    case 'welcome':
      return { ...state, seat: message.seat, lost: false };
    case 'snapshot':
      return receiveSnapshot(state, message);
    case 'event':
      return receiveEvent(state, message);
    case 'ack':
      return acknowledge(state, message.id);
    case 'nack':
      return refuse(state, message);
    default:
      return state;
  }
}

/**
 * @param {MatchState} state
 * @param {Snapshot} match
 * @returns {MatchState}
 */
function receiveSnapshot(state, match) {
  return {
    ...state,
    match,
    seq: match.seq,
    clock: readClock(match.clock, match.clock.kind === 'none' ? null : match.clock, match.now),
    lastMove: state.lastMove?.ply === match.ply - 1 ? state.lastMove : null,
    credit: NOTHING,
    wantsSnapshot: false,
    awaySince: { first: null, second: null, ...match.away },
  };
}

/**
 * @param {import('../net/protocol.js').WireClock} setting
 * @param {Partial<Times> | null | undefined} times
 * @param {number} at
 */
function readClock(setting, times, at) {
  if (times?.first === undefined || times.second === undefined) return null;
  const { first, second, running = null, credit = 0, grace = null, vacation } = times;
  const { period, periods } = setting.kind === 'byoyomi' ? setting : {};
  return { first, second, running, credit, grace, vacation, at, period, periods };
}

/**
 * @param {Partial<MatchState['awaySince']>} before
 * @param {{first?: boolean, second?: boolean}} presence
 * @param {number} now
 */
function absence(before, presence, now) {
  return {
    first: presence.first ? null : (before.first ?? now),
    second: presence.second ? null : (before.second ?? now),
  };
}

/**
 * @param {MatchState} state
 * @param {MatchEvent} event
 * @returns {MatchState}
 */
function receiveEvent(state, event) {
  if (!state.match) return { ...state, wantsSnapshot: true };
  if (event.seq <= state.seq) return state;
  if (event.seq > state.seq + 1) return { ...state, wantsSnapshot: true };
  const next = { ...state, seq: event.seq, match: { ...state.match, seq: event.seq } };
  fold(next, next.match, event);
  // A player who is absent when a pause ends counts as absent from then on, as on the server.
  const before = state.match.paused && !next.match.paused ? {} : next.awaySince;
  next.awaySince = absence(before, next.match.presence, event.at);
  const clock = 'clock' in event && event.kind !== 'created' ? readClock(state.match.clock, event.clock, event.at) : null;
  if (clock) {
    // A clock's own credit is that of the whole match.
    const ms = Math.max(0, clock.credit - (state.clock?.credit ?? 0));
    const by = event.kind === 'moved' ? event.by : null;
    Object.assign(next, { clock, credit: { side: by ?? clock.running ?? clock.grace?.side ?? null, ms } });
  }
  return next;
}
