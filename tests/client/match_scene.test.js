// The content of a match's page, computed without a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matchScene } from '../../static/js/game/match_scene.js';
import { Names } from '../../static/js/game/names.js';
import { descriptor } from '../../static/js/games/index.js';
import { model } from '../../static/js/match/model.js';
import { queue } from '../../static/js/match/outbox.js';
import { emptyState, receive } from '../../static/js/match/state.js';
import './support/words.js';
import { snapshot } from './support/match.js';

const START = 'wwww/4/4/bbbb b -';

/** The page of a seated visitor before the engine has loaded. */
function scene(changes = {}, { seat = 'first', state: of = (state) => state } = {}) {
  const state = of([{ type: 'welcome', seat, seq: 10, now: 1000 }, snapshot({ position: START })].reduce(receive, emptyState()));
  const names = new Names(undefined, 'original', descriptor('tui-da-che'));
  const known = {
    ...{ state, match: state.match, timeline: null, engineFailed: false, engineGone: false, model: model(state, null, 0), names },
    ...{ flipped: false, viewed: null, asking: null, asked: null, premove: null, ahead: () => ['a4a3'], mayPremove: true },
    ...changes,
  };
  return matchScene(known);
}

test('until the rules are there the board waits for the player to act', () => {
  assert.deepEqual([scene().shown.waiting, scene().shown.interactive], [true, false]);
  assert.equal(scene({}, { seat: 'second' }).shown.waiting, false);
  assert.equal(scene({ engineGone: true }).shown.waiting, false);
});

test('only who waits for the other side may premove, and only in the game as it stands', () => {
  assert.equal(scene().shown.ahead, null);
  assert.deepEqual(scene({}, { seat: 'second' }).shown.ahead, ['a4a3']);
  assert.equal(scene({ viewed: 0 }, { seat: 'second' }).shown.ahead, null);
  assert.equal(scene({ mayPremove: false }, { seat: 'second' }).shown.ahead, null);
  assert.equal(scene({}, { seat: null }).shown.ahead, null);
});

test('points of a refusal are marked in the game as it stands alone', () => {
  const refused = (state) => ({ ...state, refusal: { code: 'illegal', rule: 'occupied', squares: ['a1'] } });
  assert.deepEqual(scene({}, { state: refused }).shown.refused, ['a1']);
  assert.deepEqual(scene({ viewed: 0 }, { state: refused }).shown.refused, []);
  assert.deepEqual(scene({ asked: { rule: 'occupied', squares: ['b1'] } }).shown.refused, ['b1']);
});

test('a move on its way is pending on the board until it is saved', () => {
  const played = (sent) => (state) => queue(state, { type: 'play', id: 'c1', ply: 0, move: 'a1a2' }, sent);
  assert.equal(scene({}, { state: played(true) }).shown.pending, 'sent');
  assert.equal(scene({}, { state: played(false) }).shown.pending, 'waiting');
  assert.equal(scene({ viewed: 0 }, { state: played(true) }).shown.pending, null);
});
