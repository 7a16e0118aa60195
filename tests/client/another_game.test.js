// The game that a spectator is shown next.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { another } from '../../static/js/match/another_game.js';

const LIVE = [
  { id: 'a', game: 'shogi' },
  { id: 'b', game: 'xiangqi' },
  { id: 'c', game: 'shogi' },
  { id: 'd', game: 'xia-si' },
];

test('the next game of the same kind is shown, and after the last the first', () => {
  assert.equal(another(LIVE, 'a', 'shogi'), 'c');
  assert.equal(another(LIVE, 'c', 'shogi'), 'a');
});

test('where no other of the kind is played any other is shown', () => {
  assert.equal(another(LIVE, 'b', 'xiangqi'), 'c');
  assert.equal(another(LIVE, 'd', 'xia-si'), 'a');
});

test('one that is over, or by link only, is in no list', () => {
  assert.equal(another(LIVE, 'z', 'xia-si'), 'd');
  assert.equal(another(LIVE, 'z', 'xia-liu'), 'a');
  assert.equal(another([{ id: 'a', game: 'shogi' }], 'a', 'shogi'), null);
  assert.equal(another([], 'a', 'shogi'), null);
});
