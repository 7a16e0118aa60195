// A visitor's part in one match: the link, the state, the engine's game, and the commands on their way. Draws nothing.

import { match as fetchMatch, Problem } from '../net/api.js';
import { join as joinMatch } from '../net/matches_api.js';
import * as protocol from '../net/protocol.js';
import { Socket, socketUrl } from '../net/socket.js';
import { EngineGame } from './engine_game.js';
import { KeptOutbox } from './kept_outbox.js';
import { ServerTime } from '../game/clock.js';
import { pendingPlay, queue, unsent } from './outbox.js';
import { SnapshotRequest } from './snapshot_request.js';
import { emptyState, receive } from './state.js';

/** @typedef {import('../net/protocol.js').Side} Side */

/**
 * @typedef {object} SessionListener
 * @property {() => void} changed
 * @property {(link: import('../net/socket.js').Link) => void} link
 * @property {(problem: string) => void} missing the match cannot be shown
 * @property {(client: string | undefined) => void} [version] of which version of the client the server's pages are
 */

/**
 * The server, as a session reaches it, and the state that is known already; tests bring their own.
 *
 * @typedef {object} Outside
 * @property {Side | null} [seat] the visitor's, until the server welcomes him
 * @property {(id: string) => Promise<import('../net/protocol.js').Snapshot>} [fetch]
 * @property {(id: string) => Promise<{seat: Side}>} [join]
 * @property {Pick<KeptOutbox, 'read' | 'write'>} [outbox]
 * @property {(run: () => void, ms: number) => void} [after]
 * @property {(path: () => string, heard: {message: (message: any) => void, link: (link: import('../net/socket.js').Link) => void}) => Pick<Socket, 'send' | 'hurry' | 'close'>} [connect]
 */

export class Session {
  state = emptyState();
  time = new ServerTime();
  game = new EngineGame();
  #outbox;
  #request;
  #join;

  /**
   * @param {string} id
   * @param {SessionListener} listener
   * @param {Outside} [outside]
   */
  constructor(
    id,
    listener,
    {
      fetch = fetchMatch,
      join = joinMatch,
      seat = null,
      connect = (url, heard) => new Socket(() => socketUrl(url()), heard),
      outbox = new KeptOutbox(id),
      after = (run, ms) => void setTimeout(run, ms),
    } = {},
  ) {
    this.id = id;
    this.listener = listener;
    this.#join = join;
    this.#outbox = outbox;
    this.#request = new SnapshotRequest(() => this.socket.send(protocol.askSnapshot()), after);
    this.state = { ...this.state, seat, outbox: outbox.read() };
    this.socket = connect(() => this.#path(), {
      message: (message) => this.#receive(message),
      link: (link) => this.#link(link),
    });
    fetch(id).then(
      // The socket is usually faster; its word is newer.
      (snapshot) => this.state.match || this.#fold(snapshot),
      (problem) => {
        // A malformed id (400) is as unknown as one without a match.
        if (problem instanceof Problem && (problem.status === 404 || problem.status === 400)) {
          this.socket.close();
          listener.missing('match.missing');
        }
      },
    );
  }

  #path() {
    return `/ws/matches/${encodeURIComponent(this.id)}${this.state.seq >= 0 ? `?since=${this.state.seq}` : ''}`;
  }

  /** @param {import('../game/engine.js').EngineModule | null} engine null if it could not be loaded */
  useEngine(engine) {
    this.game.use(engine);
    this.#sync();
    this.listener.changed();
  }

  /** The game played so far, null without the engine. */
  get timeline() {
    return this.game.timeline;
  }

  /** @param {import('../net/socket.js').Link} link */
  #link(link) {
    if (link === 'reconnecting') this.state = unsent(this.state);
    this.listener.link(link);
    this.listener.changed();
  }

  /** @param {import('../net/protocol.js').ServerMessage} message */
  #receive(message) {
    const local = Date.now();
    // With a new link our clock may be another, as after a sleep.
    if (message.type === 'welcome') this.time = new ServerTime();
    if (message.type === 'pong') this.time.note(message.now, local, local - message.t);
    else if (message.type === 'welcome' || message.type === 'snapshot') this.time.note(message.now, local);
    this.#fold(message);
    if (message.type === 'welcome') {
      this.#resend();
      this.listener.version?.(message.client);
    }
  }

  /** @param {import('../net/protocol.js').ServerMessage} message */
  #fold(message) {
    this.state = receive(this.state, message);
    if (message.type === 'snapshot') this.#request.answered();
    this.#sync();
    if (this.state.wantsSnapshot) this.#request.ask(() => this.state.seq);
    this.#changed();
  }

  /** Stores the commands on their way, and has the page drawn. */
  #changed() {
    this.#outbox.write(this.state.outbox);
    this.listener.changed();
  }

  /** Plays on the engine the actions of the match, and our action that is under way. */
  #sync() {
    const { match } = this.state;
    const isSure = this.#request.wasAskedAt(match?.seq);
    if (this.game.sync(match, pendingPlay(this.state), isSure)) this.#request.ask(() => this.state.seq);
  }

  /** Sends the unanswered commands of the former link again, under the same ids: they may have got lost. */
  #resend() {
    const outbox = this.state.outbox.map(({ message }) => ({ message, sent: this.socket.send(message) }));
    this.state = { ...this.state, outbox };
    this.#changed();
  }

  /** @param {import('./outbox.js').Command['message']} message */
  #send(message) {
    this.state = queue(this.state, message, this.socket.send(message));
    this.#sync();
    this.#changed();
  }

  /** @param {string} move */
  play(move) {
    const { match } = this.state;
    if (match && !pendingPlay(this.state)) this.#send(protocol.play(protocol.commandId(), match.ply, move));
  }

  /** @param {'resign' | 'abort' | 'claim' | 'resume'} type */
  command(type) {
    this.#send(protocol.simple(protocol.commandId(), type));
  }

  /**
   * @param {import('../net/protocol.js').Offer} offer
   * @param {'offer' | 'accept' | 'decline' | 'withdraw'} answer
   */
  offer(offer, answer) {
    this.#send(protocol.offer(protocol.commandId(), offer, answer));
  }

  /** @param {string} text */
  talk(text) {
    if (text.trim()) this.#send(protocol.chat(protocol.commandId(), text));
  }

  /** Takes the free seat; a failure is shown as a refusal. */
  async join() {
    const { match } = this.state;
    if (match) this.state = { ...this.state, joining: match.players.first ? 'second' : 'first' };
    this.listener.changed();
    try {
      const { seat } = await this.#join(this.id);
      this.state = { ...this.state, seat };
    } catch (problem) {
      this.refuse(problem instanceof Problem ? problem.code : 'internal');
    }
    this.state = { ...this.state, joining: null };
    this.listener.changed();
  }

  /** Shows why an act is refused, as if the server had answered so. @param {string | null} code null removes the reason */
  refuse(code) {
    this.state = { ...this.state, refusal: code === null ? null : { code, rule: null, squares: [] } };
    this.listener.changed();
  }
}
