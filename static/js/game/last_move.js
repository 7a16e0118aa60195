// The marks of the last move on a board. A turn may continue after a move with removals that it earned:
// the mark stays on the stone that moved, and the formation it made is drawn until the turn ends.

import { parseAction, pointsOf } from '../../board/actions.js';
import { hasText, t } from '../i18n/i18n.js';
import { drawingOf } from './pictures.js';

/** @typedef {import('./timeline.js').Entry} Entry */
/** @typedef {import('./names.js').Names} Names */

/**
 * @param {readonly Entry[]} entries of a game
 * @param {number} ply that is shown
 * @param {Names} names
 * @returns {{marked: string | null, named: {at: string, text: string, with?: string[]}[]}}
 */
export function lastMove(entries, ply, names) {
  const entry = entries[ply];
  if (!entry) return { marked: null, named: [] };
  const maker = makerOf(entries, ply);
  const made = formations(maker, names);
  const { earns } = names.game;
  // The captures of a formation are named on the formation.
  const captures = entry.captures.filter(({ pattern }) => made.length === 0 || pattern !== earns);
  return { marked: maker.action, named: [...names.patterns(captures), ...made] };
}

/**
 * The action that the removals at the end of a turn belong to.
 *
 * @param {readonly Entry[]} entries
 * @param {number} ply
 */
function makerOf(entries, ply) {
  const last = /** @type {Entry} */ (entries[ply]);
  for (let at = ply; at > 0; at -= 1) {
    const entry = entries[at];
    if (!entry || entry.by !== last.by) break;
    if (parseAction(entry.action ?? '').kind !== 'remove') return entry;
  }
  return last;
}

/**
 * The formations that an action made, each named.
 *
 * @param {Entry} entry
 * @param {Names} names
 */
function formations({ action, earned, position }, { game, rulesetId }) {
  const at = pointsOf(action ?? '').at(-1);
  const key = `pattern.${game.earns}`;
  if (!at || earned === 0 || !game.formed || !hasText(key)) return [];
  const { grid } = drawingOf(game, rulesetId, position);
  return game.formed(game.read(position).pieces, grid, at).map((points) => ({ at, text: t(key), with: points }));
}
