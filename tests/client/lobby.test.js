// The lobby's open matches in their order, and the clock in the form for a new game.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clockText } from '../../static/js/ui/time_text.js';
import { allDescriptors } from '../../static/js/games/index.js';
import { readClock } from '../../static/js/lobby/clock_fields.js';
import { clockOf, presets, shortText, together, usualClock } from '../../static/js/lobby/presets.js';
import { emptyLobby, liveGames, openTables, ownGames, receive, sorted } from '../../static/js/lobby/state.js';
import './support/words.js';

const player = (id) => ({ id, name: id, guest: true });

/** A room; `seats` are the ids of who sits where. */
const room = (
  id,
  state,
  created_at,
  { first = 'someone', second = null, turn = null, presence = { first: true, second: true } } = {},
) => ({
  id,
  state,
  created_at,
  active_at: created_at,
  turn,
  seat: state === 'open' ? 'second' : null,
  players: { first: player(first), second: second && player(second) },
  presence,
});

const lobbyOf = (...rooms) => receive(emptyLobby(), { type: 'matches', now: 0, matches: rooms });
const ids = (rooms) => rooms.map(({ id }) => id).join(' ');

test('tables come and go', () => {
  let lobby = lobbyOf(room('a', 'open', 1), room('b', 'live', 2));
  lobby = receive(lobby, { type: 'match', match: room('c', 'open', 3) });
  assert.equal(ids(openTables(lobby, null)), 'c a');
  lobby = receive(lobby, { type: 'match', match: room('c', 'live', 3) });
  lobby = receive(lobby, { type: 'gone', id: 'b' });
  assert.equal(ids(liveGames(lobby, null)), 'c');
  lobby = receive(lobby, { type: 'counts', players: 3, live: 1 });
  assert.deepEqual(lobby.counts, { players: 3, live: 1 });
});

test("the visitor's games stand apart: first those with the visitor's turn, last those without an opponent", () => {
  const lobby = lobbyOf(
    room('waits', 'open', 9, { first: 'me' }),
    room('theirs', 'live', 8, { first: 'me', second: 'you', turn: 'second' }),
    room('mine', 'live', 7, { first: 'you', second: 'me', turn: 'second' }),
    room('open', 'open', 6),
    room('live', 'live', 5, { second: 'you' }),
    room('over', 'over', 4, { first: 'me', second: 'you' }),
  );
  assert.equal(ids(ownGames(lobby, 'me')), 'mine theirs waits');
  assert.equal(ids(openTables(lobby, 'me')), 'open');
  assert.equal(ids(liveGames(lobby, 'me')), 'live');
  // A private one is known from the server's answer alone, which is older than the lobby's messages about others.
  const found = [
    room('link', 'live', 1, { first: 'me', second: 'you', turn: 'first' }),
    room('waits', 'live', 9, { first: 'me', second: 'you', turn: 'first' }),
  ];
  assert.equal(ids(ownGames(lobby, 'me', found)), 'mine link theirs waits');
  assert.equal(ids(ownGames(lobby, null)), '');
});

test('a table whose maker is away stands behind the others', () => {
  const away = { presence: { first: false, second: false } };
  const here = { presence: { first: true, second: false } };
  const lobby = lobbyOf(room('away', 'open', 9, away), room('new', 'open', 5, here), room('old', 'open', 2, here));
  assert.equal(ids(openTables(lobby, null)), 'new old away');
});

for (const [fields, clock] of [
  [{ clock: 'none' }, { kind: 'none' }],
  [{ clock: '10+10' }, { kind: 'fischer', initial: 600, increment: 10 }],
  [{ clock: '10+30x3' }, { kind: 'byoyomi', main: 600, period: 30, periods: 3 }],
  [{ clock: '3d' }, { kind: 'correspondence', days: 3 }],
  [
    { clock: 'custom', extra: 'days', days: '14' },
    { kind: 'correspondence', days: 14 },
  ],
  [
    { clock: 'custom', extra: 'increment', minutes: '15', increment: '0' },
    { kind: 'fischer', initial: 900, increment: 0 },
  ],
  [
    { clock: 'custom', extra: 'byoyomi', minutes: '0', period: '60', periods: '1' },
    { kind: 'byoyomi', main: 0, period: 60, periods: 1 },
  ],
]) {
  test(`the clock of a form with ${JSON.stringify(fields)}`, () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    assert.deepEqual(readClock(form), clock);
  });
}

test('every game has a few clocks from quick to slow, by days among them, and one of them is usual', () => {
  for (const { id } of allDescriptors()) {
    const clocks = presets(id);
    assert.ok(clocks.length <= 5, id);
    assert.ok(clocks.includes(usualClock(id)), id);
    assert.deepEqual(clocks, together(clocks), id);
    assert.deepEqual(
      clocks.map((clock) => shortText(clockOf(clock))),
      clocks,
      id,
    );
    assert.equal(clockOf(clocks.at(-1) ?? '').kind, 'correspondence', id);
    assert.equal(new Set(clocks.map((clock) => clockText(clockOf(clock)))).size, clocks.length, id);
  }
  assert.deepEqual(together(['15+60x1', '3d'], ['5+5', '3d'], ['1d']), ['5+5', '15+60x1', '1d', '3d']);
});

test('a clock is described without its missing parts', () => {
  const said = (clock) => clockText(clockOf(clock));
  assert.deepEqual(['10+0', '10+5', '0+10x1', '10+30x1', '10+30x3'].map(said), [
    '10 min',
    '10 min + 5 s',
    'byoyomi 10 s',
    '10 min + byoyomi 30 s',
    '10 min + byoyomi 30 s × 3',
  ]);
});

test('tables are sorted by the rating of their makers or by how long a game lasts, those of makers who are away last', () => {
  const away = { presence: { first: false, second: false } };
  const timed = (id, clock, more) => ({ ...room(id, 'open', 1, more), clock });
  const tables = [
    timed('none', { kind: 'none' }),
    timed('blitz', { kind: 'fischer', initial: 180, increment: 2 }),
    timed('byoyomi', { kind: 'byoyomi', main: 0, period: 30, periods: 1 }),
    timed('days', { kind: 'correspondence', days: 1 }),
    timed('away', { kind: 'fischer', initial: 60, increment: 0 }, away),
  ];
  const rating = ({ id }) => ({ byoyomi: 1500, days: 1700, away: 2000 })[id] ?? 0;
  assert.equal(ids(sorted(tables, 'newest', rating)), 'none blitz byoyomi days away');
  assert.equal(ids(sorted(tables, 'shortest', rating)), 'blitz byoyomi days none away');
  assert.equal(ids(sorted(tables, 'rating', rating)), 'days byoyomi none blitz away');
});
