// Which of the visitor's games wait for a move of theirs, and in which order.

import { hasTurn } from './summary.js';

/** @typedef {import('../net/protocol.js').MatchSummary} MatchSummary */

/** By clocks of minutes first, whose time runs while the visitor looks away, then correspondence, then those without a clock. @param {MatchSummary} room */
const rank = ({ clock: { kind } }) => ['correspondence', 'none'].indexOf(kind);

/**
 * The games in which it is the visitor's turn, the one to go to first.
 *
 * @param {readonly MatchSummary[]} matches
 * @param {string | null} visitor
 * @param {string | null} here the match that the page shows
 */
export const nextGames = (matches, visitor, here) =>
  matches
    .filter((room) => room.id !== here && hasTurn(room, visitor))
    .sort((a, b) => rank(a) - rank(b) || (a.deadline ?? 0) - (b.deadline ?? 0) || a.active_at - b.active_at);
