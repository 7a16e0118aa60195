// Which actions of a game lost something.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shown, slips } from '../../static/js/analysis/review.js';

const point = (value, best) => ({ value, best: best ? { score: value, win_in: null, line: [best] } : null });

test('an action that gave something away is told with what was better', () => {
  const entries = [
    { action: null, by: null },
    { action: 'a', by: 'first' },
    { action: 'b', by: 'second' },
    { action: 'c', by: 'first' },
    { action: 'd', by: 'second' },
  ];
  const points = [point(50, 'x'), point(40, 'y'), point(400, 'z'), point(390, 'w'), point(-900, null)];
  assert.deepEqual(
    slips(entries, points).map(({ ply, by, action, loss, best }) => [ply, by, action, loss, best.line[0]]),
    [[2, 'second', 'b', 360, 'y']],
  );
  // The best action loses nothing, whatever comes of it; and what is not known yet is no slip.
  assert.deepEqual(slips(entries, [point(500, 'a'), point(-500, 'b')]), []);
  assert.deepEqual(slips(entries, [point(500, 'x')]), []);
});

test('from one hopeless position to another nothing is lost', () => {
  const entries = [{ action: null, by: null }, { action: 'a', by: 'first' }];
  assert.deepEqual(slips(entries, [point(-2_000, 'x'), point(-29_990, 'y')]), []);
  assert.equal(slips(entries, [point(29_990, 'x'), point(0, 'y')]).length, 1, 'a win that was missed');
});

test('values are shown on one scale', () => {
  assert.equal(shown(0), 0);
  assert.equal(shown(100), -shown(-100));
  assert.ok(shown(30_000) <= 1_000 && shown(800) > 700);
});
