// The parts of a game that a file of some notation leaves out, found by reading the file again.

import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';

/** The parts that a text with variations adds to a plain one. */
const OF_TREES = ['variations', 'comments'];

/**
 * The parts of a game that a text does not hold.
 *
 * @param {Pick<import('./records_module.js').Readers, 'not_held'>} readers
 * @param {string} text
 * @param {string} plain the game as a plain record, which holds everything but variations
 * @param {string | null} tree the game in a notation that has variations, if there is one
 * @returns {string[]} words such as `variations`, each once
 */
export function notHeld(readers, text, plain, tree) {
  const of = (/** @type {string} */ game) => /** @type {string[]} */ (JSON.parse(readers.not_held(game, text)));
  const ofTree = tree === null ? [] : of(tree).filter((part) => OF_TREES.includes(part));
  return [...new Set([...ofTree, ...of(plain)])];
}

/**
 * As `notHeld`; null where the readers cannot be loaded, which the visitor then reads.
 *
 * @param {string} text
 * @param {string} plain
 * @param {string | null} tree
 */
export async function partsNotHeld(text, plain, tree) {
  const loaded = await load(() => import('./records_module.js'));
  const readers = loaded && (await load(loaded.loadReaders));
  return readers ? notHeld(readers, text, plain, tree) : null;
}

/**
 * The sentence that names the parts that a file leaves out; empty where there are none.
 *
 * @param {string} notation
 * @param {readonly string[]} parts
 */
export const lostSentence = (notation, parts) =>
  parts.length > 0
    ? t('files.lost', {
        notation: notation.toUpperCase(),
        parts: parts.map((part) => t(`files.lost.${part}`)).join(t('files.and')),
      })
    : '';
