// The tables that the lobby knows of. Nothing here draws.

import { hasTurn, isChallenged, makerAway, sits } from '../game/summary.js';

/** @typedef {import('../net/protocol.js').MatchSummary} MatchSummary */
/** @typedef {import('../net/protocol.js').LobbyMessage} LobbyMessage */

/**
 * @typedef {object} LobbyState
 * @property {Map<string, MatchSummary>} matches
 * @property {{players: number, live: number} | null} counts
 */

/** @returns {LobbyState} */
export const emptyLobby = () => ({ matches: new Map(), counts: null });

/**
 * @param {LobbyState} state
 * @param {LobbyMessage} message
 * @returns {LobbyState}
 */
export function receive(state, message) {
  switch (message.type) {
    case 'matches':
      return { ...state, matches: new Map(message.matches.map((room) => [room.id, room])) };
    case 'match': {
      const matches = new Map(state.matches);
      matches.set(message.match.id, message.match);
      return { ...state, matches };
    }
    case 'gone': {
      const matches = new Map(state.matches);
      matches.delete(message.id);
      return { ...state, matches };
    }
    case 'counts':
      return { ...state, counts: { players: message.players, live: message.live } };
    default:
      return state;
  }
}

/**
 * The open tables that the visitor can join: those whose maker is there first, then the newest.
 *
 * @param {LobbyState} state
 * @param {string | null} visitor
 */
export const openTables = (state, visitor) =>
  [...state.matches.values()]
    .filter((room) => room.state === 'open' && !sits(room, visitor))
    .sort((a, b) => Number(makerAway(a)) - Number(makerAway(b)) || b.created_at - a.created_at);

/** @typedef {'newest' | 'rating' | 'shortest'} Order what open tables are sorted by */

/**
 * Open tables in another order: those whose maker is away stay behind the others, and where nothing else decides the
 * order stays as it is.
 *
 * @param {MatchSummary[]} tables
 * @param {Order} order
 * @param {(room: MatchSummary) => number} rating of the maker, 0 without one
 */
export function sorted(tables, order, rating) {
  if (order === 'newest') return tables;
  const value = (/** @type {MatchSummary} */ room) => (order === 'rating' ? -rating(room) : duration(room));
  const values = new Map(tables.map((room) => [room, value(room)]));
  return [...tables].sort(
    (a, b) => Number(makerAway(a)) - Number(makerAway(b)) || (values.get(a) ?? 0) - (values.get(b) ?? 0) || 0,
  );
}

/** How many moves a game is taken to last for a player. */
const MOVES = 40;

/** About how many seconds a player has; without a clock there is no end. @param {MatchSummary} room */
function duration({ clock }) {
  switch (clock.kind) {
    case 'fischer':
      return clock.initial + MOVES * clock.increment;
    case 'byoyomi':
      return clock.main + MOVES * clock.period;
    case 'correspondence':
      return MOVES * clock.days * 86_400;
    default:
      return Number.MAX_VALUE;
  }
}

/**
 * The games in progress that the visitor can watch, the newest first.
 *
 * @param {LobbyState} state
 * @param {string | null} visitor
 */
export const liveGames = (state, visitor) =>
  [...state.matches.values()]
    .filter((room) => room.state === 'live' && !sits(room, visitor))
    .sort((a, b) => b.created_at - a.created_at);

/**
 * The visitor's own games: first those that wait for the visitor, challenges among them, then those that wait for the
 * opponent, then those without one; of each, those whose time is up first.
 *
 * @param {LobbyState} state
 * @param {string | null} visitor
 * @param {MatchSummary[]} [found] those of the visitor, also by link, as they were when the server was asked
 */
export function ownGames(state, visitor, found = []) {
  const rank = (/** @type {MatchSummary} */ room) =>
    isChallenged(room, visitor) || hasTurn(room, visitor) ? 0 : room.state === 'open' ? 2 : 1;
  const matches = new Map([...found.map((room) => /** @type {const} */ ([room.id, room])), ...state.matches]);
  return [...matches.values()]
    .filter((room) => room.state !== 'over' && (sits(room, visitor) || isChallenged(room, visitor)))
    .sort((a, b) => rank(a) - rank(b) || urgency(a) - urgency(b) || b.active_at - a.active_at);
}

/** In correspondence, the first deadline comes first. @param {MatchSummary} room */
const urgency = ({ deadline }) => deadline ?? Infinity;
