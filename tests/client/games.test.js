// The descriptors, held to the engine: every game of the catalogue is drawn, every position and
// action of it is understood.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Game, catalogue, initSync } from '../../static/engine/yiguan_engine.js';
import { parseAction, pointsOf } from '../../static/board/actions.js';
import { descriptor, usualRuleset } from '../../static/js/games/index.js';
import { setLanguage } from '../../static/js/i18n/i18n.js';
import { TEXTS } from '../../static/js/i18n/i18n.js';
import { Names } from '../../static/js/game/names.js';
import { coordinatesOf, labelsOf } from '../../static/js/game/notation.js';
import { engineNotations } from '../../static/js/game/written.js';
import { Timeline } from '../../static/js/game/timeline.js';
import { choose } from '../../static/js/ui/settings.js';
import './support/words.js';

initSync({ module: readFileSync(new URL('../../static/engine/yiguan_engine_bg.wasm', import.meta.url)) });
const { games } = JSON.parse(catalogue());

/** How many actions of a game are played at random. */
const LENGTH = 150;

/** A small generator, so that a failure comes back. */
function* numbers(seed) {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

test('a new game has its first ruleset, in Chinese the original where that is a translation', () => {
  const usual = (language) => {
    setLanguage(language);
    return Object.fromEntries(games.map((game) => [game.id, usualRuleset(game).id]));
  };
  const first = Object.fromEntries(games.map(({ id, rulesets }) => [id, rulesets[0].id]));
  assert.deepEqual([usual('ja'), usual('en')], [first, first]);
  assert.deepEqual(usual('zh'), { ...first, 'xia-liu': 'original', 'xia-si': 'original' });
  setLanguage('en');
  assert.equal(usualRuleset({ id: 'xia-si', rulesets: [] }), undefined);
});

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
          if (game.shape === 'stone') continue;
          const tint = game.tints(ruleset)[piece.side];
          assert.equal(game.glyph(piece, tint).length, 1);
          for (const [set, glyph] of Object.entries(game.sets))
            assert.match(glyph(piece, tint), /^(\+?[A-Z]|\p{sc=Han}|\p{sc=Han}{2}|と金)$/u, set);
        }
        const legal = engine.legal();
        for (const action of legal) checkAction(grid, placement, engine.to_act(), action);
        engine.play(legal[random.next().value % legal.length]);
      }
    });
  }

  test(`the pieces of ${id} have names`, () => {
    for (const role of game.roles) assert.ok(TEXTS.en[`piece.${role}`], role);
  });
}

function checkAction(grid, placement, side, action) {
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
      assert.ok(TEXTS.en[`act.${parsed.word}`], action);
  }
}

