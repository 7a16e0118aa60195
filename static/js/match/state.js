// What this page knows of a match: the server's messages, folded one by one. Nothing here draws,
// and nothing here knows the rules.

/** @typedef {import('../net/protocol.js').Side} Side */
/** @typedef {import('../net/protocol.js').Offer} Offer */
/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../net/protocol.js').MatchEvent} MatchEvent */
/** @typedef {import('../net/protocol.js').ServerMessage} ServerMessage */
/** @typedef {import('../net/protocol.js').Times} Times */
/** @typedef {Extract<MatchEvent, {kind: 'moved'}>} Moved */

/**
 * A command on its way. `sent` has left this page; the answer takes it off the list.
 *
 * @typedef {object} Command
 * @property {{type: string, id: string, ply?: number, move?: string, text?: string}} message
 * @property {boolean} sent whether it was handed to a link that is still up
 */

/**
 * @typedef {object} MatchState
 * @property {Snapshot | null} match null until the first snapshot
 * @property {Side | null} seat
 * @property {Side | null} joining the free seat that this page has asked for, until the server answers
 * @property {number} seq the last event folded in; -1 before any
 * @property {Command[]} outbox
 * @property {number | null} savedPly the index of our last action that is known to be on disk
 * @property {import('../game/clock.js').ClockReading | null} clock
 * @property {{code: string, rule: string | null, squares: string[]} | null} refusal the last refusal, until the next action
 * @property {Moved | null} lastMove the last `moved` event, with its captures
 * @property {{side: Side | null | undefined, ms: number}} credit what the last reading of the clock credited, and to whom
 * @property {string | null} refusedChat words that the server refused, to be written again
 * @property {boolean} wantsSnapshot whether the server must be asked for the whole
 * @property {boolean} [lost] whether this page has lost its own link, so that it knows of nobody's presence
 * @property {Record<Side, number | null>} awaySince the server's time since which a player is away
 * @property {import('../net/protocol.js').Player | null} left the opponent who has left the open table last
 */

const NOTHING = { side: null, ms: 0 };

/** @returns {MatchState} */
export const emptyState = () => ({
  match: null,
  seat: null,
  joining: null,
  seq: -1,
  outbox: [],
  savedPly: null,
  clock: null,
  refusal: null,
  lastMove: null,
  credit: NOTHING,
  refusedChat: null,
  wantsSnapshot: false,
  awaySince: { first: null, second: null },
  left: null,
});

const NO_OFFERS = () => ({ draw: null, takeback: null, impasse: null, rematch: null });

/**
 * Folds a message in.
 *
 * @param {MatchState} state
 * @param {ServerMessage} message
 * @returns {MatchState} a new state, or the same one if nothing changed
 */
export function receive(state, message) {
  switch (message.type) {
    case 'welcome':
      return { ...state, seat: message.seat, lost: false };
    case 'snapshot':
      return receiveSnapshot(state, message);
    case 'event':
      return receiveEvent(state, message);
    case 'ack':
      return acknowledge(state, message.id);
    case 'nack':
      return refuse(state, message);
    default:
      return state;
  }
}

/**
 * @param {MatchState} state
 * @param {Snapshot} match
 * @returns {MatchState}
 */
function receiveSnapshot(state, match) {
  return {
    ...state,
    match,
    seq: match.seq,
    clock: readClock(match.clock, match.clock.kind === 'none' ? null : match.clock, match.now),
    lastMove: state.lastMove?.ply === match.ply - 1 ? state.lastMove : null,
    credit: NOTHING,
    wantsSnapshot: false,
    awaySince: { first: null, second: null, ...match.away },
  };
}

/**
 * @param {import('../net/protocol.js').WireClock} setting
 * @param {Partial<Times> | null | undefined} times
 * @param {number} at
 */
function readClock(setting, times, at) {
  if (times?.first === undefined || times.second === undefined) return null;
  const { first, second, running = null, credit = 0, grace = null, vacation } = times;
  const { period, periods } = setting.kind === 'byoyomi' ? setting : {};
  return { first, second, running, credit, grace, vacation, at, period, periods };
}

/**
 * @param {Partial<MatchState['awaySince']>} before
 * @param {{first?: boolean, second?: boolean}} presence
 * @param {number} now
 */
function absence(before, presence, now) {
  return {
    first: presence.first ? null : (before.first ?? now),
    second: presence.second ? null : (before.second ?? now),
  };
}

/**
 * @param {MatchState} state
 * @param {MatchEvent} event
 * @returns {MatchState}
 */
