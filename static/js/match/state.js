// @ts-check
// What this page knows of a match: the server's messages, folded one by one. Nothing here draws,
// and nothing here knows the rules.

/** @typedef {import('../net/protocol.js').Side} Side */
/** @typedef {import('../net/protocol.js').Offer} Offer */
/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../net/protocol.js').MatchEvent} MatchEvent */
/** @typedef {import('../net/protocol.js').ServerMessage} ServerMessage */

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
 * @property {import('./clock.js').ClockReading | null} clock
 * @property {{code: string, rule: string | null, squares: string[]} | null} refusal the last refusal, until the next action
 * @property {MatchEvent | null} lastMove the last `moved` event, with its captures
 * @property {{side: Side | null | undefined, ms: number}} credit what was given back with the last reading of the clock, and to whom
 * @property {string | null} unsaid words that the server refused, to be written again
 * @property {boolean} wantsSnapshot whether the server must be asked for the whole
 * @property {Record<Side, number | null>} awaySince the server's time since which a player is away
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
  unsaid: null,
  wantsSnapshot: false,
  awaySince: { first: null, second: null },
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
      return { ...state, seat: message.seat };
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
    clock: readClock(match.clock, match.clock, match.now),
    lastMove: state.lastMove?.ply === match.ply - 1 ? state.lastMove : null,
    credit: NOTHING,
    wantsSnapshot: false,
    awaySince: absence(state, match.presence, match.now),
  };
}

/**
 * @param {import('../net/protocol.js').WireClock} setting
 * @param {import('../net/protocol.js').WireClock | undefined} clock
 * @param {number} at
 */
function readClock({ period, periods }, clock, at) {
  if (!clock || clock.first === undefined || clock.second === undefined) return null;
  const { first, second, running = null, credit = 0, grace = null } = clock;
  return { first, second, running, credit, grace, at, period, periods };
}

/**
 * @param {MatchState} state
 * @param {{first?: boolean, second?: boolean}} presence
 * @param {number} now
 */
function absence(state, presence, now) {
  return {
    first: presence.first ? null : (state.awaySince.first ?? now),
    second: presence.second ? null : (state.awaySince.second ?? now),
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
  FOLD[event.kind]?.(next, next.match, event);
  const clock = readClock(state.match.clock, event.clock, event.at);
  if (clock) {
    // A clock's own credit is that of the whole match.
    const ms = clock.credit - (state.clock?.credit ?? 0);
    Object.assign(next, { clock, credit: { side: event.by ?? clock.running ?? clock.grace?.side ?? null, ms } });
  }
  return next;
}

/**
 * How each kind of event changes the copied state; kinds not listed only advance `seq`.
 *
 * @type {Record<string, (next: MatchState, match: Snapshot, event: MatchEvent) => void>}
 */
const FOLD = {
  joined(next, match, event) {
    if (!event.seat || !event.player) return;
    match.players = { ...match.players, [event.seat]: event.player };
    match.presence = { ...match.presence, [event.seat]: true };
    next.awaySince = absence(next, match.presence, event.at);
    if (match.players.first && match.players.second && match.state === 'open') {
      match.state = 'live';
      // Whose turn it is then, the server says in its next word; until then the engine does.
      match.turn = event.turn ?? match.turn;
    }
  },

  renamed(_, match, event) {
    if (event.seat && event.player) match.players = { ...match.players, [event.seat]: event.player };
  },

  moved(next, match, event) {
    const ply = event.ply ?? match.ply;
    match.moves = [...match.moves.slice(0, ply), event.move ?? ''];
    match.times = [...match.times.slice(0, ply), event.time ?? 0];
    match.ply = ply + 1;
    setPosition(match, event);
    match.offers = { ...match.offers, takeback: null };
    // An offer lapses when its maker's opponent plays.
    for (const name of /** @type {Offer[]} */ (['draw', 'impasse'])) {
      if (match.offers[name] !== null && match.offers[name] !== event.by) match.offers[name] = null;
    }
    next.lastMove = event;
    next.refusal = null;
    if (event.by === next.seat) {
      next.savedPly = ply;
      // The event may come before the ack; either says that the action is on disk.
      next.outbox = next.outbox.filter((command) => !isPlay(command, ply, event.move));
    }
  },

  offered(_, match, event) {
    if (event.offer) match.offers = { ...match.offers, [event.offer]: event.by ?? null };
  },

  declined(next, match, event) {
    if (!event.offer) return;
    if (next.seat && match.offers[event.offer] === next.seat) next.refusal = { code: 'declined', rule: null, squares: [] };
    match.offers = { ...match.offers, [event.offer]: null };
  },

  withdrawn(_, match, event) {
    if (event.offer) match.offers = { ...match.offers, [event.offer]: null };
  },

  taken_back(next, match, event) {
    const ply = event.ply ?? 0;
    match.moves = match.moves.slice(0, ply);
    match.times = match.times.slice(0, ply);
    match.ply = ply;
    match.offers = { ...match.offers, takeback: null };
    setPosition(match, event);
    next.lastMove = null;
    next.savedPly = null;
    next.outbox = next.outbox.filter((command) => command.message.type !== 'play');
  },

  ended(next, match, event) {
    match.state = 'over';
    match.turn = null;
    match.result = event.result ?? null;
    match.reason = event.reason ?? null;
    match.offers = NO_OFFERS();
    next.outbox = next.outbox.filter((command) => command.message.type !== 'play');
    if (next.clock) next.clock = { ...next.clock, running: null, grace: null };
  },

  said(_, match, event) {
    match.chat = [
      ...match.chat,
      {
        seq: event.seq,
        at: event.at,
        by: event.by ?? null,
        name: event.name ?? '',
        channel: event.channel ?? 'watchers',
        text: event.text ?? '',
      },
    ];
  },

  unsaid(_, match, event) {
    match.chat = match.chat.filter(({ seq }) => seq !== event.said);
  },

  presence(next, match, event) {
    match.presence = {
      first: event.first ?? match.presence.first,
      second: event.second ?? match.presence.second,
      watchers: event.watchers ?? match.presence.watchers,
    };
    next.awaySince = absence(next, match.presence, event.at);
  },

  rematched(_, match, event) {
    match.rematch = event.match ?? null;
    match.offers = NO_OFFERS();
  },
};

/**
 * @param {Snapshot} match
 * @param {MatchEvent} event
 */
function setPosition(match, event) {
  match.position = event.position ?? match.position;
  match.turn = event.turn ?? null;
  match.check = Boolean(event.check);
  match.repetitions = event.repetitions ?? 1;
  match.hash = event.hash ?? match.hash;
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
    unsaid: refused?.type === 'say' ? (refused.text ?? null) : state.unsaid,
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
export const unsent = (state) => ({ ...state, outbox: state.outbox.map((command) => ({ ...command, sent: false })) });

/**
 * The lines of chat to show: whoever plays hears no watcher until the match is over, for
 * watchers can see more than is fair.
 *
 * @param {import('../net/protocol.js').Snapshot} match
 * @param {import('../net/protocol.js').Side | null} seat
 */
export function heard(match, seat) {
  if (!seat || match.state === 'over') return match.chat;
  return match.chat.filter((line) => line.channel === 'players');
}

/**
 * Our words that are not yet part of the talk.
 *
 * @param {MatchState} state
 * @returns {{id: string, text: string, sent: boolean}[]}
 */
export const pendingTalk = ({ outbox }) =>
  outbox.filter(({ message }) => message.type === 'say').map(({ message: { id, text = '' }, sent }) => ({ id, text, sent }));

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
