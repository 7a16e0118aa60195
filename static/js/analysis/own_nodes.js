// The nodes and notes of a tree that only this device has, to be stored over a reload.

/** @typedef {import('./tree.js').Tree} Tree */

/** The nodes and notes of this device alone. @param {Tree} tree */
export function ownNodes(tree) {
  /** @type {[parent: number, action: string][]} */
  const nodes = [];
  /** @type {[id: number, text: string][]} */
  const said = [];
  /** @type {Map<number, number>} numbered again, for every page counts from the start */
  const numbers = new Map();
  const visit = (/** @type {number} */ id) => {
    const node = tree.at(id);
    if (id < 0) {
      nodes.push([numbers.get(node.parent) ?? node.parent, node.action ?? '']);
      numbers.set(id, -nodes.length);
    }
    for (const { by, text } of node.comments) if (by === '') said.push([numbers.get(id) ?? id, text]);
    node.children.forEach(visit);
  };
  visit(0);
  return { nodes, said };
}

/**
 * Puts them back.
 *
 * @param {Tree} tree
 * @param {Partial<ReturnType<typeof ownNodes>>} own as they were stored, perhaps by another version
 */
export function restoreOwn(tree, { nodes = [], said = [] }) {
  if (!Array.isArray(nodes) || !Array.isArray(said)) return;
  /** @type {number[]} */
  const made = [];
  const real = (/** @type {number} */ id) => (id < 0 ? (made[-id - 1] ?? 0) : id);
  for (const [parent, action] of nodes) made.push(tree.has(real(parent)) ? tree.add(real(parent), action) : 0);
  for (const [id, text] of said) tree.comment(real(id), { by: '', name: '', text });
}
