// Which actions of a game lost something.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisive, review, shown, slips } from '../../static/js/analysis/review.js';

const point = (value, best) => ({ value, best: best ? { score: value, win_in: null, line: [best] } : null });

test('an action that lost value is shown with a better one', () => {
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
  // The best action loses nothing, whatever follows; and an unknown value is no mistake.
  assert.deepEqual(slips(entries, [point(500, 'a'), point(-500, 'b')]), []);
  assert.deepEqual(slips(entries, [point(500, 'x')]), []);
});

test('from one hopeless position to another nothing is lost', () => {
  const entries = [
    { action: null, by: null },
    { action: 'a', by: 'first' },
  ];
  assert.deepEqual(slips(entries, [point(-2_000, 'x'), point(-29_990, 'y')]), []);
  assert.equal(slips(entries, [point(29_990, 'x'), point(0, 'y')]).length, 1, 'a win that was missed');
});

test('by the tablebase an action is wrong exactly when it lowers the value of the position', () => {
  const known = (action, value, distance = null) => ({ action, value, distance });
  const told = (value, best, ...actions) => ({ ...point(value, best), truth: { value: actions[0].value, distance: 5, actions } });
  const entries = [
    { action: null, by: null },
    { action: 'b', by: 'first' },
    { action: 'd', by: 'second' },
    { action: 'f', by: 'first' },
    { action: 'h', by: 'second' },
  ];
  const points = [
    // A longer win is a win.
    told(29_990, 'a', known('a', 'win', 5), known('b', 'win', 90)),
    told(29_900, 'c', known('c', 'loss', 89), known('d', 'loss', 2)),
    told(29_998, 'e', known('e', 'win', 1), known('f', 'draw')),
    told(0, 'g', known('g', 'draw'), known('h', 'loss', 8)),
    told(29_992, 'i', known('i', 'win', 8)),
  ];
  const found = slips(entries, points);
  assert.deepEqual(
    found.map(({ ply, lost, best }) => [ply, lost?.from, lost?.to, best.line[0]]),
    [
      [3, 'win', 'draw', 'e'],
      [4, 'draw', 'loss', 'g'],
    ],
  );
  assert.equal(decisive(found, 'first')?.ply, 4);
  assert.equal(decisive(found, 'second'), undefined);
  assert.equal(decisive(found, null), undefined);
});

test('values are shown on one scale', () => {
  assert.equal(shown(0), 0);
  assert.equal(shown(100), -shown(-100));
  assert.ok(shown(30_000) <= 1_000 && shown(800) > 700);
});

test('an automatic review uses the tablebase alone: unknown positions count as before, and nothing is searched', async () => {
  const told = [
    { value: 'win', distance: 3, actions: [{ action: 'a', value: 'win', distance: 3 }] },
    null,
    { value: 'draw', distance: null, actions: [{ action: 'c', value: 'draw', distance: null }] },
  ];
  const points = await new Promise((done, fail) => {
    const turns = /** @type {const} */ (['first', 'second', 'first']);
    review({}, ['a', 'b'], { turns, end: null, truth: async (ply) => told[ply] ?? null, searches: false }, (found, isDone) => {
      if (!found) fail(new Error('it was searched'));
      else if (isDone) done(found);
    });
  });
  assert.deepEqual(
    points.map(({ value, best }) => [value, best?.line[0] ?? null]),
    [
      [29_997, 'a'],
      [29_997, null],
      [0, 'c'],
    ],
  );
});
