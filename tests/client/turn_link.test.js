// Which matches are played by sending their links to and fro.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLine } from '../../static/js/match/plan_lines.js';
import { isByLink, momentPath } from '../../static/js/match/turn_link.js';

const PLAYERS = { first: { id: 'a', name: 'A' }, second: { id: 'b', name: 'B' } };

test('games by days between people are played by link', () => {
  const by = (kind, more = {}) => isByLink({ state: 'live', clock: { kind }, players: PLAYERS, ...more });
  assert.deepEqual(
    ['correspondence', 'none', 'fischer'].map((kind) => by(kind)),
    [true, false, false],
  );
  assert.equal(by('correspondence', { state: 'over' }), false);
  assert.equal(by('correspondence', { players: { ...PLAYERS, second: { id: 'h', name: 'H', computer: 3 } } }), false);
});

test('each moment has an address of its own', () => {
  assert.equal(momentPath('0198c1f0', 12), '/m/0198c1f0?p=12');
});

test('a line of a plan replaces the one it contains, and is stored once', () => {
  const [short, long, other] = [
    ['a', 'b'],
    ['a', 'b', 'c', 'd'],
    ['x', 'y'],
  ];
  assert.deepEqual(withLine([short, other], long), [other, long]);
  assert.deepEqual(withLine([long], short), [long]);
  assert.deepEqual(withLine([], other), [other]);
});
