// The events of a match, each as it changes the state of the page. Nothing here draws, and nothing here knows the rules.

/** @typedef {import('../net/protocol.js').Offer} Offer */
/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../net/protocol.js').MatchEvent} MatchEvent */
/** @typedef {import('./outbox.js').Command} Command */
/** @typedef {import('./state.js').MatchState} MatchState */
/** @typedef {import('./state.js').Moved} Moved */

const NO_OFFERS = () => ({ draw: null, takeback: null, impasse: null, rematch: null });

/**
 * Changes the copied state by an event. Kinds that are not listed only advance `seq`.
 *
 * @param {MatchState} next
 * @param {Snapshot} match
 * @param {MatchEvent} event
 */
export function fold(next, match, event) {
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
  // A player reads an invitation as a spectator, and the server reports the number of those only seconds later.
  match.presence = { ...match.presence, [event.seat]: true, spectators: Math.max(0, match.presence.spectators - 1) };
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
    // The event may come before the ack; either means that the action is on disk.
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
