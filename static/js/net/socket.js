// A WebSocket that comes back by itself: with growing pauses, at once when the network returns,
// and from the event after the last one seen.

import { load } from '../ui/load.js';
import { renewVisitor } from './visitor.js';
import { pause } from './pause.js';
import { ping, readMessage } from './protocol.js';

/** @typedef {'connecting' | 'connected' | 'reconnecting'} Link */

const PING_EVERY = 10_000;
/** A link that has been silent for longer than this after a ping is dead, whatever the browser reports. */
const SILENCE = 25_000;
/** How long one that may have died unseen has for an answer. */
const SOON = 4_000;
/** The server's close code for the sockets of a session that has ended. */
const SESSION_ENDED = 4010;

/**
 * A socket's surroundings; tests bring their own.
 *
 * @typedef {object} Surroundings
 * @property {(url: string) => WebSocket} open
 * @property {(run: () => void, ms: number) => number} after
 * @property {(timer: number) => void} cancel
 * @property {() => number} now
 * @property {() => number} random
 * @property {() => Promise<unknown>} renew asks again who the visitor is
 */

/** @type {Surroundings} */
const BROWSER = {
  open: (url) => new WebSocket(url),
  after: (run, ms) => /** @type {number} */ (/** @type {unknown} */ (setTimeout(run, ms))),
  cancel: (timer) => clearTimeout(timer),
  now: () => Date.now(),
  random: () => Math.random(),
  renew: renewVisitor,
};

export class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  #failures = 0;
  #up = false;
  #received = 0;
  #pinged = 0;
  /** @type {number | null} */
  #timer = null;
  #closed = false;

  /**
   * @param {() => string} url asked before every attempt, since it carries `since`
   * @param {{message: (message: any) => void, link: (link: Link) => void}} listener
   * @param {{world?: Surroundings}} [options]
   */
  constructor(url, listener, { world = BROWSER } = {}) {
    this.url = url;
    this.listener = listener;
    this.world = world;
    listener.link('connecting');
    this.#connect();
  }

  /**
   * Sends a message if the link is up. The caller stores messages that must not be lost, and sends them again.
   *
   * @param {object} message
   * @returns {boolean} whether it was handed to the network
   */
  send(message) {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /**
   * Tries at once, as when the network is back or the page is shown again. A link that is up may
   * have died in between: it has to answer soon.
   *
   * @param {boolean} [online] without a network the link is given up instead
   */
  hurry(online = true) {
    if (this.#closed) return;
    if (!online) this.#retry();
    else if (this.#socket?.readyState === 1) this.#ask(SOON, 0);
    else {
      this.#failures = 0;
      this.#drop();
      this.#connect();
    }
  }

  close() {
    this.#closed = true;
    this.#drop();
  }

  #connect() {
    const socket = this.world.open(this.url());
    this.#socket = socket;
    this.#received = this.world.now();
    socket.onopen = () => this.#ask(PING_EVERY, SILENCE);
    socket.onmessage = (event) => {
      this.#received = this.world.now();
      if (!this.#up) {
        this.#up = true;
        this.#failures = 0;
        this.listener.link('connected');
      }
      const message = readMessage(String(event.data));
      // For every visitor of the site, whatever the page is about.
      if (message?.type === 'notice')
        load(() => import('../ui/announcement.js')).then((module) => module?.announce(message.text));
      else if (message) this.listener.message(message);
    };
    socket.onclose = async ({ code }) => {
      // Before the next connection, so that both are of the same guest.
      if (code === SESSION_ENDED) await this.world.renew();
      this.#retry();
    };
    // A connection that never opens must not be waited for longer than a silent one.
    this.#schedule(() => this.#retry(), SILENCE);
  }

  /**
   * @param {number} wait until it is asked again
   * @param {number} silence its length by then
   */
  #ask(wait, silence) {
    this.#pinged = this.world.now();
    this.send(ping(this.#pinged));
    this.#schedule(() => {
      // A page out of sight wakes once a minute: a link that was asked nothing since is not silent.
      if (this.#received < this.#pinged && this.world.now() - this.#received > silence) this.#retry();
      else this.#ask(PING_EVERY, SILENCE);
    }, wait);
  }

  #retry() {
    this.#drop();
    if (this.#closed) return;
    this.listener.link('reconnecting');
    this.#schedule(() => this.#connect(), pause(this.#failures, this.world.random()));
    this.#failures += 1;
  }

  /**
   * @param {() => void} run
   * @param {number} ms
   */
  #schedule(run, ms) {
    if (this.#timer !== null) this.world.cancel(this.#timer);
    this.#timer = this.world.after(run, ms);
  }

  #drop() {
    if (this.#timer !== null) this.world.cancel(this.#timer);
    this.#timer = null;
    const socket = this.#socket;
    this.#socket = null;
    this.#up = false;
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }
}

/**
 * @param {string} path
 * @returns {string} the address of a WebSocket on this server
 */
export const socketUrl = (path) => `${location.origin.replace(/^http/, 'ws')}${path}`;
