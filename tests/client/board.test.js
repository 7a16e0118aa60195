// The board without its picture: action texts, selection, positions of elements.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { arrange, parseAction, pointsOf } from '../../static/board/actions.js';
import { origins } from '../../static/board/changes.js';
import { centreOf, handPlace, layout, nearest, neighbour } from '../../static/board/geometry.js';
import { makeGrid, readRow } from '../../static/board/grid.js';
import { NOTHING, pressHand, pressPoint, targets } from '../../static/board/state.js';

const MINE = { mine: true, occupied: true };
const EMPTY = { mine: false, occupied: false };
const ENEMY = { mine: false, occupied: true };

test('action texts of every kind are read', () => {
  for (const [text, expected] of [
    ['a1a2', { kind: 'step', from: 'a1', to: 'a2', promote: false }],
    ['h10h9', { kind: 'step', from: 'h10', to: 'h9', promote: false }],
    ['7g7f', { kind: 'step', from: '7g', to: '7f', promote: false }],
    ['8h2b+', { kind: 'step', from: '8h', to: '2b', promote: true }],
    ['@d4', { kind: 'place', to: 'd4' }],
    ['xd4', { kind: 'remove', at: 'd4' }],
    ['P*5e', { kind: 'drop', piece: 'P', to: '5e' }],
    ['pass', { kind: 'word', word: 'pass' }],
    ['', { kind: 'word', word: '' }],
  ]) {
    assert.deepEqual(parseAction(text), expected, text);
  }
});

test('the points of an action end with where it ends', () => {
  assert.deepEqual(pointsOf('h2e2'), ['h2', 'e2']);
  assert.deepEqual(pointsOf('P*5e'), ['5e']);
  assert.deepEqual(pointsOf('xd4'), ['d4']);
  assert.deepEqual(pointsOf('pass'), []);
});

test('a piece is picked up, put elsewhere, and played', () => {
  const actions = arrange(['a1a2', 'b1b2', 'b1b3']);
  const first = pressPoint(NOTHING, actions, 'a1', MINE);
  assert.deepEqual(first.selection.held, { kind: 'point', at: 'a1' });
  assert.deepEqual(targets(first.selection, actions), ['a2']);
  const second = pressPoint(first.selection, actions, 'b1', MINE);
  assert.deepEqual(targets(second.selection, actions), ['b2', 'b3']);
  const played = pressPoint(second.selection, actions, 'b3', EMPTY);
  assert.equal(played.play, 'b1b3');
  assert.equal(played.selection.held, null);
});

test('touching the held piece again puts it down', () => {
  const actions = arrange(['a1a2']);
  const { selection } = pressPoint(NOTHING, actions, 'a1', MINE);
  assert.deepEqual(pressPoint(selection, actions, 'a1', MINE), { selection: NOTHING });
});

test('an illegal move asks a question, and is never played', () => {
  const steps = arrange(['a1a2']);
  const { selection } = pressPoint(NOTHING, steps, 'a1', MINE);
  assert.equal(pressPoint(selection, steps, 'c3', ENEMY).ask, 'a1c3');
  assert.equal(pressPoint(NOTHING, arrange(['xa4']), 'b4', ENEMY).ask, 'xb4');
  assert.equal(pressPoint(NOTHING, arrange(['@d4']), 'a1', EMPTY).ask, '@a1');
  assert.equal(pressPoint(NOTHING, arrange([]), 'a1', ENEMY).ask, undefined);
});

test('placements and removals need one touch', () => {
  assert.equal(pressPoint(NOTHING, arrange(['@d4']), 'd4', EMPTY).play, '@d4');
  assert.equal(pressPoint(NOTHING, arrange(['xd4']), 'd4', ENEMY).play, 'xd4');
});

test('two actions to one point are a choice', () => {
  const actions = arrange(['8h2b', '8h2b+']);
  const { selection } = pressPoint(NOTHING, actions, '8h', MINE);
  const pressed = pressPoint(selection, actions, '2b', ENEMY);
  assert.equal(pressed.play, undefined);
  assert.deepEqual(pressed.selection.choice, { to: '2b', texts: ['8h2b', '8h2b+'] });
});

