// @ts-check
// The messages of docs/protocol.md: their shapes, and the one place that builds or reads them.

/** @typedef {'first' | 'second'} Side */
/** @typedef {'draw' | 'takeback' | 'impasse' | 'rematch'} Offer */
/** @typedef {{id: string, name: string, guest: boolean, named?: boolean, bot?: boolean, house?: number}} Player whoever is not `named` has a name made of the id's first four digits; `house` is the level of a house player */
/** @typedef {{at: string, pattern: string}} Capture */

/**
 * A clock's setting and, in a live match, its reading. Setting in seconds, reading in milliseconds.
 *
 * @typedef {object} WireClock
 * @property {string} [kind]
 * @property {number} [initial]
 * @property {number} [increment]
 * @property {number} [main]
 * @property {number} [period]
 * @property {number} [periods]
 * @property {number} [first]
 * @property {number} [second]
 * @property {Side | null} [running]
 * @property {number} [credit]
 * @property {{side: Side, left: number}} [grace] who has yet to act for the first time, and how long they have: nobody's time runs
 */

/**
 * @typedef {object} ChatLine
 * @property {number} seq
 * @property {number} at
 * @property {Side | null} by
 * @property {string} name
 * @property {'players' | 'watchers'} channel
 * @property {string} text
 */

/**
 * @typedef {object} Snapshot
 * @property {'snapshot'} type
 * @property {string} id
 * @property {number} seq
 * @property {number} now
 * @property {string} game
 * @property {string} ruleset
 * @property {number} ruleset_version
 * @property {Record<string, string>} options
 * @property {string} start
 * @property {string[]} moves
 * @property {number[]} times
 * @property {number} ply
 * @property {string} position
 * @property {Side | null} turn
 * @property {boolean} check
 * @property {number} repetitions
 * @property {string} hash
 * @property {WireClock} clock
 * @property {{first: Player | null, second: Player | null}} players
 * @property {{first: boolean, second: boolean, watchers: number}} presence
 * @property {'open' | 'live' | 'over'} state
 * @property {Record<Offer, Side | null>} offers
 * @property {Side | 'draw' | null} result
 * @property {string | null} reason
 * @property {string | null} rematch
 * @property {string} visibility
 * @property {boolean} rated
 * @property {number} created_at
 * @property {ChatLine[]} chat
 */

/** @typedef {{type: 'welcome', seat: Side | null, seq: number, now: number, client: string}} Welcome */
/** @typedef {{type: 'ack', id: string, seq: number}} Ack */
/** @typedef {{type: 'nack', id: string | null, code: string, rule?: string, squares?: string[], seq: number}} Nack */
/** @typedef {{type: 'pong', t: number, now: number}} Pong */

/**
 * An event. Which of the fields are there depends on `kind`.
 *
 * @typedef {object} MatchEvent
 * @property {'event'} type
 * @property {number} seq
 * @property {number} at
 * @property {string} kind
 * @property {number} [ply]
 * @property {Side | null} [by]
 * @property {string} [move]
 * @property {number} [time]
 * @property {string} [position]
 * @property {Side | null} [turn]
 * @property {Capture[]} [captures]
 * @property {number} [earned]
 * @property {boolean | Side} [check]
 * @property {number} [repetitions]
 * @property {WireClock} [clock]
 * @property {number} [credit]
 * @property {string} [cause]
 * @property {string} [hash]
 * @property {Side} [seat]
 * @property {Player} [player]
 * @property {Offer} [offer]
 * @property {Side | 'draw' | null} [result]
 * @property {string} [reason]
 * @property {string} [name]
 * @property {'players' | 'watchers'} [channel]
 * @property {string} [text]
 * @property {boolean} [first]
 * @property {boolean} [second]
 * @property {number} [watchers]
 * @property {string} [match]
 * @property {number} [said]
 */

/** @typedef {{type: 'notice', text: string | null, until?: number}} Notice what whoever runs the server tells everybody, or no longer */

/** @typedef {Welcome | Snapshot | Ack | Nack | Pong | MatchEvent | Notice} ServerMessage */

/**
 * A room as the lobby lists it.
 *
 * @typedef {object} Room
 * @property {string} id
 * @property {string} game
 * @property {string} ruleset
 * @property {Record<string, string>} options
 * @property {WireClock} clock
 * @property {'open' | 'live' | 'over'} state
 * @property {Side | null} seat
 * @property {{first: Player | null, second: Player | null}} players
 * @property {number} ply
 * @property {string} position
 * @property {Side | null} turn
 * @property {{first: boolean, second: boolean, watchers: number}} presence whether each player has a page of the match open, or had until a moment ago
 * @property {number} watchers
 * @property {string} visibility
 * @property {boolean} rated
 * @property {number} created_at
 * @property {number} active_at when it was made, joined, or acted in last
 */

/**
 * @typedef {{type: 'rooms', now: number, client: string, rooms: Room[]}
 *   | {type: 'room', room: Room}
 *   | {type: 'gone', id: string}
 *   | {type: 'counts', players: number, live: number}} LobbyMessage
 */

/** How long a chat message may be, in characters. */
export const SAY_LIMIT = 300;

const KNOWN = new Set(['notice', 'welcome', 'snapshot', 'ack', 'nack', 'event', 'pong', 'rooms', 'room', 'gone', 'counts', 'tree', 'notes', 'change', 'looked', 'drawn', 'readers']);

/**
 * Reads a frame; null for what this client does not know, which it skips.
 *
 * @param {string} text
 * @returns {ServerMessage | LobbyMessage | null}
 */
export function readMessage(text) {
  try {
    const message = JSON.parse(text);
    return KNOWN.has(message?.type) ? message : null;
  } catch {
    return null;
  }
}

/**
 * An id for a command, unique for this player in this match.
 *
 * @returns {string}
 */
export function commandId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `c${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * @param {string} id
 * @param {number} ply how many actions were played before it
 * @param {string} move
 */
export const play = (id, ply, move) => ({ type: 'play', id, ply, move });

/**
 * @param {string} id
 * @param {'resign' | 'abort' | 'claim'} type
 */
export const simple = (id, type) => ({ type, id });

/**
 * @param {string} id
 * @param {Offer} offer
 * @param {'offer' | 'accept' | 'decline' | 'withdraw'} answer
 */
export const offer = (id, offer, answer) => ({ type: offer, id, answer });

/**
 * @param {string} id
 * @param {string} text
 */
export const say = (id, text) => ({ type: 'say', id, text: [...text.trim()].slice(0, SAY_LIMIT).join('') });

/** @param {number} t */
export const ping = (t) => ({ type: 'ping', t });

export const askSnapshot = () => ({ type: 'snapshot' });
