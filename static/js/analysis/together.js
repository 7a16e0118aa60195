// Analysing a stored game with others: their changes are taken in as they come; this page's own
// are sent while that is switched on, and again until they are answered. Nothing is connected
// before it is wanted.

import { Socket, socketUrl } from '../net/socket.js';
import { Outbox } from './outbox.js';
import { OwnView } from './own_view.js';
import { SharedTree, unshared } from './shared_tree.js';

/** @typedef {import('../../board/config.js').Shape} Shape */
/** @typedef {import('../net/protocol.js').Player} Player */
/** @typedef {import('../net/wire.d.ts').AnalysisMessage} TreeMessage */

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
  readers = 0;
  /** @type {Player | null} */
  player = null;
  /** @type {import('../games/index.js').Side | null} */
  seat = null;
  /** @type {Connection | null} null until it is wanted */
  socket = null;
  /** @type {import('../net/socket.js').Link} */
  link = 'connecting';
  #outbox = new Outbox((command) => this.socket?.send(command));
  /** Notes on nodes that have no number of the server's yet. @type {Map<number, string>} */
  #notes = new Map();
  #shared;
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
    this.#shared = new SharedTree(study, (added) => this.#take(added));
    /** The view of this page, as the others see it while that is switched on. */
    this.view = new OwnView(
      (message) => this.socket?.send(message),
      () => this.on,
    );
    this.#path = `/ws/analysis/${encodeURIComponent(id)}`;
    this.#connect = connect;
  }

  /** Connects. @returns {Connection | null} the connection if there was none before */
  open() {
    if (this.socket) return null;
    const path = this.#path;
    this.socket = this.#connect(() => (this.#shared.seq < 0 ? path : `${path}?since=${this.#shared.seq}`), {
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
    if (this.#outbox.isEmpty && this.#notes.size === 0) return 'saved';
    return this.link === 'connected' ? 'sent' : 'waiting';
  }

  /** Whether only the players of the game change what everyone sees. */
  get locked() {
    return this.#shared.locked;
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
    switch (message.type) {
      case 'welcome':
        this.player = message.player;
        this.seat = message.seat;
        this.#outbox.sendAll();
        break;
      case 'tree':
        this.#shared.begin(message);
        break;
      case 'notes':
        this.#shared.note(message.notes);
        break;
      case 'change':
        if (message.seq <= this.#shared.seq) return;
        if (message.seq > this.#shared.seq + 1) {
          // Something is missing: a new connection asks for all that this page does not know.
          this.socket?.hurry(false);
          return;
        }
        this.#shared.change(message);
        break;
      case 'ack':
        this.#outbox.answered(message.id);
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

  /** @param {{node: number, parent: number, move: string, by: string}} added */
  #take(added) {
    const before = this.study.take(added);
    if (before !== added.node) {
      this.listener.renamed(before, added.node);
      this.view.rename(before, added.node);
    }
    const text = this.#notes.get(before);
    if (text === undefined) return;
    this.#notes.delete(before);
    this.note(added.node, text);
  }

  /** @param {Extract<TreeMessage, {type: 'nack'}>} nack */
  #refused({ id, code, rule }) {
    const isLater = code === 'busy' || code === 'rate';
    if (id !== null && isLater && this.#outbox.sendLater(id)) return;
    if (id !== null) this.#outbox.answered(id);
    this.listener.refused(code, rule);
  }

  /** @param {Record<string, unknown> & {type: string}} message */
  #send(message) {
    this.#outbox.add(message);
    this.listener.changed();
  }

  /** Adds the way to a node to what everyone sees. @param {number} node */
  share(node) {
    const added = unshared(this.study.tree, node);
    if (added.moves.length > 0) this.#send({ type: 'add', ...added });
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
}
