// The material of each side, by the worth its game gives the pieces, and the captured pieces.

/** @typedef {import('../games/index.js').Descriptor} Descriptor */
/** @typedef {import('../games/index.js').Placement} Placement */
/** @typedef {import('../games/index.js').Side} Side */

/**
 * The advantage of one side, by the worth its game gives the pieces.
 *
 * @param {import('../games/index.js').Placement} placement
 * @param {import('../games/index.js').Descriptor} game
 */
export function balance({ pieces, hands }, { worth = {} }) {
  let sum = 0;
  const add = (/** @type {string} */ side, /** @type {number} */ value) => (sum += side === 'first' ? value : -value);
  for (const { side, role, promoted } of pieces.values()) add(side, (promoted && worth[`+${role}`]) || (worth[role] ?? 1));
  for (const side of /** @type {const} */ (['first', 'second']))
    for (const { role, count } of hands?.[side] ?? []) add(side, count * (worth[role] ?? 1));
  // To tenths, as the worths are given.
  return Math.round(sum * 10) / 10;
}

/**
 * The pieces of a side that were taken, the dearest first; none where taken pieces change sides, or are all alike.
 *
 * @param {Placement} start
 * @param {Placement} now
 * @param {Descriptor} game
 * @param {Side} side
 * @returns {import('../games/index.js').Piece[]}
 */
export function takenFrom(start, now, { hand, worth }, side) {
  if (hand || !worth) return [];
  const left = [...now.pieces.values()].filter((piece) => piece.side === side).map(({ role }) => role);
  const taken = [];
  for (const piece of start.pieces.values()) {
    if (piece.side !== side) continue;
    const at = left.indexOf(piece.role);
    if (at < 0) taken.push(piece);
    else left.splice(at, 1);
  }
  return taken.sort((a, b) => (worth[b.role] ?? 1) - (worth[a.role] ?? 1));
}

/**
 * The action with which a game turned: before it the winner had no more than the loser, and ever after more.
 *
 * @param {readonly {position: string}[]} entries of the whole game
 * @param {Descriptor} game
 * @param {Side} winner
 * @returns {number | null} how many actions were played with it; null where material does not show it
 */
export function turningPoint(entries, game, winner) {
  const sign = winner === 'first' ? 1 : -1;
  const ahead = entries.map(({ position }) => sign * balance(game.read(position), game) > 0);
  if (!ahead.at(-1)) return null;
  const ply = ahead.lastIndexOf(false) + 1;
  return ply > 0 ? ply : null;
}
