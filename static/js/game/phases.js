// The phases of a game, as its ruleset lists them, and which of them a position is in.

import { pick, t } from '../i18n/i18n.js';

/** @typedef {import('./names.js').Names} Names */
/** @typedef {import('../games/index.js').Side} Side */

/**
 * The phase of a position: the letter that its last part begins with names it.
 *
 * @param {Names} names
 * @param {string} position
 */
function phaseOf({ ruleset }, position) {
  const phases = ruleset?.phases ?? [];
  const letter = position.split(' ').at(-1)?.[0];
  const index = phases.findIndex(({ id }) => id === letter);
  return index < 0
    ? null
    : { phase: /** @type {NonNullable<typeof phases[number]>} */ (phases[index]), number: index + 1, count: phases.length };
}

/**
 * Which phase the game is in, and how many stones a side has still to place; empty where a game has only one.
 *
 * @param {Names} names
 * @param {string} position
 * @param {import('../games/index.js').Placement} placement
 * @param {Side | null} side
 */
export function phaseText(names, position, placement, side) {
  const found = phaseOf(names, position);
  if (!found) return '';
  const { phase, number, count } = found;
  const left = side ? (placement.reserve?.[side] ?? 0) : 0;
  return t(left > 0 ? 'help.phase.left' : 'help.phase', { number, count, name: pick(phase.name), left });
}

/**
 * The task of a turn.
 *
 * @param {Names} names
 * @param {string} position
 */
export const taskText = (names, position) => pick(phaseOf(names, position)?.phase.task) || pick(names.ruleset?.turn);

/**
 * That a phase has begun, for a side that has not acted in it yet; empty if it has, or if it is the first phase.
 *
 * @param {Names} names
 * @param {readonly import('./timeline.js').Entry[]} entries of the game so far
 */
export function begunText(names, entries) {
  const last = entries.at(-1);
  const found = last && phaseOf(names, last.position);
  if (!last || !found) return '';
  const before = (/** @type {number} */ index) => phaseOf(names, entries[index]?.position ?? '')?.phase;
  if (before(0) === found.phase) return '';
  // Backwards, since that is short: the last action of this side shows which phase it was made in.
  for (let index = entries.length - 1; index > 0 && before(index) === found.phase; index -= 1) {
    if (entries[index]?.by === last.turn && before(index - 1) === found.phase) return '';
  }
  return t('help.begins', { name: pick(found.phase.name), task: pick(found.phase.task) });
}
