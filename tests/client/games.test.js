// The descriptors, held to the engine: every game of the catalogue is drawn, every position and
// action of it is understood.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Game, catalogue, initSync } from '../../static/engine/yiguan_engine.js';
import { parseAction, pointsOf } from '../../static/js/board/actions.js';
import { descriptor } from '../../static/js/games/index.js';
import { TEXTS } from '../../static/js/i18n/texts.js';

initSync({ module: readFileSync(new URL('../../static/engine/yiguan_engine_bg.wasm', import.meta.url)) });
const { games } = JSON.parse(catalogue());

/** How many actions of a game are played at random. */
const LENGTH = 150;

/** A small generator, so that a failure comes back. */
function* numbers(seed) {
  for (let state = seed; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

for (const { id, rulesets } of games) {
  const game = descriptor(id);
  test(`${id} has a descriptor`, () => assert.ok(game));
  if (!game) continue;

  for (const { id: ruleset, start } of rulesets) {
    test(`${id} ${ruleset}: positions and actions of a random game are understood`, () => {
      const random = numbers(rulesets.length + ruleset.length);
      const engine = new Game(id, ruleset);
      assert.equal(engine.position(), start);
      for (let ply = 0; ply < LENGTH && engine.result() === undefined; ply += 1) {
        const position = engine.position();
        const { grid } = game.drawing(position, ruleset);
        const placement = game.read(position);
        for (const [point, piece] of placement.pieces) {
          assert.ok(grid.places.has(point), `${point} of ${position}`);
          assert.ok(game.roles.includes(piece.role), piece.role);
          assert.ok(game.shape === 'stone' || game.glyph(piece, game.tints(ruleset)[piece.side]).length === 1);
        }
        const legal = engine.legal();
        for (const action of legal) checkAction(game, grid, placement, engine.to_act(), action);
        engine.play(legal[random.next().value % legal.length]);
      }
    });
  }

  test(`the pieces of ${id} have names`, () => {
    for (const role of game.roles) assert.ok(TEXTS[`piece.${role}`], role);
  });
}

function checkAction(game, grid, placement, side, action) {
  const parsed = parseAction(action);
  for (const point of pointsOf(action)) assert.ok(grid.places.has(point), action);
  switch (parsed.kind) {
    case 'step':
      assert.equal(placement.pieces.get(parsed.from)?.side, side, action);
      break;
    case 'remove':
      assert.notEqual(placement.pieces.get(parsed.at)?.side ?? side, side, action);
      break;
    case 'place':
      assert.ok(!placement.pieces.has(parsed.to), action);
      break;
    case 'drop':
      assert.ok(
        placement.hands[side].some(({ letter }) => letter === parsed.piece),
        action,
      );
      break;
    default:
      assert.ok(TEXTS[`act.${parsed.word}`], action);
  }
}

test('what is owed is read from the phase', () => {
  const fang = descriptor('diu-fang');
  const owed = (phase) => fang.read(`7/7/7/7/7/7/7/7 b ${phase}`);
  assert.deepEqual(owed('p24,23').owed, { kind: 'place' });
  assert.deepEqual(owed('p24,23').reserve, { first: 24, second: 23 });
  assert.deepEqual(owed('p3,3x2').owed, { kind: 'remove', count: 2 });
  assert.deepEqual(owed('r2').owed, { kind: 'opening' });
  assert.deepEqual(owed('e1').owed, { kind: 'exchange' });
  assert.deepEqual(owed('mfc3').owed, { kind: 'fill', at: 'c3' });
  assert.deepEqual(owed('mx1').owed, { kind: 'remove', count: 1 });
  assert.equal(owed('m').owed, undefined);
  assert.equal(owed('mz').owed, undefined);
  assert.deepEqual(descriptor('xia-liu').read('6/6/6/6/6/6 b c').owed, { kind: 'capture' });
});

test('pieces in hand are read and stand in their order', () => {
  const { hands } = descriptor('shogi').read('4k4/9/9/9/9/9/9/9/4K4 b 2P12pRb 1');
  assert.deepEqual(
    hands.first.map(({ letter, count }) => `${letter}${count}`),
    ['R1', 'P2'],
  );
  assert.deepEqual(
    hands.second.map(({ letter, count }) => `${letter}${count}`),
    ['B1', 'P12'],
  );
});

test('shogi is written as in KIF records', () => {
  const shogi = descriptor('shogi');
  const start = shogi.read('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1');
  for (const [action, last, expected] of [
    ['7g7f', null, '７六歩(77)'],
    ['8h2b+', null, '２二角成(88)'],
    ['2b8h+', '3c8h', '同　角成(22)'],
    ['P*5e', null, '５五歩打'],
  ]) {
    assert.equal(shogi.notation(action, start, { last }), expected);
  }
});

test('xiangqi is written as it is read aloud', () => {
  const xiangqi = descriptor('xiangqi');
  const start = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';
  const doubled = '4k4/9/9/4P4/4P1P2/6P2/9/4R4/4R4/3AK4 w - - 0 1';
  const four = '4k4/4P4/4P4/4P4/4P4/9/9/9/9/4K4 w - - 0 1';
  for (const [position, ruleset, action, zh, ja] of [
    [start, 'standard', 'h2e2', '炮二平五', '炮二平五'],
    [start, 'standard', 'b0c2', '马八进七', '馬八進七'],
    [start, 'standard', 'h9g7', '马８进７', '馬８進７'],
    [start, 'standard', 'a9a8', '车１进１', '車１進１'],
    [start, 'standard', 'e3e4', '兵五进一', '兵五進一'],
    // Walker: the side at the bottom is black, and counts in figures.
    [start, 'walker', 'h2e2', '炮２平５', '砲２平５'],
    [doubled, 'standard', 'e1f1', '后车平四', '後車平四'],
    [doubled, 'standard', 'e2e4', '前车进二', '前車進二'],
    [doubled, 'standard', 'e6f6', '前五平四', '前五平四'],
    [four, 'standard', 'e6d6', '三兵平六', '三兵平六'],
  ]) {
    const before = xiangqi.read(position);
    assert.equal(xiangqi.notation(action, before, { last: null, ruleset, language: 'zh' }), zh);
    assert.equal(xiangqi.notation(action, before, { last: null, ruleset, language: 'ja' }), ja);
  }
});
