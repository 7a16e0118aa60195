// A game with its variations: a tree of actions with comments. Knows no rules;
// the caller that adds an action has asked the engine.

import { ANNOTATOR } from './annotator.js';

/** @typedef {{by: string, name: string, text: string}} Comment `by` is the author's id, empty for this device's own */

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {number} parent -1 at the start
 * @property {string | null} action
 * @property {number[]} children the first continues the line
 * @property {string} by the author's id, empty for the game's own actions and this device's
 * @property {Comment[]} comments
 */

export class Tree {
  /** @type {Map<number, Node>} */
  #nodes = new Map();
  #fresh = -1;
  /** Grows with every change, also of comments. */
  changes = 0;

  /**
   * The actions of the game are the nodes 0 (the start) to their number. A node tried here only
   * has a number below 0, a shared one the server's, above the game's.
   *
   * @param {readonly string[]} moves
   */
  constructor(moves) {
    this.plies = moves.length;
    this.#put(0, -1, null, '');
    for (const [index, action] of moves.entries()) this.#put(index + 1, index, action, '');
  }

  /** @param {number} id @param {number} parent @param {string | null} action @param {string} by */
  #put(id, parent, action, by) {
    this.changes += 1;
    this.#nodes.set(id, { id, parent, action, by, children: [], comments: [] });
    this.#nodes.get(parent)?.children.push(id);
  }

  /** All nodes, in the order in which they were added. */
  get all() {
    return [...this.#nodes.values()];
  }

  /** @param {number} id */
  has(id) {
    return this.#nodes.has(id);
  }

  /** The node, or the start if there is no such node any more. @param {number} id @returns {Node} */
  at(id) {
    return /** @type {Node} */ (this.#nodes.get(id) ?? this.#nodes.get(0));
  }

  /**
   * Plays the game itself on, before whatever was tried there.
   *
   * @param {string} action
   */
  extend(action) {
    const last = this.at(this.plies);
    this.plies += 1;
    this.#put(this.plies, last.id, action, '');
    last.children.unshift(/** @type {number} */ (last.children.pop()));
    return this.plies;
  }

  /** Takes the game's last action back, with the tries after it. */
  shorten() {
    const last = this.plies;
    if (last === 0) return;
    this.plies -= 1;
    this.remove(last);
  }

  /** Whether a node is the game's own, which is never changed. @param {number} id */
  isGame(id) {
    return id >= 0 && id <= this.plies;
  }

  /** The ids from the start to a node, both included. @param {number} id */
  path(id) {
    const path = [];
    for (let at = this.at(id); ; at = this.at(at.parent)) {
      path.unshift(at.id);
      if (at.parent < 0 && at.id === 0) return path;
    }
  }

  /** The path to a node and on along the first continuations. @param {number} id */
  line(id) {
    const line = this.path(id);
    for (let next = this.at(id).children[0]; next !== undefined; next = this.at(next).children[0]) line.push(next);
    return line;
  }

  /** The actions that lead to a node. @param {number} id */
  actions(id) {
    return this.path(id)
      .slice(1)
      .map((step) => this.at(step).action ?? '');
  }

  /** The node that an action leads to, if there is one. @param {number} parent @param {string} action */
  child(parent, action) {
    return this.at(parent).children.find((id) => this.at(id).action === action);
  }

  /**
   * Adds an action, or gives the node that is there its number if it had one of this device's.
   *
   * @param {number} parent
   * @param {string} action
   * @param {number} [id] the server's
   * @param {string} [by]
   * @returns {number}
   */
  add(parent, action, id, by = '') {
    const there = this.child(parent, action);
    if (there !== undefined) return id !== undefined && there < 0 ? this.#rename(there, id, by) : there;
    const fresh = id ?? this.#fresh--;
    this.#put(fresh, parent, action, by);
    return fresh;
  }

  /** @param {number} from @param {number} to @param {string} by */
  #rename(from, to, by) {
    this.changes += 1;
    const node = this.at(from);
    this.#nodes.delete(from);
    this.#nodes.set(to, { ...node, id: to, by });
    const siblings = this.at(node.parent).children;
    siblings[siblings.indexOf(from)] = to;
    for (const child of node.children) this.at(child).parent = to;
    return to;
  }

  /**
   * Sets a reader's note on a node; each has one note there.
   *
   * @param {number} id
   * @param {Comment} comment an empty text takes it back
   */
  comment(id, comment) {
    this.changes += 1;
    const { comments } = this.at(id);
    const place = comments.findIndex(({ by }) => by === comment.by);
    if (!comment.text) {
      if (place >= 0) comments.splice(place, 1);
    } else if (place >= 0) comments[place] = comment;
    else comments.push(comment);
  }

  /** Removes the notes of others on a node, but the game's own. @param {number} id */
  clear(id) {
    const node = this.at(id);
    node.comments = node.comments.filter(({ by }) => by === '' || by === ANNOTATOR);
  }

  /**
   * Removes a variation with everything after it.
   *
   * @param {number} id
   * @returns {number} where it branched off
   */
  remove(id) {
    if (this.isGame(id) || !this.has(id)) return id;
    this.changes += 1;
    const { parent, children } = this.at(id);
    for (const child of [...children]) this.remove(child);
    const siblings = this.at(parent).children;
    siblings.splice(siblings.indexOf(id), 1);
    this.#nodes.delete(id);
    return parent;
  }

  /**
   * Puts a variation before its siblings; the game itself stays first.
   *
   * @param {number} id
   */
  promote(id) {
    if (this.isGame(id) || !this.has(id)) return;
    this.changes += 1;
    const siblings = this.at(this.at(id).parent).children;
    siblings.splice(siblings.indexOf(id), 1);
    siblings.splice(this.isGame(siblings[0] ?? -1) ? 1 : 0, 0, id);
  }

  /** Whether promoting a node would change anything. @param {number} id */
  canRise(id) {
    if (this.isGame(id) || !this.has(id)) return false;
    const siblings = this.at(this.at(id).parent).children;
    return siblings.indexOf(id) > (this.isGame(siblings[0] ?? -1) ? 1 : 0);
  }
}
