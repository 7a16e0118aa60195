// What pages do with their elements, on an invented document.

import './support/fake_page.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Intent } from '../../static/js/match/intent.js';
import { element } from './support/fake_page.js';

/** A match in which we, the second side, wish for `a4a3` after two actions and the opponent's turn. */
function wishing() {
  const played = [];
  const session = {
    state: { seat: 'second', match: { state: 'live', ply: 2 }, outbox: [] },
    timeline: { ply: 2, last: { turn: 'first' }, game: { legal: () => ['a4a3'] } },
    play: (action) => played.push(action),
  };
  const intent = new Intent(() => session, element(), () => intent.grant(), () => {});
  intent.wish('a4a3');
  const stands = (ply, turn) => {
    session.timeline = { ...session.timeline, ply, last: { turn } };
    intent.grant();
  };
  return { intent, played, stands };
}

test('a wish is played when the turn comes', () => {
  const { intent, played, stands } = wishing();
  stands(3, 'second');
  assert.deepEqual([played, intent.wished], [['a4a3'], null]);
});

test('a wish goes with the action that it was to follow', () => {
  const { intent, played, stands } = wishing();
  stands(1, 'second');
  assert.deepEqual([played, intent.wished], [[], null]);
});
