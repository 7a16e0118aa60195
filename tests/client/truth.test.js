// What positions of solved games are worth, as the analysis board lists it and marks it on its points.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactNotes } from '../../static/js/analysis/exact.js';
import { ranked, truthOf, winIn } from '../../static/js/game/truth.js';
import { TEXTS } from '../../static/js/i18n/i18n.js';

TEXTS.en = { 'result.draw': 'Draw', 'value.wins': '{side} wins in {count}' };

const known = (action, value, distance = null) => ({ action, value, distance });
const setup = { game: 'xia-si', ruleset: 'original', options: {}, start: '' };
const truth = { value: 'win', distance: 3, actions: [known('a', 'loss', 4), known('b', 'draw'), known('c', 'win', 3)] };

test('the best action comes first: a short win, a draw, a long loss', () => {
  const actions = [known('a', 'loss', 2), known('b', 'win', 9), known('c', 'draw'), known('d', 'loss', 8), known('e', 'win', 1)];
  assert.deepEqual(
    ranked({ ...truth, actions }).map(({ action }) => action),
    ['e', 'b', 'c', 'd', 'a'],
  );
  assert.deepEqual(actions.map(winIn), [-2, 9, null, -8, 1]);
});

test('a badge shows without its colour which side wins, and in how many moves', () => {
  const names = { side: (side) => (side === 'first' ? 'Black' : 'White') };
  const notes = exactNotes(truth, 'second', names);
  assert.deepEqual(
    notes.map(({ action, badge, text, tone }) => [action, badge, text, tone]),
    [
      ['c', '+3', 'White wins in 3', 'good'],
      ['b', '=', 'Draw', 'even'],
      ['a', '−4', 'Black wins in 4', 'bad'],
    ],
  );
});

test('a move forbidden by the game’s history, or unanswered, is left to the search', async (t) => {
  const fetched = t.mock.method(globalThis, 'fetch', async () => Response.json(truth));
  assert.deepEqual(await truthOf(setup, '4/4/bb2/4 b -', ['a', 'b', 'c']), truth);
  assert.equal(fetched.mock.calls[0]?.arguments[0], '/api/tablebase/xia-si?ruleset=original&position=4%2F4%2Fbb2%2F4+b+-');
  assert.equal(await truthOf(setup, '4/4/bb2/4 b -', ['a', 'b']), null);
  fetched.mock.mockImplementation(async () => {
    throw new TypeError('no network');
  });
  assert.equal(await truthOf(setup, '4/4/bb2/4 b -', ['a', 'b', 'c']), null);
});

test('a server is asked for positions its tables may have, until it answers that it has none', async (t) => {
  const fetched = t.mock.method(globalThis, 'fetch', async () => Response.json(truth));
  const ask = (game, ruleset, position) => truthOf({ game, ruleset, options: {}, start: '' }, position, ['a', 'b', 'c']);
  assert.equal(await ask('shogi', 'standard', '9/9/9/9/9/9/9/9/9 b - 1'), null, 'it is not solved');
  assert.equal(await ask('xia-liu', 'original', 'bbbb2/6/6/6/6/w5 b -'), null, 'no ending of the tables');
  assert.equal(fetched.mock.callCount(), 0);
  assert.deepEqual(await ask('xia-liu', 'original', 'bbb3/6/6/6/6/w5 b -'), truth);
  assert.deepEqual(await ask('er-chi-yi', 'standard', 'wwwww/5/5/5/bbbbb b -'), truth);
  fetched.mock.mockImplementation(async () => Response.json({ code: 'no_tablebase' }, { status: 404 }));
  assert.equal(await ask('er-chi-yi', 'standard', 'wwwww/5/5/5/bbbbb b -'), null);
  const before = fetched.mock.callCount();
  fetched.mock.mockImplementation(async () => Response.json(truth));
  assert.equal(await ask('er-chi-yi', 'standard', 'wwww1/5/5/5/bbbbb b -'), null);
  assert.equal(fetched.mock.callCount(), before, 'it has said so');
});
