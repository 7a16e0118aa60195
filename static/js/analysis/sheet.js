// @ts-check
// The tree as it is written down: the game in rows, and below a row what else was tried there.

import { scoreSheet } from '../game/timeline.js';

/** @typedef {import('./study.js').Study} Study */

/**
 * @typedef {{kind: 'move', id: number, number: string}
 *   | {kind: 'said', id: number, name: string, text: string, number: string}
 *   | {kind: 'line', parts: Part[]}} Part `number` is empty where the move before tells it
 */

/** @typedef {{number: number, cells: number[][], below: Part[]}} Row */

/**
 * @param {Study} study
 * @returns {{head: Part[], rows: Row[]}} `head` is what is said before the first action
 */
export function writeSheet(study) {
  const { tree } = study;
  const main = tree.line(0);
  const rows = scoreSheet(main.map((id) => study.entry(id))).map(({ number, cells }) => ({
    number,
    cells: cells.map(({ plies }) => plies.map((ply) => main[ply] ?? 0)),
    below: cells.flatMap(({ plies }, half) =>
      plies.flatMap((ply) => beside(study, main[ply] ?? 0, `${number}${half === 0 ? '.' : '…'}`)),
    ),
  }));
  return { head: said(study, 0), rows };
}

/**
 * What is said of a node, and the variations that leave where it was played.
 *
 * @param {Study} study
 * @param {number} id
 * @param {string} [number]
 * @returns {Part[]}
 */
const beside = (study, id, number) => [...said(study, id, number), ...others(study, study.tree.at(id).parent, id)];

/**
 * @param {Study} study
 * @param {number} id
 * @param {string} [number] where the note stands apart from its action
 * @returns {Part[]}
 */
const said = ({ tree }, id, number = '') =>
  tree.at(id).comments.map(({ name, text }) => ({ kind: 'said', id, name, text, number }));

/**
 * @param {Study} study
 * @param {number} parent
 * @param {number} id
 * @returns {Part[]}
 */
function others(study, parent, id) {
  const { children } = study.tree.at(parent);
  if (id !== children[0]) return [];
  return children.slice(1).map((child) => ({ kind: 'line', parts: variation(study, child) }));
}

/**
 * @param {Study} study
 * @param {number} first
 * @returns {Part[]}
 */
function variation(study, first) {
  /** @type {Part[]} */
  const parts = [];
  let told = false;
  for (let id = /** @type {number | undefined} */ (first); id !== undefined; id = study.tree.at(id).children[0]) {
    const number = numberOf(study, id);
    parts.push({ kind: 'move', id, number: told && number.endsWith('…') ? '' : number });
    // The first of several variations is the one gone on with: it lists its siblings.
    const asides = id === first ? said(study, id) : beside(study, id);
    parts.push(...asides);
    told = asides.length === 0;
  }
  return parts;
}

/**
 * The number of the row an action would stand in, such as `6.`, or `6…` in its second half.
 *
 * @param {Study} study
 * @param {number} id
 */
function numberOf(study, id) {
  const row = scoreSheet(study.tree.path(id).map((step) => study.entry(step))).at(-1);
  const cell = row?.cells.at(-1)?.plies.length ?? 0;
  return `${row?.number ?? 0}${row?.cells.length === 1 && cell === 1 ? '.' : '…'}`;
}
