// In which notation a game is written and by what its board is labelled: as the visitor chose, and
// until then as players who read the page's language are used to.

import { labelsOf as labelled } from '../../board/ground.js';
import { language } from '../i18n/i18n.js';
import { setting } from '../ui/settings.js';

/** @typedef {import('../games/index.js').Descriptor} Descriptor */
/** @typedef {import('../games/index.js').Drawing} Drawing */
/** @typedef {import('../games/index.js').MoveNotation} MoveNotation */

/**
 * The notation of a game; none where an action has only the text of the wire.
 *
 * @param {Descriptor} game
 * @returns {MoveNotation | undefined}
 */
export function notationOf({ id, notations, notation }) {
  const find = (/** @type {string | undefined} */ wanted) => notations?.find((known) => known.id === wanted);
  return find(setting('notations')[id]) ?? find(notation?.[language()]);
}

/**
 * The kind of labels on the board of a game.
 *
 * @param {Descriptor} game
 * @returns {MoveNotation['coordinates']}
 */
export function coordinatesOf(game) {
  const chosen = setting('labels');
  if (chosen === 'letters' || chosen === 'native') return chosen;
  return notationOf(game)?.coordinates ?? 'letters';
}

/**
 * The labels along the edge of a board.
 *
 * @param {Descriptor} game
 * @param {Drawing} drawing
 * @returns {import('../games/index.js').Labels}
 */
export const labelsOf = (game, drawing) => labelled(drawing, coordinatesOf(game));
