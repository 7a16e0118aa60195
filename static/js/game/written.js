// An action as text, in the notations of a game and the letters of a language.

import { language } from '../i18n/i18n.js';

/** @typedef {import('../games/index.js').Descriptor} Descriptor */
/** @typedef {import('../games/index.js').MoveNotation} MoveNotation */

/** An action in the engine's notations, by the engine's names. @typedef {Record<string, string>} Written */

/**
 * The engine's notations that a game is written in.
 *
 * @param {Descriptor | undefined} game
 */
export const engineNotations = (game) => (game?.notations ?? []).flatMap(({ engine }) => engine ?? []);

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
