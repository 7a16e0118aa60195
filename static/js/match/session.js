// A visitor's part in one match: the link, the state, the engine's game, and the commands on
// their way. Tells its listener when anything changed; draws nothing.

import { newGame } from '../game/engine.js';
import { descriptor } from '../games/index.js';
import { match as fetchMatch, join as joinMatch, Problem } from '../net/api.js';
import * as protocol from '../net/protocol.js';
import { Socket, socketUrl } from '../net/socket.js';
import { KeptOutbox } from './kept_outbox.js';
import { legalAhead } from './premove_rules.js';
import { ServerTime } from '../game/clock.js';
import { emptyState, pendingPlay, queue, receive, unsent } from './state.js';
import { engineNotations } from '../game/notation.js';
import { Timeline } from '../game/timeline.js';

/** @typedef {import('../net/protocol.js').Offer} Offer */
/** @typedef {import('../net/protocol.js').Side} Side */

/**
 * @typedef {object} SessionListener
 * @property {() => void} changed
 * @property {(link: import('../net/socket.js').Link) => void} link
 * @property {(problem: string) => void} missing the match cannot be shown
 * @property {(client: string | undefined) => void} [version] of which version of the client the server's pages are
 */

/**
 * The server, as a session reaches it, and what is known of it already; tests bring their own.
 *
 * @typedef {object} Outside
 * @property {Side | null} [seat] the visitor's, until the server welcomes him
 * @property {(id: string) => Promise<import('../net/protocol.js').Snapshot>} [fetch]
 * @property {(id: string) => Promise<{seat: Side}>} [join]
 * @property {Pick<KeptOutbox, 'read' | 'write'>} [outbox]
 * @property {(run: () => void, ms: number) => void} [after]
 * @property {(path: () => string, heard: {message: (message: any) => void, link: (link: import('../net/socket.js').Link) => void}) => Pick<Socket, 'send' | 'hurry' | 'close'>} [connect]
 */

/** No event has this number, not even before the first. */
const NEVER = -2;

/** How long the answer to a request for a snapshot may take before it is asked for again, in milliseconds. */
const SNAPSHOT_WITHIN = 3_000;

export class Session {
  state = emptyState();
  time = new ServerTime();
  /** @type {Timeline | null} */
  timeline = null;
  /** Whether the rules are not there, though they were asked for. */
  engineFailed = false;
  /** Whether they never will be: they do not know an action that the server accepted. */
  engineGone = false;
  /** How often the engine and the server disagreed about a position. */
  mismatches = 0;
  /** Whether the engine here calls positions otherwise than the server, though it knows every action. */
  #differs = false;
  /** @type {import('../game/engine.js').EngineModule | null} */
  #engine = null;
  #outbox;
  #after;
  #waitsForSnapshot = false;
  /** The seq for which a snapshot was asked, so that one disagreement asks once. */
  #askedAt = NEVER;
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
    this.#after = after;
    this.state = { ...this.state, seat, outbox: outbox.read() };
    this.socket = connect(() => this.#path(), {
      message: (message) => this.#receive(message),
      link: (link) => this.#link(link),
    });
    fetch(id).then(
      (snapshot) => {
        // The socket is usually faster; its word is newer.
        if (!this.state.match) this.#fold(snapshot);
      },
      (problem) => {
        // An id that is none (400) is as unknown as one that nobody has.
        if (problem instanceof Problem && (problem.status === 404 || problem.status === 400)) {
          this.socket.close();
          listener.missing('match.missing');
        }
      },
    );
  }

  #path() {
    const since = this.state.seq >= 0 ? `?since=${this.state.seq}` : '';
    return `/ws/matches/${encodeURIComponent(this.id)}${since}`;
  }

  /** @param {import('../game/engine.js').EngineModule | null} engine null if it could not be loaded */
  useEngine(engine) {
    this.#engine = engine;
    this.engineFailed = engine === null;
    this.#sync();
    this.listener.changed();
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
    if (message.type === 'snapshot') this.#waitsForSnapshot = false;
    this.#sync();
    if (this.state.wantsSnapshot) this.#askSnapshot();
    this.#changed();
  }

  #askSnapshot() {
    if (this.#askedAt === this.state.seq) return;
    if (!this.socket.send(protocol.askSnapshot())) return;
    this.#askedAt = this.state.seq;
    this.#waitsForSnapshot = true;
    // It may be refused, as for being asked too often.
    this.#after(() => {
      if (!this.#waitsForSnapshot) return;
      this.#askedAt = NEVER;
      this.#askSnapshot();
    }, SNAPSHOT_WITHIN);
  }

  /** Keeps what is on its way, and has the page drawn. */
  #changed() {
    this.#outbox.write(this.state.outbox);
    this.listener.changed();
  }

  /** What would be legal in a position if the other side were to act, once that can be said. @param {string} position */
  legalAhead(position) {
    return this.#engine && this.state.match && legalAhead(this.#engine, this.state.match, position);
  }

  /** Plays on the engine what the match consists of, and our action that is under way. */
  #sync() {
    const { match } = this.state;
    if (!match || !this.#engine) return;
    if (!this.timeline) this.timeline = this.#newTimeline(match);
    if (!this.timeline) return;
    const replayed = this.timeline.sync(match.moves);
    const agreed = replayed && (this.#differs || this.timeline.last.hash === match.hash);
    if (!agreed) this.#disagree(match, replayed);
    const pending = pendingPlay(this.state);
    if (pending && agreed) this.timeline.sync([...match.moves, pending.move]);
  }

  /** @param {import('../net/protocol.js').Snapshot} match */
  #newTimeline({ game, ruleset, ruleset_version: version, options, start }) {
    try {
      const engine = /** @type {import('../game/engine.js').EngineModule} */ (this.#engine);
      return new Timeline(newGame(engine, { game, ruleset, options, start, version }), engineNotations(descriptor(game)));
    } catch {
      this.engineFailed = true;
      return null;
    }
  }

  /**
   * The engine here and the server's differ: the server is right. One snapshot is asked for. If
   * they still differ, but only in what they call the position, as after an upgrade of the server,
   * the engine here goes on: the server checks every action anyway. If an action is unknown here,
   * the board follows the server's texts without the engine.
   *
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {boolean} replayed whether every action is legal here, too
   */
  #disagree(match, replayed) {
    this.mismatches += 1;
    if (this.#askedAt === match.seq && replayed) {
      this.#differs = true;
      return;
    }
    this.timeline?.game.free();
    this.timeline = null;
    if (this.#askedAt === match.seq) {
      this.#engine = null;
      this.engineFailed = true;
      this.engineGone = true;
    } else {
      this.#askSnapshot();
    }
  }

  /** Sends again, under the same ids, what was not answered on the link before: it may have got lost. */
  #resend() {
    const outbox = this.state.outbox.map(({ message }) => ({ message, sent: this.socket.send(message) }));
    this.state = { ...this.state, outbox };
    this.#changed();
  }

  /** @param {import('./state.js').Command['message']} message */
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
   * @param {Offer} offer
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

  /** Tells why something is not done, as if the server had said it. @param {string | null} code null for nothing any more */
  refuse(code) {
    this.state = { ...this.state, refusal: code === null ? null : { code, rule: null, squares: [] } };
    this.listener.changed();
  }
}
