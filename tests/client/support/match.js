// A match of two guests, in the server's messages.

const BLACK = { id: 'b', name: 'Guest b', guest: true };
export const WHITE = { id: 'w', name: 'Guest w', guest: true };

/** A snapshot of a live match before its first action, with changes. */
export const snapshot = (changes = {}) => ({
  type: 'snapshot',
  id: 'm',
  seq: 10,
  now: 1000,
  game: 'tui-da-che',
  ruleset: 'original',
  ruleset_version: 1,
  options: {},
  start: 'start',
  moves: [],
  times: [],
  ply: 0,
  position: 'start',
  turn: 'first',
  check: false,
  repetitions: 1,
  hash: 'h0',
  clock: { kind: 'fischer', initial: 300, increment: 5, first: 300_000, second: 300_000, running: 'first', credit: 0 },
  players: { first: BLACK, second: WHITE },
  presence: { first: true, second: true, spectators: 0 },
  state: 'live',
  offers: { draw: null, takeback: null, impasse: null, rematch: null },
  result: null,
  reason: null,
  rematch: null,
  visibility: 'public',
  rated: false,
  created_at: 0,
  chat: [],
  ...changes,
});

/** The same match with its second seat free. */
export const openMatch = () => snapshot({ state: 'open', players: { first: BLACK, second: null }, turn: null });

export const event = (seq, kind, fields = {}) => ({ type: 'event', seq, at: 2000, kind, ...fields });

export const moved = (seq, ply, by, move, fields = {}) =>
  event(seq, 'moved', {
    ply,
    by,
    move,
    time: 500,
    position: `after ${move}`,
    turn: by === 'first' ? 'second' : 'first',
    captures: [],
    earned: 0,
    check: false,
    repetitions: 1,
    hash: `h${ply + 1}`,
    clock: { first: 299_000, second: 300_000, running: 'second', credit: 0 },
    ...fields,
  });
