// Analysing a stored game with others: their changes are taken in as they come; this page's own
// are sent while that is switched on, and again until they are answered. Nothing is connected
// before it is wanted.

import { MAX_SHAPES } from '../net/limits.js';
import { commandId } from '../net/protocol.js';
import { Socket, socketUrl } from '../net/socket.js';

/** @typedef {import('../../board/config.js').Shape} Shape */
/** @typedef {import('../net/protocol.js').Player} Player */
/** @typedef {import('../net/wire.d.ts').AnalysisMessage} TreeMessage */
/** @typedef {{type: string, id: string} & Record<string, unknown>} Command */

/** A look, and a drawing, is shown at most so often. */
const LOOK_EVERY = 400;
const AGAIN_AFTER = 1_500;

/** @typedef {Pick<Socket, 'send' | 'hurry'>} Connection */

/**
 * @typedef {object} Listener
 * @property {() => void} changed
 * @property {(node: number, player: Player) => void} looked another reader is at a node
 * @property {(node: number, player: Player, shapes: readonly Shape[]) => void} drawn another reader has drawn on the position of a node
 * @property {(before: number, node: number) => void} renamed a node of this page has got the server's number
 * @property {(code: string, rule?: string) => void} refused
 */

export class Together {
  /** Whether the acts on this page count for everyone. */
  on = false;
  locked = false;
  readers = 0;
  /** @type {Player | null} */
  player = null;
  /** @type {import('../games/index.js').Side | null} */
  seat = null;
  /** @type {Connection | null} null until it is wanted */
  socket = null;
  /** @type {import('../net/socket.js').Link} */
  link = 'connecting';
  #seq = -1;
  /** @type {Map<string, Command>} */
  #outbox = new Map();
  /** Notes on nodes that have no number of the server's yet. @type {Map<number, string>} */
  #notes = new Map();
  #looking = 0;
  /** The node that this page is at; below 0 it has no number of the server's yet. */
  #looked = 0;
  /** What this page has drawn, and on which node. @type {{node: number, shapes: readonly Shape[]}} */
  #drawn = { node: 0, shapes: [] };
  #drawing = false;
  #path;
  #connect;

  /**
   * @param {string} id
   * @param {import('./study.js').Study} study
   * @param {Listener} listener
   * @param {(url: () => string, heard: {message: (message: any) => void, link: (link: import('../net/socket.js').Link) => void}) => Connection} [connect]
   */
  constructor(id, study, listener, connect = (url, heard) => new Socket(() => socketUrl(url()), heard)) {
    this.study = study;
    this.listener = listener;
    this.#path = `/ws/analysis/${encodeURIComponent(id)}`;
    this.#connect = connect;
  }

