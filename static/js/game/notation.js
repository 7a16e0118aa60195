// In which notation a game is written and by what its board is labelled: as the visitor chose, and
// until then as players who read the page's language are used to.

import { labelsOf as labelled } from '../../board/ground.js';
import { language } from '../i18n/i18n.js';
import { setting } from '../ui/settings.js';

/** @typedef {import('../games/index.js').Descriptor} Descriptor */
/** @typedef {import('../games/index.js').Drawing} Drawing */
/** @typedef {import('../games/index.js').MoveNotation} MoveNotation */

/** An action in the engine's notations, by the engine's names. @typedef {Record<string, string>} Written */

/**
 * The engine's notations that a game is written in.
 *
 * @param {Descriptor | undefined} game
 */
export const engineNotations = (game) => (game?.notations ?? []).flatMap(({ engine }) => engine ?? []);

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
 * An action in a notation; undefined where that writes it as on the wire.
 *
 * @param {MoveNotation} notation
 * @param {Written | null | undefined} written
 */
export function inNotation({ engine, letters }, written) {
  const text = engine ? written?.[engine] : undefined;
  return text && inLetters(text, letters?.[language()]);
}

/**
 * @param {string} text
 * @param {Record<string, string>} [letters]
 */
const inLetters = (text, letters = {}) => [...text].map((letter) => letters[letter] ?? letter).join('');

/**
 * Every way to write an action, in the letters of every language.
 *
 * @param {Descriptor} game
 * @param {Written} written
 */
export const allForms = ({ notations = [] }, written) =>
  notations.flatMap(({ engine, letters = {} }) => {
    const text = engine ? written[engine] : undefined;
    return text ? [text, ...Object.values(letters).map((own) => inLetters(text, own))] : [];
  });

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
