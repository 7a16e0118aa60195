// The stored states of the replay page: the games of this device, a record on its way to its page, and tried moves.

import { queryOf } from '../game/game_query.js';
import { pick } from '../i18n/i18n.js';
import { ANNOTATOR } from './annotator.js';
import { ownNodes, restoreOwn } from './own_nodes.js';
import { addressOf, LOCAL, localGames, recall, RECORD, startOf } from './subject.js';

/** @typedef {import('./records.js').Recorded} Recorded */
/** @typedef {import('./subject.js').Subject} Subject */
/** @typedef {import('./tree.js').Tree} Tree */

/** How many games of this device are stored. */
const MOST_LOCAL = 20;

/**
 * The game of this device that began as `subject` does, as far as it has come.
 *
 * @param {Subject} subject
 * @returns {Subject}
 */
export function resumed(subject) {
  const start = startOf(subject.record);
  const kept = localGames().find(([known]) => known === start)?.[1];
  return kept ? { ...subject, record: kept } : subject;
}

/**
 * Keeps a game of this device, also when the browser is closed; others stay as they are.
 *
 * @param {Recorded} record
 * @param {string[]} moves
 * @param {Recorded['own']} [own]
 */
export function keepLocal(record, moves, own) {
  const start = startOf(record);
  const others = localGames().filter(([known]) => known !== start);
  keep(LOCAL, [...others, [start, { ...record, moves, own }]].slice(-MOST_LOCAL), 'localStorage');
}

/** Opens a record in the analysis page. @param {Recorded} record */
export function openRecord(record) {
  keep(RECORD, record);
  location.assign(`/analysis?${addressOf(record)}`);
}

/**
 * Restores the moves tried on this game in this tab, or in a game of this device, and stores later
 * ones.
 *
 * @param {Pick<Subject, 'id' | 'record' | 'annotations'>} subject
 * @param {Tree} tree
 * @param {boolean} [local]
 * @returns {() => void} to be called when something was tried
 */
export function keepTrials({ id, record, annotations = [] }, tree, local) {
  for (const said of annotations) tree.comment(said.ply, { by: ANNOTATOR, name: '', text: pick(said) });
  const key = `yiguan.study.${id ?? queryOf(record)}`;
  const own = local ? record.own : /** @type {Recorded['own'] | null} */ (recall(key));
  if (own) restoreOwn(tree, own);
  else {
    for (const [ply, text] of record.comments) tree.comment(ply, { by: '', name: '', text });
    for (const { moves, comments } of record.lines ?? []) {
      const nodes = [0];
      for (const action of moves) nodes.push(tree.add(nodes.at(-1) ?? 0, action));
      for (const [ply, text] of comments) tree.comment(nodes[ply] ?? 0, { by: '', name: '', text });
    }
  }
  return () => (local ? keepLocal(record, tree.actions(tree.plies), ownNodes(tree)) : keep(key, ownNodes(tree)));
}

/**
 * @param {string} key
 * @param {unknown} value
 * @param {'sessionStorage' | 'localStorage'} [storage]
 */
function keep(key, value, storage = 'sessionStorage') {
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be forbidden or full; tried moves are then gone with the page.
  }
}
