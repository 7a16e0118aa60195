// The name of a file with a game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileName } from '../../static/js/analysis/file_name.js';

const named = (first, second, date) => fileName({ players: { first, second }, date, game: 'shogi' }, 'Shogi');

test('a file is named for who played what and when', () => {
  assert.equal(named('Kei', 'Hana', '2026-11-21'), 'Kei - Hana, Shogi, 2026-11-21');
  assert.equal(named('Kei', null, null), 'Kei, Shogi');
  assert.equal(named(null, null, '2026/1/2 10:00'), 'Shogi, 2026-01-02');
  assert.equal(named(null, null, null), 'yiguan-shogi');
});

test('a name holds nothing that a system refuses', () => {
  assert.equal(named('../a:b', 'c\u0000\u202e"d"', null), '_a_b - c___d_, Shogi');
  assert.ok(named('x'.repeat(500), 'y', null).length <= 100);
});
