// Which game of the visitor comes next.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextGames } from '../../static/js/game/next_game.js';

const game = (id, kind, more = {}) => ({
  id,
  state: 'live',
  turn: 'first',
  players: { first: { id: 'me' }, second: { id: 'other' } },
  clock: { kind },
  active_at: 0,
  ...more,
});
const next = (...matches) => nextGames(matches, 'me', 'here').map(({ id }) => id);

test('the game of the page and those that wait for the opponent are left out', () => {
  const theirs = game('theirs', 'none', { turn: 'second' });
  const open = game('open', 'none', { state: 'open' });
  assert.deepEqual(next(game('here', 'none'), theirs, open, game('mine', 'none')), ['mine']);
  assert.deepEqual(nextGames([game('mine', 'none')], null, null), []);
});

test('clocks of minutes come before those of days, and the most urgent or longest waiting first', () => {
  const sorted = next(
    game('untimed', 'none', { active_at: 1 }),
    game('late', 'correspondence', { deadline: 900 }),
    game('soon', 'correspondence', { deadline: 100 }),
    game('byoyomi', 'byoyomi', { active_at: 9 }),
    game('fischer', 'fischer', { active_at: 3 }),
  );
  assert.deepEqual(sorted, ['fischer', 'byoyomi', 'soon', 'late', 'untimed']);
});
