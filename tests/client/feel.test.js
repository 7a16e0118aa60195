// Premoves, sounds and settings, without a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { arrange } from '../../static/board/actions.js';
import { centreOf, handPlace, layout, nearest } from '../../static/board/geometry.js';
import { makeGrid } from '../../static/board/grid.js';
import { NOTHING, pressAhead, pressHand } from '../../static/board/state.js';
import { allDescriptors } from '../../static/js/games/index.js';
import { premoveToPlay } from '../../static/js/match/premove_rules.js';
import { setting } from '../../static/js/ui/settings.js';
import { THEMES } from '../../static/js/settings/choices.js';
import { heardBetween } from '../../static/js/ui/sound.js';

test('ahead of the turn a piece may be sent anywhere, and put down again', () => {
  const actions = arrange(['a1a2', '@c3']);
  const { selection } = pressAhead(NOTHING, actions, 'b1', true);
  assert.deepEqual(selection.held, { kind: 'point', at: 'b1' });
  assert.equal(pressAhead(selection, actions, 'b4', false).play, 'b1b4');
  assert.deepEqual(pressAhead(selection, actions, 'b1', true), { selection: NOTHING });
  assert.equal(pressAhead(NOTHING, actions, 'c3', false).play, '@c3');
  assert.equal(pressAhead(NOTHING, actions, 'd4', false).play, undefined);
  const hand = pressHand(NOTHING, 'P').selection;
  assert.equal(pressAhead(hand, arrange([]), '5e', false).play, 'P*5e');
});

test('a wish is premoveToPlay if it is legal, promoting where it may', () => {
  assert.equal(premoveToPlay('a1a2', ['a1a2', 'b1b2']), 'a1a2');
  assert.equal(premoveToPlay('a1a2', ['b1b2']), null);
  assert.equal(premoveToPlay('8h2b', ['8h2b', '8h2b+']), '8h2b+');
  assert.equal(premoveToPlay('8h2b=', ['8h2b', '8h2b+']), '8h2b', 'unless it was said that it shall not');
});

const MOMENT = { ply: 3, over: false, low: false, taken: false, check: false, shape: 'stone' };

for (const [name, change, sounds] of [
  ['nothing new', {}, []],
  ['a stone', { ply: 4 }, ['stone']],
  ['a wooden piece that takes and checks', { ply: 4, shape: 'disc', taken: true, check: true }, ['wood', 'taken', 'check']],
  ['a move taken back', { ply: 2, taken: true }, []],
  ['little time', { low: true }, ['low']],
  ['the end', { ply: 4, over: true }, ['stone', 'end']],
]) {
  test(`sounds: ${name}`, () => assert.deepEqual(heardBetween(MOMENT, { ...MOMENT, ...change }), sounds));
}

test('moves before the page opened make no sound', () => {
  assert.deepEqual(heardBetween(null, MOMENT), []);
});

test('every game looks like one of the themes for its pieces, and has moves for their marks', () => {
  for (const { id, shape, theme, roles, moves } of allDescriptors()) {
    assert.ok(THEMES[shape].includes(theme), id);
    if (shape !== 'stone') for (const role of roles) assert.match(moves[role], /^([1-9Ll][+*:?]?)+$/, role);
  }
});

test('without storage the settings are at their defaults', () => {
  assert.equal(setting('wedgePieces'), 'characters');
  assert.equal(setting('sound'), true);
});

test('stands are next to the board, each on the side of its player', () => {
  const grid = makeGrid(9, 9, true, (file, rank) => `${9 - file}${'ihgfedcba'[rank]}`);
  for (const flipped of [false, true]) {
    const at = layout(grid, { flipped, hands: true, beside: true, labels: true });
    for (const point of grid.names) {
      const { x, y } = centreOf(grid, at, point);
      assert.equal(nearest(grid, at, x, y), point);
    }
    for (const side of ['first', 'second']) {
      for (let index = 0; index < 7; index += 1) {
        const { x, y } = handPlace(at, side, index, 7);
        const atBottom = (side === 'first') !== flipped;
        assert.ok(y > 0 && y < at.height);
        assert.ok(atBottom ? x > at.left + at.boardWidth : x < at.left && x > 0, `${side} ${index}`);
      }
    }
  }
});