test('the owed action is read from the phase', () => {
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

/** The last of these actions as a reader of each language finds it in the list of moves, or in one notation. */
function written(id, ruleset, position, moves, notation) {
  const names = new Names(undefined, ruleset, descriptor(id));
  const timeline = new Timeline(new Game(id, ruleset, '{}', position), engineNotations(descriptor(id)));
  assert.ok(timeline.sync(moves.split(' ')), moves);
  choose('notations', notation ? { [id]: notation } : {});
  const texts = ['en', 'zh', 'ja'].map((language) => {
    setLanguage(language);
    return names.action(timeline.last.action, timeline.last.written);
  });
  setLanguage('en');
  choose('notations', {});
  return texts;
}

test('in handicap shogi the sides are who gives pieces and who is given them', () => {
  const sides = (options) =>
    ['first', 'second'].map((side) => new Names(undefined, 'standard', descriptor('shogi'), options).side(side));
  setLanguage('ja');
  assert.deepEqual(sides({ handicap: 'two' }), ['下手', '上手']);
  assert.deepEqual(sides({ handicap: 'none' }), ['first', 'second'], 'as the ruleset says, which is not at hand');
  setLanguage('en');
  assert.deepEqual(sides({ handicap: 'bishop' }), ['Black (shitate)', 'White (uwate)']);
});

test('an open match lists its ruleset and the unusual options, by their names', () => {
  const info = games.find(({ id }) => id === 'shogi');
  const setting = (options) => new Names(info, 'standard', descriptor('shogi')).setting(options);
  const usual = { impasse: '27-point', fouls: 'refuse', handicap: 'none' };
  assert.equal(setting(usual), '');
  assert.equal(setting({ ...usual, fouls: 'lose', handicap: 'rook' }), 'Illegal moves: Lose the game · Handicap: Rook');
});

test('shogi is written as each language knows it, unless another notation is chosen', () => {
  const opening = '7g7f 3c3d 8h2b+ 3a2b';
  for (const [moves, en, zh, ja] of [
    ['7g7f', 'P-7f', '７六步', '７六歩'],
    ['7g7f 3c3d 8h2b+', 'Bx2b+', '２二角成', '２二角成'],
    [opening, 'Sx2b', '同银', '同銀'],
    [`${opening} B*5e`, 'B*5e', '５五角', '５五角'],
  ]) {
    assert.deepEqual(written('shogi', 'standard', undefined, moves), [en, zh, ja]);
  }
  for (const [notation, ...texts] of [
    ['western', 'Sx2b', 'Sx2b', 'Sx2b'],
    ['japanese', '同銀', '同银', '同銀'],
    ['kif', '同　銀(31)', '同　银(31)', '同　銀(31)'],
    ['usi', '3a2b', '3a2b', '3a2b'],
    ['none such', 'Sx2b', '同银', '同銀'],
  ]) {
    assert.deepEqual(written('shogi', 'standard', undefined, opening, notation), texts, notation);
  }
});

test('a board is labelled as its notation goes by, or as is chosen', () => {
  const labels = (id, language) => {
    setLanguage(language);
    const game = descriptor(id);
    const { files, ranks, far } = labelsOf(game, game.drawing('', 'standard'));
    setLanguage('en');
    return [files[0], ranks.at(-1), far?.[0]].map(String).join(' ');
  };
  assert.equal(labels('shogi', 'en'), '9 a undefined');
  assert.equal(labels('shogi', 'ja'), '9 一 undefined');
  assert.equal(labels('xiangqi', 'en'), '9 undefined 1');
  assert.equal(labels('xiangqi', 'zh'), '九 undefined 1');
  choose('notations', { xiangqi: 'iccs', shogi: 'usi' });
  assert.equal(labels('xiangqi', 'zh'), 'a 9 undefined');
  assert.equal(labels('shogi', 'ja'), '9 a undefined');
  choose('labels', 'native');
  assert.equal(labels('xiangqi', 'en'), '九 undefined 1');
  assert.equal(coordinatesOf(descriptor('xia-si')), 'native');
  choose('labels', 'letters');
  choose('notations', {});
  assert.equal(labels('shogi', 'ja'), '9 a undefined');
  assert.equal(new Names(undefined, 'standard', descriptor('shogi')).at('7f'), '7f');
  choose('labels', 'notation');
});

test('xiangqi is written as it is read aloud', () => {
  const doubled = '4k4/9/9/4P4/4P1P2/6P2/9/4R4/4R4/3AK4 w';
  const five = '3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/4K4 w';
  for (const [position, ruleset, action, en, zh, ja] of [
    [undefined, 'standard', 'h2e2', 'C2=5', '炮二平五', '炮二平五'],
    [undefined, 'standard', 'b0c2', 'H8+7', '马八进七', '馬八進七'],
    [undefined, 'standard', 'e3e4 h9g7', 'H8+7', '马８进７', '馬８進７'],
    [undefined, 'standard', 'e3e4 a9a8', 'R1+1', '车１进１', '車１進１'],
    // Walker: the side at the bottom is black, and counts in figures.
    [undefined, 'walker', 'h2e2', 'C2=5', '炮２平５', '炮２平５'],
    [doubled, 'standard', 'e1f1', 'R-=4', '后车平四', '後車平四'],
    [doubled, 'standard', 'e2e4', 'R++2', '前车进二', '前車進二'],
    [doubled, 'standard', 'e6f6', '5+=4', '前五平四', '前五平四'],
    [five, 'standard', 'e5d5', 'P-=6', '四兵平六', '四兵平六'],
  ]) {
    assert.deepEqual(written('xiangqi', ruleset, position, action), [en, zh, ja]);
    const wire = action.split(' ').at(-1);
    assert.deepEqual(written('xiangqi', ruleset, position, action, 'iccs'), [wire, wire, wire]);
    assert.deepEqual(written('xiangqi', ruleset, position, action, 'wxf'), [en, en, en]);
  }
});
