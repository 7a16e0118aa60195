// The tree of a stored game as the server has it: its messages are applied to the study in their order.

/** @typedef {import('../net/wire.d.ts').AnalysisMessage} Message */
/** @typedef {{node: number, parent: number, move: string, by: string}} Added */

export class SharedTree {
  /** The number of the last change; below 0 before the first tree. */
  seq = -1;
  /** Whether only the players of the game may change it. */
  locked = false;

  /**
   * @param {import('./study.js').Study} study
   * @param {(added: Added) => void} take adds a node to the study
   */
  constructor(study, take) {
    this.study = study;
    this.take = take;
  }

  /** The whole tree. @param {Extract<Message, {type: 'tree'}>} message */
  begin({ seq, locked, nodes, notes }) {
    const { tree } = this.study;
    this.seq = seq;
    this.locked = locked;
    const ids = nodes.map(({ node }) => node);
    // Removals first, so that a removed node is not taken for its successor; then the order.
    keepOnly(tree, ids);
    for (const { by, ...node } of nodes) this.take({ ...node, by: by.id });
    keepOnly(tree, ids);
    this.note(notes);
  }

  /** @param {Extract<Message, {type: 'notes'}>['notes']} notes */
  note(notes) {
    for (const { node, by, text } of notes) this.study.tree.comment(node, { by: by.id, name: by.name, text });
  }

  /** The next change. @param {Extract<Message, {type: 'change'}>} change */
  change(change) {
    const { tree } = this.study;
    const { by } = change;
    this.seq = change.seq;
    switch (change.kind) {
      case 'added':
        this.take({ node: change.node, parent: change.parent, move: change.move, by: by.id });
        break;
      case 'noted':
        tree.comment(change.node, { by: change.of ?? by.id, name: by.name, text: change.text });
        break;
      case 'deleted':
        tree.remove(change.node);
        break;
      case 'promoted':
        tree.promote(change.node);
        break;
      case 'cleared':
        keepOnly(tree, []);
        break;
      case 'locked':
        this.locked = change.on;
        break;
    }
  }
}

/**
 * Removes all but the nodes of the game, of this device and of `ids`, in that order, and the notes of others but the game's own.
 *
 * @param {import('./tree.js').Tree} tree
 * @param {number[]} ids the server's
 */
export function keepOnly(tree, ids) {
  tree.changes += 1;
  const place = new Map(ids.map((id, index) => [id, index + 1]));
  for (const { id } of tree.all) if (id > tree.plies && !place.has(id)) tree.remove(id);
  const rank = (/** @type {number} */ id) => (id < 0 ? Infinity : (place.get(id) ?? 0));
  for (const { id, children } of tree.all) {
    children.sort((a, b) => rank(a) - rank(b) || 0);
    tree.clear(id);
  }
}

/**
 * Where the nodes that only this device has begin, and what leads there from a shared one.
 *
 * @param {import('./tree.js').Tree} tree
 * @param {number} id
 * @returns {{node: number, moves: string[]}}
 */
export function unshared(tree, id) {
  const path = tree.path(id);
  const from = path.findIndex((step) => step < 0);
  if (from < 0) return { node: id, moves: [] };
  return { node: path[from - 1] ?? 0, moves: path.slice(from).map((step) => tree.at(step).action ?? '') };
}
