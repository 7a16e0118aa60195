// The messages of docs/protocol.md: the one place that builds or reads them. Their shapes come from
// the server (wire.d.ts), and so do the limits.

import { MAX_CHAT } from './limits.js';

/** @typedef {import('./wire.d.ts').Side} Side */
/** @typedef {import('./wire.d.ts').Offer} Offer */
/** @typedef {import('./wire.d.ts').Answer} Answer */
/** @typedef {import('./wire.d.ts').Player} Player one who is not `named` has a name made of the id's first four digits; `computer` is the level of a computer player */
/** @typedef {import('./wire.d.ts').CaptureView} Capture */
/** @typedef {import('./wire.d.ts').ClockSettingView} ClockSetting how a match is timed, in seconds */
/** @typedef {import('./wire.d.ts').ClockView} WireClock the setting and, in a live match, the reading, in milliseconds */
/** @typedef {import('./wire.d.ts').TimesView} Times the times of a clock, in milliseconds */
/** @typedef {import('./wire.d.ts').ChatLine} ChatLine */
/** @typedef {import('./wire.d.ts').MatchSummary} MatchSummary a match as lists show it */

/** @typedef {import('./wire.d.ts').ClientMessage} ClientMessage */
/** @typedef {import('./wire.d.ts').ServerMessage} AnyMessage a message of the server to a match's clients or the lobby's */
/** @typedef {Extract<AnyMessage, {type: 'welcome'}>} Welcome */
/** @typedef {Extract<AnyMessage, {type: 'snapshot'}>} Snapshot */
/** @typedef {Extract<AnyMessage, {type: 'ack'}>} Ack */
/** @typedef {Extract<AnyMessage, {type: 'nack'}>} Nack */
/** @typedef {Extract<AnyMessage, {type: 'event'}>} MatchEvent an event; its `kind` determines its fields */
/** @typedef {Extract<AnyMessage, {type: 'notice'}>} Notice an announcement of the server's operator, or its end */
/** @typedef {Extract<AnyMessage, {type: 'matches' | 'match' | 'gone' | 'counts' | 'seek'}>} LobbyMessage */
/** @typedef {Exclude<AnyMessage, LobbyMessage>} ServerMessage a message to a match's clients */

const KNOWN = new Set([
  'notice',
  'welcome',
  'snapshot',
  'ack',
  'nack',
  'event',
  'pong',
  'matches',
  'match',
  'gone',
  'counts',
  'seek',
  'tree',
  'notes',
  'change',
  'looked',
  'drawn',
  'readers',
]);

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
 * @param {'resign' | 'abort' | 'claim' | 'resume'} type
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
export const chat = (id, text) => ({ type: 'chat', id, text: [...text.trim()].slice(0, MAX_CHAT).join('') });

/** @param {number} t */
export const ping = (t) => ({ type: 'ping', t });

export const askSnapshot = () => ({ type: 'snapshot' });