test('a piece in hand is dropped, and refused drops are asked about', () => {
  const actions = arrange(['P*5e', 'G*5e']);
  const { selection } = pressHand(NOTHING, 'P');
  assert.deepEqual(targets(selection, actions), ['5e']);
  assert.equal(pressPoint(selection, actions, '5e', EMPTY).play, 'P*5e');
  assert.equal(pressPoint(selection, actions, '5a', EMPTY).ask, 'P*5a');
  assert.deepEqual(pressHand(selection, 'P').selection, NOTHING);
});

test('rows of a position text', () => {
  assert.deepEqual(readRow('b1w'), ['b', null, 'w']);
  assert.deepEqual(readRow('1r5b1').length, 9);
  assert.deepEqual(readRow('+P8')[0], '+P');
});

const points = makeGrid(9, 10, false, (file, rank) => `${'abcdefghi'[file]}${rank}`);
const squares = makeGrid(9, 9, true, (file, rank) => `${9 - file}${'ihgfedcba'[rank]}`);

for (const [name, grid] of [
  ['points', points],
  ['squares', squares],
]) {
  for (const flipped of [false, true]) {
    test(`the middle of every point is nearest to itself (${name}, ${flipped ? 'flipped' : 'upright'})`, () => {
      const at = layout(grid, { flipped, hands: true, labels: true });
      for (const point of grid.names) {
        const { x, y } = centreOf(grid, at, point);
        assert.equal(nearest(grid, at, x + 20, y - 20), point);
        assert.ok(x > 0 && x < at.width && y > at.top && y < at.top + at.boardHeight, point);
      }
      assert.equal(nearest(grid, at, at.width / 2, 10), null, 'a hand is not on the board');
    });
  }
}

test('the first side sits at the bottom unless the board is turned', () => {
  const y = (flipped, point) => centreOf(points, layout(points, { flipped }), point).y;
  assert.ok(y(false, 'a0') > y(false, 'a9'));
  assert.ok(y(true, 'a0') < y(true, 'a9'));
});

test('arrows move as the board is seen, and stop at its edge', () => {
  assert.equal(neighbour(points, false, 'e4', 'up'), 'e5');
  assert.equal(neighbour(points, true, 'e4', 'up'), 'e3');
  assert.equal(neighbour(points, false, 'a0', 'left'), 'a0');
  assert.equal(neighbour(squares, false, '9a', 'right'), '8a');
});

test('every hand has its place on the picture', () => {
  for (const flipped of [false, true]) {
    const at = layout(squares, { flipped, hands: true, labels: true });
    for (const side of ['first', 'second']) {
      for (let index = 0; index < 7; index += 1) {
        const { x, y } = handPlace(at, side, index, 7);
        assert.ok(x > 0 && x < at.width && y > 0 && y < at.height);
        assert.equal(y > at.height / 2, (side === 'first') !== flipped);
      }
    }
  }
});

/** Where the pieces of a row came from: letters are kinds of pieces of one side, capitals of the other. */
function cameFrom(before, after, touched = []) {
  const row = (text) =>
    new Map([...text].flatMap((kind, x) => (kind === '.' ? [] : [[String(x), `${kind < 'a' ? 'first' : 'second'} ${kind}`]])));
  return Object.fromEntries(origins(row(before), row(after), touched, (point) => ({ x: Number(point), y: 0 })));
}

test('of equal pieces the nearest is the one that moved', () => {
  assert.deepEqual(cameFrom('P....P...', '.P....P..'), { 1: '0', 6: '5' });
  assert.deepEqual(cameFrom('P.P......', '..P.....P'), { 8: '0' }, 'those that stay are left alone');
});

test('an action names the piece that moved, forwards and backwards', () => {
  assert.deepEqual(cameFrom('P..P.....', '...P....P', ['0', '8']), { 8: '0' });
  assert.deepEqual(cameFrom('...P....Q', 'P..P.....', ['0', '8']), { 0: '8' }, 'a promotion undone');
  assert.deepEqual(cameFrom('P.......q', '........Q', ['0', '8']), { 8: '0' }, 'a promotion that takes');
});

test('a placed stone comes from no square', () => {
  assert.deepEqual(cameFrom('P........', 'P.......P', ['8']), { 8: null });
  assert.deepEqual(cameFrom('P........', 'q........'), { 0: null }, 'the other side is no partner');
});