  /** Connects. @returns {Connection | null} the connection if there was none before */
  open() {
    if (this.socket) return null;
    const path = this.#path;
    this.socket = this.#connect(() => (this.#seq < 0 ? path : `${path}?since=${this.#seq}`), {
      message: (message) => this.#receive(message),
      link: (link) => {
        this.link = link;
        this.listener.changed();
      },
    });
    return this.socket;
  }

  /** How far what this page did for everyone has come. @returns {'waiting' | 'sent' | 'saved'} */
  get delivery() {
    if (this.#outbox.size === 0 && this.#notes.size === 0) return 'saved';
    return this.link === 'connected' ? 'sent' : 'waiting';
  }

  /** Whether this page may change what everyone sees, as far as it is known. */
  get writes() {
    return !this.locked || this.seat !== null;
  }

  /** Whether a node may be removed or moved by this page. @param {number} node */
  owns(node) {
    return node < 0 || (this.on && (this.seat !== null || this.study.tree.at(node).by === this.player?.id));
  }

  /** @param {TreeMessage} message */
  #receive(message) {
    const { tree } = this.study;
    switch (message.type) {
      case 'welcome':
        this.player = message.player;
        this.seat = message.seat;
        for (const command of this.#outbox.values()) this.socket?.send(command);
        break;
      case 'tree': {
        this.#seq = message.seq;
        this.locked = message.locked;
        const ids = message.nodes.map(({ node }) => node);
        // Removals first, so that a removed node is not taken for its successor; then the order.
        tree.keep(ids);
        for (const { by, ...node } of message.nodes) this.#take({ ...node, by: by.id });
        tree.keep(ids);
        for (const { node, by, text } of message.notes) tree.comment(node, { by: by.id, name: by.name, text });
        break;
      }
      case 'notes':
        for (const { node, by, text } of message.notes) tree.comment(node, { by: by.id, name: by.name, text });
        break;
      case 'change':
        if (message.seq <= this.#seq) return;
        if (message.seq > this.#seq + 1) {
          // Something is missing: a new connection asks for all that this page does not know.
          this.socket?.hurry(false);
          return;
        }
        this.#seq = message.seq;
        this.#change(message);
        break;
      case 'ack':
        this.#outbox.delete(message.id);
        break;
      case 'nack':
        this.#refused(message);
        return;
      case 'looked':
        if (message.player.id !== this.player?.id) this.listener.looked(message.node, message.player);
        return;
      case 'drawn':
        if (message.player.id !== this.player?.id) this.listener.drawn(message.node, message.player, message.shapes);
        return;
      case 'readers':
        this.readers = message.count;
        break;
      default:
        return;
    }
    this.study.refresh();
    this.listener.changed();
  }

  /** @param {Extract<TreeMessage, {type: 'change'}>} change */
  #change(change) {
    const { tree } = this.study;
    const { by } = change;
    switch (change.kind) {
      case 'added':
        this.#take({ node: change.node, parent: change.parent, move: change.move, by: by.id });
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
        tree.keep([]);
        break;
      case 'locked':
        this.locked = change.on;
        break;
    }
  }

  /** @param {{node: number, parent: number, move: string, by: string}} added */
  #take(added) {
    const before = this.study.take(added);
    if (before !== added.node) {
      this.listener.renamed(before, added.node);
      if (this.#looked === before) this.look(added.node);
      if (this.#drawn.node === before) this.draw(added.node, this.#drawn.shapes);
    }
    const text = this.#notes.get(before);
    if (text === undefined) return;
    this.#notes.delete(before);
    this.note(added.node, text);
  }

  /** @param {Extract<TreeMessage, {type: 'nack'}>} nack */
  #refused({ id, code, rule }) {
    const command = id === null ? undefined : this.#outbox.get(id);
    if (command && (code === 'busy' || code === 'rate')) {
      setTimeout(() => this.socket?.send(command), AGAIN_AFTER);
      return;
    }
    if (id !== null) this.#outbox.delete(id);
    this.listener.refused(code, rule);
  }

  /** @param {Record<string, unknown> & {type: string}} message */
  #send(message) {
    const command = { ...message, id: commandId() };
    this.#outbox.set(command.id, command);
    this.socket?.send(command);
    this.listener.changed();
  }

  /** Adds the way to a node to what everyone sees. @param {number} node */
  share(node) {
    const unshared = this.study.tree.unshared(node);
    if (unshared.moves.length > 0) this.#send({ type: 'add', ...unshared });
  }

  /**
   * @param {number} node
   * @param {string} text
   */
  note(node, text) {
    if (node >= 0) this.#send({ type: 'note', node, text });
    else {
      this.#notes.set(node, text);
      this.share(node);
    }
  }

  /**
   * @param {'delete' | 'promote'} type
   * @param {number} node
   */
  alter(type, node) {
    this.#send({ type, node });
  }

  /** @param {boolean} on */
  lock(on) {
    this.#send({ type: 'lock', on });
  }

  /**
   * Shows the others the drawing on a node, once the node has a number that they know.
   *
   * @param {number} node
   * @param {readonly Shape[]} shapes
   */
  draw(node, shapes) {
    this.#drawn = { node, shapes };
    if (!this.on || node < 0) return;
    if (this.#drawing) return;
    this.#drawing = true;
    setTimeout(() => {
      this.#drawing = false;
      const { node: on, shapes: all } = this.#drawn;
      const told = all.slice(-MAX_SHAPES).map(({ from, to, brush = 'green' }) => ({ from, to, brush }));
      if (on >= 0) this.socket?.send({ type: 'draw', node: on, shapes: told });
    }, LOOK_EVERY);
  }

  /** Shows the others where this page is, once the node has a number that they know. @param {number} node */
  look(node) {
    this.#looked = node;
    if (!this.on || node < 0) return;
    this.#looking ||= Number(
      setTimeout(() => {
        this.#looking = 0;
        if (this.#looked >= 0) this.socket?.send({ type: 'look', node: this.#looked });
      }, LOOK_EVERY),
    );
  }
}
