// The study of a game: the tree of played and tried moves, the current node, and the
// engine's answers about every node. Draws nothing.

import { Timeline } from '../game/timeline.js';
import { Tree } from './tree.js';

/** @typedef {import('../game/timeline.js').Entry} Entry */
/** @typedef {import('../game/timeline.js').EngineGame} EngineGame */

export class Study {
  /** @type {Map<number, Entry>} */
  #entries = new Map();
  #line;
  /** @type {{line: string, reason: string | null, evidence: string | undefined} | null} */
  #ending = null;
  #current;

  /**
   * @param {EngineGame} game at its start
   * @param {readonly string[]} moves of the game
   * @param {readonly string[]} [notations] those of the engine that its actions are written in
   * @param {boolean} [grows] whether moves at its end continue the game
   */
  constructor(game, moves, notations = [], grows = false) {
    this.grows = grows;
    this.timeline = new Timeline(game, notations);
    // Moves that the engine of today refuses are not part of the study.
    this.timeline.sync(moves);
    this.tree = new Tree(moves.slice(0, this.timeline.ply));
    this.#line = this.tree.line(0);
    this.#current = this.tree.plies;
    this.#learn(this.tree.path(this.tree.plies));
  }

  /** The node that the board shows. */
  get current() {
    return this.#current;
  }

  /** The nodes that one steps through. */
  get line() {
    return this.#line;
  }

  /** How many actions lead to the node shown. */
  get ply() {
    return this.#line.indexOf(this.#current);
  }

  /** How many actions the line has. */
  get plies() {
    return this.#line.length - 1;
  }

  /** What stands after `ply` actions of the line. @param {number} ply */
  at(ply) {
    return this.entry(this.#line[Math.max(0, Math.min(ply, this.plies))] ?? 0);
  }

  /**
   * What stands at a node.
   *
   * @param {number} id
   * @returns {Entry}
   */
  entry(id) {
    const known = this.#entries.get(id);
    if (known) return known;
    this.#stand(id);
    return this.#entries.get(id) ?? this.timeline.last;
  }

  /** Has the engine stand at a node. @param {number} id */
  #stand(id) {
    this.timeline.sync(this.tree.actions(id));
    this.#learn(this.tree.path(id));
  }

  /** @param {number[]} path */
  #learn(path) {
    path.forEach((id, ply) => {
      if (ply <= this.timeline.ply) this.#entries.set(id, this.timeline.at(ply));
    });
  }

  /** Goes to a node; the line stays as it is if the node is on it. @param {number} id */
  go(id) {
    this.#current = this.tree.at(id).id;
    this.refresh();
  }

  /** To be called when the tree has changed. */
  refresh() {
    if (!this.tree.has(this.#current)) this.#current = 0;
    const along = this.#line.every(
      (id, ply) => this.tree.has(id) && (ply === 0 || this.tree.at(id).parent === this.#line[ply - 1]),
    );
    const last = this.#line.at(-1) ?? 0;
    this.#line = this.tree.line(along && this.#line.includes(this.#current) ? last : this.#current);
  }

  /** @returns {string[]} the legal actions here */
  legal() {
    return this.legalAt(this.#current);
  }

  /**
   * The legal actions at a node.
   *
   * @param {number} id
   * @returns {string[]}
   */
  legalAt(id) {
    return this.gameAt(id).legal();
  }

  /**
   * The engine's game as it stands at a node, until the next question.
   *
   * @param {number} id
   */
  gameAt(id) {
    this.#stand(id);
    return this.timeline.game;
  }

  /** The game as it stands at the node shown. */
  here() {
    this.#stand(this.#current);
    return this.timeline;
  }

  /** @param {string} action */
  refuse(action) {
    return this.here().refuse(action);
  }

  /** How the rules end the game here. */
  outcome() {
    const game = this.gameAt(this.#current);
    return { result: game.result() ?? null, reason: game.reason() ?? null };
  }

  /** How the rules end the line shown, and why, if it is by a repetition. */
  ending() {
    const last = this.#line.at(-1) ?? 0;
    const line = this.tree.actions(last).join(' ');
    if (this.#ending?.line !== line) {
      const game = this.gameAt(last);
      this.#ending = { line, reason: game.reason() ?? null, evidence: game.evidence() };
    }
    return this.#ending;
  }

  /**
   * Plays an action from here: steps on, or begins a variation.
   *
   * @param {string} action
   * @returns {boolean} false if the rules refuse it
   */
  play(action) {
    const known = this.tree.child(this.#current, action);
    if (known === undefined && this.refuse(action)) return false;
    const grown = this.grows && this.#current === this.tree.plies;
    this.go(known ?? (grown ? this.tree.extend(action) : this.tree.add(this.#current, action)));
    return true;
  }

  /** Takes back what ended the game, or the last action of it. */
  takeBack() {
    this.tree.shorten();
    // The numbers of the game's nodes are given again.
    for (const id of this.#entries.keys()) if (!this.tree.has(id)) this.#entries.delete(id);
    this.go(this.tree.plies);
  }

  /**
   * Adds a node from the server.
   *
   * @param {{node: number, parent: number, move: string, by: string}} added
   * @returns {number} the number it had here before
   */
  take({ node, parent, move, by }) {
    const before = this.tree.child(parent, move);
    const id = this.tree.add(parent, move, node, by);
    if (before === undefined || before === id) return id;
    if (this.#current === before) this.#current = id;
    this.#line = this.#line.map((step) => (step === before ? id : step));
    const entry = this.#entries.get(before);
    if (entry) this.#entries.set(id, entry);
    this.#entries.delete(before);
    return before;
  }
}
