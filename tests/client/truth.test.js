// What positions of solved games are worth, as the analysis board lists it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ranked, truthOf, winIn } from '../../static/js/game/truth.js';

const known = (action, value, distance = null) => ({ action, value, distance });
const setup = { game: 'xia-si', ruleset: 'original', options: {}, start: '' };
const truth = { value: 'win', distance: 3, actions: [known('a', 'loss', 4), known('b', 'draw'), known('c', 'win', 3)] };

test('the best action comes first: a short win, a draw, a long loss', () => {
  const actions = [known('a', 'loss', 2), known('b', 'win', 9), known('c', 'draw'), known('d', 'loss', 8), known('e', 'win', 1)];
  assert.deepEqual(ranked({ ...truth, actions }).map(({ action }) => action), ['e', 'b', 'c', 'd', 'a']);
  assert.deepEqual(actions.map(winIn), [-2, 9, null, -8, 1]);
});

test('what the game’s history forbids, or nobody answers, is left to the search', async (t) => {
  const fetched = t.mock.method(globalThis, 'fetch', async () => Response.json(truth));
  assert.deepEqual(await truthOf(setup, '4/4/bb2/4 b -', ['a', 'b', 'c']), truth);
  assert.equal(fetched.mock.calls[0]?.arguments[0], '/api/tablebase/xia-si?ruleset=original&position=4%2F4%2Fbb2%2F4+b+-');
  assert.equal(await truthOf(setup, '4/4/bb2/4 b -', ['a', 'b']), null);
  fetched.mock.mockImplementation(async () => {
    throw new TypeError('no network');
  });
  assert.equal(await truthOf(setup, '4/4/bb2/4 b -', ['a', 'b', 'c']), null);
});
