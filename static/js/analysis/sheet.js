// The tree as it is written down: the game in rows, and below a row what else was tried there.

import { shownName } from '../game/player_name.js';
import { scoreSheet } from '../game/timeline.js';

/** @typedef {import('./study.js').Study} Study */

/**
 * @typedef {{kind: 'move', id: number, number: string}
 *   | {kind: 'said', id: number, name: string, text: string, number: string}
 *   | {kind: 'line', parts: Part[]}} Part `number` is empty where the move before has it
 */

/** @typedef {{number: number, cells: number[][], below: Part[]}} Row */

/**
 * Where an action stands: in which row, in which of its cells, and as which of the cell.
 *
 * @typedef {{number: number, cells: number, plies: number, by: import('../games/index.js').Side | null}} Place
 */

/** @typedef {{study: Study, places: Map<number, Place>}} Writing the written game, and the places of the actions met so far */

/** @type {Place} before the first action */
const START = { number: 0, cells: 2, plies: 0, by: null };

/**
 * @param {Study} study
 * @returns {{head: Part[], rows: Row[]}} `head` has the notes before the first action
 */
export function writeSheet(study) {
  const { tree } = study;
  /** @type {Writing} */
  const writing = { study, places: new Map([[0, START]]) };
  const main = tree.line(0);
  const rows = scoreSheet(main.map((id) => study.entry(id))).map(({ number, cells }) => ({
    number,
    cells: cells.map(({ plies }) => plies.map((ply) => main[ply] ?? 0)),
    below: cells.flatMap(({ plies }, half) =>
      plies.flatMap((ply) => beside(writing, main[ply] ?? 0, `${number}${half === 0 ? '.' : '…'}`)),
    ),
  }));
  return { head: said(study, 0), rows };
}

/**
 * The notes on a node, and the variations that leave where it was played.
 *
 * @param {Writing} writing
 * @param {number} id
 * @param {string} [number]
 * @returns {Part[]}
 */
const beside = (writing, id, number) => {
  const { study } = writing;
  return [...said(study, id, number), ...others(writing, study.tree.at(id).parent, id)];
};

/**
 * @param {Study} study
 * @param {number} id
 * @param {string} [number] where the note stands apart from its action
 * @returns {Part[]}
 */
const said = ({ tree }, id, number = '') =>
  tree.at(id).comments.map(({ name, text }) => ({ kind: 'said', id, name: shownName(name), text, number }));

/**
 * @param {Writing} writing
 * @param {number} parent
 * @param {number} id
 * @returns {Part[]}
 */
function others(writing, parent, id) {
  const { children } = writing.study.tree.at(parent);
  if (id !== children[0]) return [];
  return children.slice(1).map((child) => ({ kind: 'line', parts: variation(writing, child) }));
}

/**
 * @param {Writing} writing
 * @param {number} first
 * @returns {Part[]}
 */
function variation(writing, first) {
  const { study } = writing;
  /** @type {Part[]} */
  const parts = [];
  let told = false;
  for (let id = /** @type {number | undefined} */ (first); id !== undefined; id = study.tree.at(id).children[0]) {
    const number = numberOf(writing, id);
    parts.push({ kind: 'move', id, number: told && number.endsWith('…') ? '' : number });
    // The first of several variations is the one gone on with: it lists its siblings.
    const asides = id === first ? said(study, id) : beside(writing, id);
    parts.push(...asides);
    told = asides.length === 0;
  }
  return parts;
}

/**
 * The number of the row an action would stand in, such as `6.`, or `6…` in its second half.
 *
 * @param {Writing} writing
 * @param {number} id
 */
function numberOf(writing, id) {
  const { number, cells, plies } = placeOf(writing, id);
  return `${number}${cells === 1 && plies === 1 ? '.' : '…'}`;
}

/**
 * The number of each move, as the list of moves has it.
 *
 * @param {Study} study
 * @returns {(id: number) => string}
 */
export function numbering(study) {
  const writing = { study, places: new Map([[0, START]]) };
  return (id) => numberOf(writing, id);
}

/**
 * Where an action stands among the rows of the line that leads to it, as `scoreSheet` has them. Each node is visited
 * once for all that is written.
 *
 * @param {Writing} writing
 * @param {number} id
 * @returns {Place}
 */
function placeOf({ study, places }, id) {
  const way = [];
  let at = id;
  for (; !places.has(at); at = study.tree.at(at).parent) way.push(at);
  let place = places.get(at) ?? START;
  for (const step of way.reverse()) {
    place = after(place, study.entry(step).by);
    places.set(step, place);
  }
  return place;
}

/**
 * @param {Place} place
 * @param {import('../games/index.js').Side | null} by who acts next
 * @returns {Place}
 */
function after({ number, cells, plies, by: before }, by) {
  if (by === before) return { number, cells, plies: plies + 1, by };
  return cells === 1 ? { number, cells: 2, plies: 1, by } : { number: number + 1, cells: 1, plies: 1, by };
}
