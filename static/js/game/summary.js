// The facts of a match's summary about a visitor: their seat, their turn, their opponent.

/** @typedef {import('../net/protocol.js').MatchSummary} MatchSummary */

/**
 * @param {MatchSummary} room
 * @param {string | null} visitor
 */
export const sits = (room, visitor) =>
  visitor !== null && (room.players.first?.id === visitor || room.players.second?.id === visitor);

/**
 * Whether the free seat of a table is reserved for the visitor.
 *
 * @param {MatchSummary} room
 * @param {string | null} visitor
 */
export const isChallenged = ({ state, invited }, visitor) => state === 'open' && visitor !== null && invited?.id === visitor;

/**
 * @param {MatchSummary} room
 * @param {string | null} visitor
 */
export const hasTurn = ({ state, turn, players }, visitor) =>
  state === 'live' && turn !== null && visitor !== null && players[turn]?.id === visitor;

/**
 * Who waits at an open table, or the opponent of the visitor.
 *
 * @param {MatchSummary} room
 * @param {string | null} visitor
 */
export const opponentOf = ({ players: { first, second } }, visitor) =>
  (first?.id === visitor ? null : first) ?? (second?.id === visitor ? null : second);

/**
 * Whether the host of a table has no page of it open.
 *
 * @param {MatchSummary} room
 */
export function makerAway({ state, seat, presence }) {
  if (state !== 'open' || seat === null) return false;
  return !presence[seat === 'first' ? 'second' : 'first'];
}

/**
 * Until when the opponent is on vacation at the latest; null if they are not, or there is none.
 *
 * @param {MatchSummary} room
 * @param {string | null} visitor
 */
export const vacationOf = ({ players: { first }, vacation }, visitor) =>
  (vacation && visitor && vacation[first?.id === visitor ? 'second' : 'first']) ?? null;
