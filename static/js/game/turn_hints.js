// The demands of a turn beyond a free choice: the duty and its action, the stones that may
// continue, and those that cannot be captured. Worked out from the legal actions and the engine's refusals.

import { arrange } from '../../board/actions.js';

/** @typedef {import('../games/index.js').Owed} Owed */
/** @typedef {import('./timeline.js').Timeline} Timeline */

/**
 * @typedef {object} TurnHints
 * @property {Owed | null} owed
 * @property {boolean} goesOn whether the side to act has acted just before
 * @property {number} earned how many formations an action before the last made that the removals are owed to
 * @property {string[]} must the pieces that may move, where an earlier action binds the choice
 * @property {{result: string, reason: string | null} | null} ends the end of the game by the only action left, one without a choice
 * @property {{at: string, by: string[]}[]} safe stones that cannot be removed, and what protects each
 */

/** @type {TurnHints} */
export const NO_HINTS = Object.freeze({ owed: null, goesOn: false, earned: 0, must: [], ends: null, safe: [] });

/**
 * @param {Timeline} timeline
 * @param {import('../games/index.js').Placement} placement of the last position
 * @param {readonly string[]} legal
 * @returns {TurnHints}
 */
export function turnHints(timeline, placement, legal) {
  const actions = arrange(legal);
  const { turn, by } = timeline.last;
  const removing = actions.removes.size > 0;
  // A turn that can only begin with a removal is an exchange.
  const owed = placement.owed ?? (removing && actions.steps.size === 0 ? /** @type {Owed} */ ({ kind: 'exchange' }) : null);
  const bound = owed?.kind === 'capture' || owed?.kind === 'fill';
  return {
    owed: legal.length > 0 ? owed : null,
    goesOn: by === turn && legal.length > 0,
    earned: owed?.kind === 'remove' ? earnedBy(timeline) : 0,
    must: bound ? [...actions.steps.keys()] : [],
    ends: legal.length === 1 && isBare(legal[0]) ? timeline.endAfter(legal[0]) : null,
    safe: removing ? protectedStones(timeline, placement, actions.removes) : [],
  };
}

/**
 * Whether an action names no point, as a pass does not.
 *
 * @param {string | undefined} action
 * @returns {action is string}
 */
export const isBare = (action) => /^[a-z]+$/.test(action ?? '');

/**
 * The formations of the last action that earned a removal, unless it was the last of all, which the
 * page names anyway; removals since then only used it up.
 *
 * @param {Timeline} timeline
 */
function earnedBy({ entries, last: { turn } }) {
  const own = entries.slice(entries.findLastIndex(({ by }) => by !== turn) + 1);
  return own.slice(0, -1).findLast(({ earned }) => earned > 0)?.earned ?? 0;
}

/**
 * @param {Timeline} timeline
 * @param {import('../games/index.js').Placement} placement
 * @param {Map<string, string>} removes
 */
function protectedStones(timeline, placement, removes) {
  const safe = [];
  for (const [at, { side }] of placement.pieces) {
    if (side === timeline.last.turn || removes.has(at)) continue;
    const refusal = timeline.refuse(`x${at}`);
    if (refusal?.rule === 'not_protected') safe.push({ at, by: refusal.squares });
  }
  return safe;
}

/**
 * The king of a side, where the game has one.
 *
 * @param {import('../games/index.js').Descriptor} game
 * @param {import('../games/index.js').Placement} placement
 * @param {import('../games/index.js').Side} side
 */
export function kingOf(game, placement, side) {
  for (const [point, piece] of placement.pieces) {
    if (piece.side === side && piece.role === game.king) return point;
  }
  return null;
}