function receiveEvent(state, event) {
  if (!state.match) return { ...state, wantsSnapshot: true };
  if (event.seq <= state.seq) return state;
  if (event.seq > state.seq + 1) return { ...state, wantsSnapshot: true };
  const next = { ...state, seq: event.seq, match: { ...state.match, seq: event.seq } };
  fold(next, next.match, event);
  // Whoever is absent when a pause ends counts as absent from then on, as on the server.
  const before = state.match.paused && !next.match.paused ? {} : next.awaySince;
  next.awaySince = absence(before, next.match.presence, event.at);
  const clock = 'clock' in event && event.kind !== 'created' ? readClock(state.match.clock, event.clock, event.at) : null;
  if (clock) {
    // A clock's own credit is that of the whole match.
    const ms = Math.max(0, clock.credit - (state.clock?.credit ?? 0));
    const by = event.kind === 'moved' ? event.by : null;
    Object.assign(next, { clock, credit: { side: by ?? clock.running ?? clock.grace?.side ?? null, ms } });
  }
  return next;
}

/**
 * Changes the copied state by an event. Kinds that are not listed only advance `seq`.
 *
 * @param {MatchState} next
 * @param {Snapshot} match
 * @param {MatchEvent} event
 */
function fold(next, match, event) {
  switch (event.kind) {
    case 'joined':
      return foldJoined(next, match, event);
    case 'left':
      return foldLeft(next, match, event);
    case 'renamed':
      match.players = { ...match.players, [event.seat]: event.player };
      return;
    case 'moved':
      return foldMoved(next, match, event);
    case 'offered':
      match.offers = { ...match.offers, [event.offer]: event.by };
      return;
    case 'declined':
      if (next.seat && match.offers[event.offer] === next.seat)
        next.refusal = { code: `declined.${event.offer}`, rule: null, squares: [] };
      match.offers = { ...match.offers, [event.offer]: null };
      return;
    case 'withdrawn':
      match.offers = { ...match.offers, [event.offer]: null };
      return;
    case 'paused':
      match.paused = event.until;
      match.offers = { ...match.offers, pause: undefined };
      return;
    case 'resumed':
      match.paused = undefined;
      return;
    case 'taken_back':
      return foldTakenBack(next, match, event);
    case 'ended':
      return foldEnded(next, match, event);
    case 'chat': {
      const { seq, at, by, name, channel, text } = event;
      match.chat = [...match.chat, { seq, at, by, name, channel, text }];
      return;
    }
    case 'chat_removed':
      match.chat = match.chat.filter(({ seq }) => seq !== event.chat);
      return;
    case 'presence':
      match.presence = { first: event.first, second: event.second, spectators: event.spectators };
      return;
    case 'rematched':
      match.rematch = event.match;
      match.offers = NO_OFFERS();
      return;
  }
}

/**
 * @param {MatchState} next
 * @param {Snapshot} match
 * @param {Extract<MatchEvent, {kind: 'joined'}>} event
 */
function foldJoined(next, match, event) {
  next.left = null;
  match.players = { ...match.players, [event.seat]: event.player };
  // This page was a spectator until now.
  const own = next.seat === event.seat || next.joining === event.seat ? 1 : 0;
  match.presence = { ...match.presence, [event.seat]: true, spectators: Math.max(0, match.presence.spectators - own) };
  if (match.players.first && match.players.second && match.state === 'open') {
    match.state = 'live';
    match.turn = event.turn;
  }
}

/**
 * The opponent has left before both had acted: the match is open again, from its start.
 *
 * @param {MatchState} next
 * @param {Snapshot} match
 * @param {Extract<MatchEvent, {kind: 'left'}>} event
 */
function foldLeft(next, match, { seat, position, check, hash }) {
  next.left = match.players[seat];
  match.players = { ...match.players, [seat]: null };
  match.presence = { ...match.presence, [seat]: false };
  const start = { ply: 0, turn: null, position, check, hash, repetitions: 1, paused: undefined };
  Object.assign(match, { state: 'open', moves: [], times: [], offers: NO_OFFERS(), ...start });
  const outbox = next.outbox.filter((command) => command.message.type === 'chat');
  Object.assign(next, { lastMove: null, savedPly: null, outbox });
  if (next.seat === seat) next.seat = null;
}

/**
 * @param {MatchState} next
 * @param {Snapshot} match
 * @param {Moved} event
 */
