// What pages do with their elements, on an invented document.

import './support/fake_page.js';
import './support/words.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { listen } from '../../static/board/input.js';
import { setChildren } from '../../static/js/ui/children.js';
import { ConfirmView } from '../../static/js/match/confirm_view.js';
import { showControls } from '../../static/js/match/controls.js';
import { model } from '../../static/js/match/model.js';
import { Premove } from '../../static/js/match/premove.js';
import { emptyState, receive } from '../../static/js/match/state.js';
import { MatchStore } from '../../static/js/match/store.js';
import { clockText, longTime } from '../../static/js/ui/time_text.js';
import '../../static/js/ui/sound.js';
import { element } from './support/fake_page.js';
import { snapshot } from './support/match.js';

test('children that stay are not touched when others come and go', () => {
  const host = element();
  const [a, b, c, d] = [element(), element(), element(), element()];
  const touched = [];
  host.insertBefore = function (child, before) {
    touched.push(child);
    Object.getPrototypeOf(this).insertBefore.call(this, child, before);
  };
  for (const [children, inserted] of [
    [
      [a, b],
      [a, b],
    ],
    [[c, a, b], [c]],
    [[c, b, d], [d]],
    [[d, c, b], [d]],
    [[], []],
  ]) {
    touched.length = 0;
    setChildren(host, children);
    assert.deepEqual([...host.children], children);
    assert.ok(touched.length === inserted.length && touched.every((child, index) => child === inserted[index]));
  }
});

for (const ends of ['pointerup', 'pointercancel']) {
  test(`a second finger leaves the piece to the first (${ends})`, () => {
    const svg = Object.assign(element(), { setPointerCapture() {}, getScreenCTM: () => null });
    svg.setAttribute('data-point', 'a1');
    const carried = [];
    const view = { svg, drag: () => carried.push(true), putDown: () => carried.push(false), pointAt: () => null };
    listen(view, { canDrag: () => true, point() {}, moved() {}, board: () => null });
    const touch = (type, pointerId, clientX) =>
      svg.dispatchEvent(Object.assign(new Event(type), { pointerId, clientX, clientY: 0, button: 0 }));
    touch('pointerdown', 1, 0);
    touch('pointermove', 1, 20);
    touch('pointerdown', 2, 0);
    touch(ends, 2, 0);
    touch('pointermove', 1, 40);
    assert.deepEqual(carried, [true, true]);
    touch(ends, 1, 40);
    assert.deepEqual(carried, [true, true, false]);
  });
}

test('sound begins with the first key, too', () => {
  let begun = 0;
  globalThis.AudioContext = class {
    state = 'suspended';
    constructor() {
      begun += 1;
    }
  };
  for (const touch of ['keydown', 'pointerdown']) {
    document.dispatchEvent(new Event(touch));
    assert.equal(begun, 1);
  }
});

test('a confirmation names its action, and its button has the focus', () => {
  const table = element();
  new ConfirmView(table, () => {}).draw('pawn 7g to 7f');
  assert.equal(document.activeElement.getAttribute('aria-label'), 'Confirm: pawn 7g to 7f');
});

test('Escape answers no to the first question, and returns the focus', () => {
  const done = [];
  const host = element();
  const store = new MatchStore('m1');
  const state = { ...receive(emptyState(), snapshot()), seat: 'first' };
  store.moment.value = { page: { model: model(state, null, 0), state }, match: state.match };
  showControls(host, store, [], { act: (control) => done.push(control), leave() {} });
  const [resign] = host.children;
  const question = host.querySelector('[data-testid="confirm"]');
  resign.dispatchEvent(new Event('click'));
  assert.equal(question.hidden, false);
  question.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Escape' }));
  assert.deepEqual([question.hidden, document.activeElement, done], [true, resign, []]);
});

/** A match in which we, the second side, premove `a4a3` after two actions and the opponent's turn. */
function premoving() {
  const played = [];
  const session = {
    state: { seat: 'second', match: { state: 'live', ply: 2 }, outbox: [] },
    timeline: { ply: 2, last: { turn: 'first' }, game: { legal: () => ['a4a3'] } },
    play: (action) => played.push(action),
  };
  const premove = new Premove(
    'm1',
    () => session,
    () => premove.playIfDue(),
  );
  premove.set('a4a3');
  const stands = (ply, turn) => {
    session.timeline = { ...session.timeline, ply, last: { turn } };
    premove.playIfDue();
  };
  return { premove, played, stands };
}

test('a premove survives one reload of the page for its language', () => {
  const kept = new Map();
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
    removeItem: (key) => kept.delete(key),
  };
  const page = new EventTarget();
  const before = globalThis.document;
  globalThis.document = page;
  const session = { timeline: { ply: 2 } };
  const premove = (id) =>
    new Premove(
      id,
      () => session,
      () => undefined,
      storage,
    );
  premove('m1').set('a4a3');
  page.dispatchEvent(new Event('renewing'));
  globalThis.document = before;
  assert.equal(premove('m2').action, null, 'of another match');
  assert.equal(premove('m1').action, 'a4a3');
  assert.equal(premove('m1').action, null);
  kept.set('yiguan.premove.m1', '{"x"');
  assert.equal(premove('m1').action, null);
});

test('a premove is played when the turn comes', () => {
  const { premove, played, stands } = premoving();
  stands(3, 'second');
  assert.deepEqual([played, premove.action], [['a4a3'], null]);
});

test('a premove goes with the action that it was to follow', () => {
  const { premove, played, stands } = premoving();
  stands(1, 'second');
  assert.deepEqual([played, premove.action], [[], null]);
});

test('a clock of less than a minute shows seconds', () => {
  const told = (initial, increment) => clockText({ kind: 'fischer', initial, increment });
  assert.deepEqual([told(10, 0), told(90, 1), told(300, 5)], ['10 s', '1.5 min + 1 s', '5 min + 5 s']);
});

test('a correspondence clock shows its days, and the rest of a turn in days and hours', () => {
  assert.deepEqual(
    [1, 3].map((days) => clockText({ kind: 'correspondence', days })),
    ['1 day per move', '3 days per move'],
  );
  const hour = 3_600_000;
  assert.deepEqual([72 * hour, 49.9 * hour, 24 * hour - 1, hour, 90_000, -5].map(longTime), [
    '3 d 0 h',
    '2 d 1 h',
    '23 h',
    '1 h',
    '1 min',
    '0 min',
  ]);
});

test('byoyomi is shown with its periods', () => {
  const told = (main, period, periods) => clockText({ kind: 'byoyomi', main, period, periods });
  assert.deepEqual([told(600, 30, 3), told(0, 10, 1)], ['10 min + byoyomi 30 s × 3', 'byoyomi 10 s']);
});