function foldMoved(next, match, event) {
  const { ply } = event;
  match.moves = [...match.moves.slice(0, ply), event.move];
  match.times = [...match.times.slice(0, ply), event.time];
  match.ply = ply + 1;
  setPosition(match, event);
  match.offers = { ...match.offers, takeback: null };
  // An offer lapses when its maker's opponent plays.
  for (const name of /** @type {Offer[]} */ (['draw', 'impasse', 'pause'])) {
    if (match.offers[name] !== event.by) match.offers[name] = /** @type {never} */ (null);
  }
  match.paused = undefined;
  next.lastMove = event;
  next.refusal = null;
  if (event.by === next.seat) {
    next.savedPly = ply;
    // The event may come before the ack; either says that the action is on disk.
    next.outbox = next.outbox.filter((command) => !isPlay(command, ply, event.move));
  }
}

/**
 * @param {MatchState} next
 * @param {Snapshot} match
 * @param {Extract<MatchEvent, {kind: 'taken_back'}>} event
 */
function foldTakenBack(next, match, event) {
  match.moves = match.moves.slice(0, event.ply);
  match.times = match.times.slice(0, event.ply);
  match.ply = event.ply;
  match.offers = { ...match.offers, takeback: null };
  setPosition(match, event);
  next.lastMove = null;
  next.savedPly = null;
  next.outbox = next.outbox.filter((command) => command.message.type !== 'play');
}

/**
 * @param {MatchState} next
 * @param {Snapshot} match
 * @param {Extract<MatchEvent, {kind: 'ended'}>} event
 */
function foldEnded(next, match, event) {
  match.state = 'over';
  match.turn = null;
  match.result = event.result;
  match.reason = event.reason;
  match.offers = NO_OFFERS();
  next.outbox = next.outbox.filter((command) => command.message.type !== 'play');
  if (next.clock) next.clock = { ...next.clock, running: null, grace: null };
}

/**
 * @param {Snapshot} match
 * @param {Moved | Extract<MatchEvent, {kind: 'taken_back'}>} event
 */
function setPosition(match, { position, turn, check, repetitions, hash }) {
  Object.assign(match, { position, turn, check, repetitions, hash });
}

/**
 * @param {Command} command
 * @param {number} ply
 * @param {string} [move]
 */
const isPlay = ({ message }, ply, move) => message.type === 'play' && message.ply === ply && message.move === move;

/**
 * @param {MatchState} state
 * @param {string} id
 * @returns {MatchState}
 */
function acknowledge(state, id) {
  const command = state.outbox.find(({ message }) => message.id === id);
  if (!command) return state;
  // An acked action stays on the board until its event arrives, which may be a frame later.
  if (command.message.type === 'play' && command.message.ply === state.match?.ply) {
    return { ...state, savedPly: command.message.ply ?? null };
  }
  return { ...state, outbox: state.outbox.filter((other) => other !== command) };
}

/**
 * @param {MatchState} state
 * @param {import('../net/protocol.js').Nack} nack
 * @returns {MatchState}
 */
function refuse(state, nack) {
  const refused = state.outbox.find(({ message }) => message.id === nack.id)?.message;
  return {
    ...state,
    refusedChat: refused?.type === 'chat' ? (refused.text ?? null) : state.refusedChat,
    outbox: state.outbox.filter(({ message }) => message.id !== nack.id),
    refusal: { code: nack.code, rule: nack.rule ?? null, squares: nack.squares ?? [] },
    // A stale command means that this page missed something.
    wantsSnapshot: state.wantsSnapshot || nack.code === 'stale',
  };
}

/**
 * Puts a command on the list of what awaits an answer.
 *
 * @param {MatchState} state
 * @param {Command['message']} message
 * @param {boolean} sent
 * @returns {MatchState}
 */
export const queue = (state, message, sent) => ({
  ...state,
  refusal: null,
  outbox: [...state.outbox, { message, sent }],
});

/**
 * The link is gone: nothing on the list is certain to have arrived. The same ids are sent again
 * once it is back, and the server answers them as if for the first time.
 *
 * @param {MatchState} state
 * @returns {MatchState}
 */
export const unsent = (state) => ({ ...state, lost: true, outbox: state.outbox.map((command) => ({ ...command, sent: false })) });

/**
 * Our words that are not yet part of the talk.
 *
 * @param {MatchState} state
 * @returns {{id: string, text: string, sent: boolean}[]}
 */
export const pendingTalk = ({ outbox }) =>
  outbox.filter(({ message }) => message.type === 'chat').map(({ message: { id, text = '' }, sent }) => ({ id, text, sent }));

/**
 * The action of ours that is shown but not yet part of the match.
 *
 * @param {MatchState} state
 * @returns {{move: string, ply: number, sent: boolean} | null}
 */
export function pendingPlay(state) {
  for (const { message, sent } of state.outbox) {
    if (message.type === 'play' && message.move !== undefined && message.ply === state.match?.ply) {
      return { move: message.move, ply: message.ply ?? 0, sent };
    }
  }
  return null;
}
