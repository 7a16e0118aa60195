// Going over a game: the tree, the line that one steps through, the move list, the storage of a device,
// and the address of a position. The engine is the real one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as engine from '../../static/engine/yiguan_engine.js';
import { goTo, placeOf, readAddress, stepFrom, stepOfKey, writeAddress } from '../../static/js/analysis/address.js';
import { shapes } from '../../static/js/analysis/chart.js';
import { readStored } from '../../static/js/analysis/records.js';
import { writeSheet } from '../../static/js/analysis/sheet.js';
import { queryOf } from '../../static/js/game/game_query.js';
import { balance } from '../../static/js/game/material.js';
import { Study } from '../../static/js/analysis/study.js';
import { palette, pieceOf, PositionEdit } from '../../static/js/analysis/position.js';
import { keepLocal, keepTrials, resumed } from '../../static/js/analysis/kept.js';
import { addressOf, lastLocal, subjectOf } from '../../static/js/analysis/subject.js';
import { ANNOTATOR } from '../../static/js/analysis/annotator.js';
import { ownNodes, restoreOwn } from '../../static/js/analysis/own_nodes.js';
import { keepOnly, unshared } from '../../static/js/analysis/shared_tree.js';
import { Tree } from '../../static/js/analysis/tree.js';
import { descriptor } from '../../static/js/games/index.js';
import { setLanguage } from '../../static/js/i18n/i18n.js';
import './support/words.js';

const root = new URL('../../', import.meta.url);
engine.initSync({ module: readFileSync(new URL('static/engine/yiguan_engine_bg.wasm', root)) });
const { games } = JSON.parse(engine.catalogue());

/** A study of a game from its start. */
const study = (game, moves, { ruleset, options = {}, start } = {}) =>
  new Study(new engine.Game(game, ruleset, JSON.stringify(options), start), moves);

const said = (text, by = '', name = '') => ({ by, name, text });

test('a variation branches off, is found again and taken back with all that follows', () => {
  const tree = new Tree(['a', 'b']);
  const first = tree.add(1, 'x');
  const second = tree.add(first, 'y');
  assert.equal(tree.add(1, 'x'), first);
  assert.equal(tree.add(1, 'b'), 2, 'the game itself is no variation');
  assert.deepEqual(tree.path(second), [0, 1, first, second]);
  assert.deepEqual(tree.actions(second), ['a', 'x', 'y']);
  assert.deepEqual(tree.line(1), [0, 1, 2]);
  assert.equal(tree.remove(first), 1);
  assert.ok(!tree.has(second));
  assert.equal(tree.remove(2), 2, 'the game cannot be deleted');
  assert.deepEqual(tree.line(0), [0, 1, 2]);
});

test('a variation rises, but never above the game', () => {
  const tree = new Tree(['a']);
  const [x, y] = [tree.add(0, 'x'), tree.add(0, 'y')];
  assert.ok(tree.canRise(y) && !tree.canRise(x) && !tree.canRise(1));
  tree.promote(y);
  assert.deepEqual(tree.at(0).children, [1, y, x]);
  const [p, q] = [tree.add(y, 'p'), tree.add(y, 'q')];
  tree.promote(q);
  assert.deepEqual(tree.line(y), [0, y, q]);
  assert.ok(tree.canRise(p));
});

test('each has one word on a node, and takes back only that', () => {
  const tree = new Tree([]);
  tree.comment(0, said('one', 'p'));
  tree.comment(0, said('mine'));
  tree.comment(0, said('two', 'p'));
  assert.deepEqual(
    tree.at(0).comments.map(({ text }) => text),
    ['two', 'mine'],
  );
  tree.comment(0, said('', 'p'));
  assert.deepEqual(tree.at(0).comments, [said('mine')]);
});

test('nodes of the stored game stay when others leave, and are not stored as one’s own', () => {
  const tree = new Tree(['a']);
  tree.comment(1, { by: ANNOTATOR, name: '', text: 'the game says' });
  tree.comment(1, said('another says', 'p'));
  keepOnly(tree, []);
  assert.deepEqual(
    tree.at(1).comments.map(({ text }) => text),
    ['the game says'],
  );
  assert.deepEqual(ownNodes(tree).said, []);
});

test('a variation played here takes the number that the server gives it', () => {
  const tree = new Tree(['a']);
  const own = tree.add(0, 'x');
  const after = tree.add(own, 'y');
  assert.deepEqual(unshared(tree, after), { node: 0, moves: ['x', 'y'] });
  assert.equal(tree.add(0, 'x', 7, 'p'), 7);
  assert.deepEqual(tree.path(after), [0, 7, after]);
  assert.deepEqual(unshared(tree, after), { node: 7, moves: ['y'] });
  assert.equal(tree.add(7, 'y', 8, 'p'), 8);
  assert.deepEqual(unshared(tree, 8), { node: 8, moves: [] });
});

test('what only this device has outlives a reload, in the same order', () => {
  const tree = new Tree(['a', 'b']);
  const gone = tree.add(0, 'gone');
  const x = tree.add(1, 'x');
  tree.add(x, 'y');
  tree.add(1, 'z');
  tree.comment(x, said('why not'));
  tree.comment(2, said('good'));
  tree.comment(2, said('theirs', 'p'));
  tree.remove(gone);
  const again = new Tree(['a', 'b']);
  restoreOwn(again, JSON.parse(JSON.stringify(ownNodes(tree))));
  assert.deepEqual(
    again.at(1).children.map((id) => again.at(id).action),
    ['b', 'x', 'z'],
  );
  assert.deepEqual(again.at(again.child(1, 'x')).comments, [said('why not')]);
  assert.deepEqual(again.at(2).comments, [said('good')]);
  assert.deepEqual(again.actions(again.line(again.child(1, 'x')).at(-1)), ['a', 'x', 'y']);
});

test('an address names a ply, and the variation from there', () => {
  assert.deepEqual(readAddress('', 9), { ply: 9, moves: [] });
  assert.deepEqual(readAddress('#4', 9), { ply: 4, moves: [] });
  assert.deepEqual(readAddress('#40', 9), { ply: 9, moves: [] });
  for (const moves of [
    ['P*5e', '7g7f+'],
    ['@d4', 'xa1', 'pass'],
  ]) {
    const address = writeAddress(3, moves);
    assert.deepEqual(readAddress(address, 9), { ply: 3, moves });
    assert.deepEqual(readAddress(encodeURI(address), 9), { ply: 3, moves });
  }
  for (const bad of ['#x', '#-1', '#3//', '#%', '#3/<b>aaaaaaaaa']) assert.deepEqual(readAddress(bad, 9), { ply: 9, moves: [] });
});

test('keys step through the line and stop at its ends', () => {
  assert.equal(stepOfKey('ArrowLeft'), 'back');
  assert.equal(stepOfKey('a'), null);
  assert.equal(stepFrom(0, 5, 'back'), 0);
  assert.equal(stepFrom(5, 5, 'forward'), 5);
  assert.equal(stepFrom(3, 5, 'first'), 0);
  assert.equal(stepFrom(3, 5, 'last'), 5);
});

test('the engine decides which variations are legal, and one steps along the chosen one', () => {
  const shown = study('shogi', ['7g7f', '3c3d', '8h2b+']);
  shown.go(1);
  assert.ok(shown.legal().includes('8c8d'));
  assert.equal(shown.play('8c8e'), false);
  assert.equal(shown.refuse('8c8e').rule, 'piece_movement');
  assert.ok(shown.play('8c8d'));
  assert.ok(shown.play('2g2f'));
  assert.deepEqual([shown.ply, shown.plies], [3, 3]);
  assert.deepEqual(placeOf(shown), { ply: 1, moves: ['8c8d', '2g2f'] });
  shown.go(shown.line[1]);
  assert.equal(shown.plies, 3, 'one goes back and on again in the variation');
  shown.go(2);
  assert.deepEqual(shown.line, [0, 1, 2, 3]);
  goTo(shown, { ply: 1, moves: ['8c8d', '1a1a', '2g2f'] });
  assert.equal(shown.ply, 2, 'what is refused ends the way');
  shown.tree.remove(shown.current);
  shown.refresh();
  assert.equal(shown.current, 0);
});

test('a chain continues and an owed removal is owed in a variation, too', () => {
  const line = readFileSync(new URL('engine/tests/data/vectors/folk-diu-fang.jsonl', root), 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text))
    .find(({ moves }) => moves?.some((move) => move.startsWith('x')));
  const [, ruleset, style, board] = /^(.*?)(?:-(wei|tian))?(?:-(\d+x\d+))?$/.exec(line.ruleset);
  const at = line.moves.findIndex((move) => move.startsWith('x'));
  const shown = study('diu-fang', line.moves.slice(0, at), {
    ruleset,
    options: { ...(style && { style }), ...(board && { board }) },
  });
  shown.go(at);
  const removals = shown.legal().filter((action) => action.startsWith('x'));
  assert.ok(removals.length > 0);
  assert.ok(shown.play(removals[0]));
  assert.equal(shown.plies, at + 1);
});

test('a stored variation is drawn where it was tried before', () => {
  const shown = study('shogi', ['7g7f']);
  shown.go(0);
  shown.play('2g2f');
  shown.take({ node: 5, parent: 0, move: '2g2f', by: 'p' });
  assert.equal(shown.current, 5);
  assert.equal(placeOf(shown).moves[0], '2g2f');
  shown.take({ node: 6, parent: 5, move: '3c3d', by: 'p' });
  assert.equal(shown.entry(6).by, 'second');
});

test('notes of guests and of deleted players are under names in the language of the page', () => {
  const shown = study('shogi', ['7g7f']);
  for (const name of ['Guest 4f2a', 'Someone', '弈']) shown.tree.comment(1, said(name, name, name));
  setLanguage('ja');
  const names = writeSheet(shown).rows[0].below.map(({ name }) => name);
  setLanguage('en');
  assert.deepEqual(names, ['ゲスト 4f2a', '退会したプレイヤー', '弈']);
});

test('the sheet has the game in rows, and below a row its notes and variations', () => {
  const shown = study('shogi', ['7g7f', '3c3d', '2g2f']);
  shown.tree.comment(2, said('usual', 'p', 'Guest'));
  shown.go(1);
  for (const move of ['8c8d', '2g2f']) shown.play(move);
  shown.go(shown.line[2]);
  shown.play('6g6f');
  const [first, second] = writeSheet(shown).rows;
  assert.deepEqual(first.cells, [[1], [2]]);
  assert.equal(second.number, 2);
  assert.deepEqual(first.below[0], { kind: 'said', id: 2, name: 'Guest', text: 'usual', number: '1…' });
  const [variation] = first.below.slice(1);
  const [a, b, nested] = variation.parts;
  assert.deepEqual([a.number, b.number], ['1…', '2.']);
  assert.equal(nested.parts[0].number, '2.');
  assert.equal(shown.tree.at(nested.parts[0].id).action, '6g6f');
});

test('each node is looked at a few times for the sheet, however long its line is', () => {
  const shown = study('tui-da-che', ['a1a2']);
  // Two variations of stones that go to and fro, as far as repetition lets them.
  const looked = (length) => {
    const trial = Object.create(shown);
    const path = Array.from({ length }, (_, index) => index);
    const tree = {
      line: () => [0, 1],
      at: (id) => ({
        comments: [],
        parent: id === 2 ? 0 : id - 1,
        children: id === 0 ? [1, 2] : id === 1 || id === length + 1 ? [] : [id + 1],
      }),
      path: (id) => path.slice(0, id),
    };
    let count = 0;
    trial.entry = (id) => {
      count += 1;
      return { by: id === 0 ? null : id % 2 ? 'first' : 'second', action: 'x' };
    };
    Object.defineProperty(trial, 'tree', { value: tree });
    const [{ below }] = writeSheet(trial).rows;
    assert.equal(below[0].parts.length, length);
    return count;
  };
  assert.ok(looked(400) <= 2.2 * looked(200), `${looked(200)}, then ${looked(400)}`);
});

test('a game is written to its address and read from it', () => {
  const record = { game: 'diu-fang', ruleset: 'original', options: { board: '7x7' }, start: '', moves: ['@d4', '@d5'] };
  const ruleset = games.find(({ id }) => id === 'diu-fang').rulesets[0].id;
  const subject = subjectOf(new URLSearchParams(queryOf({ ...record, ruleset })), games);
  assert.deepEqual({ ...subject.record, ruleset: 'original' }, { ...subject.record, ...record });
  assert.equal(subjectOf(new URLSearchParams('game=go'), games), null);
});

test('the chart weighs the pieces on the board and in hand', () => {
  const shogi = descriptor('shogi');
  const start = games.find(({ id }) => id === 'shogi').rulesets[0].start;
  assert.equal(Math.abs(balance(shogi.read(start), shogi)), 0);
  const [board, ...rest] = start.split(' ');
  const handed = `${board.replace('1r5b1', '1r7')} ${rest[0]} B 1`;
  assert.equal(balance(shogi.read(handed), shogi), 17.8);
  const { line, bars } = shapes([0, 1, -1], [100, 400]);
  assert.equal(line, 'M0 34.0L1 3.0L2 65.0');
  assert.equal(bars, 'M1 100v-14.0M2 100v-28.0');
});

test('a move at its end continues a game of this device, and is taken back', () => {
  const shown = new Study(new engine.Game('shogi', undefined, '{}', undefined), ['7g7f'], undefined, true);
  shown.go(0);
  shown.play('2g2f');
  assert.equal(shown.tree.plies, 1, 'elsewhere it is a trial');
  shown.go(1);
  shown.play('3c3d');
  shown.play('2g2f');
  assert.deepEqual(shown.tree.actions(shown.tree.plies), ['7g7f', '3c3d', '2g2f']);
  shown.takeBack();
  assert.equal(shown.current, 2);
  shown.play('6g6f');
  assert.equal(shown.entry(3).action, '6g6f');
  for (let taken = 0; taken < 5; taken += 1) shown.takeBack();
  assert.deepEqual([shown.tree.plies, shown.current], [0, 0]);
});

test('variations of a game of this device stay with it, and go with it', () => {
  for (const name of ['localStorage', 'sessionStorage']) {
    const kept = new Map();
    const value = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
    Object.defineProperty(globalThis, name, { configurable: true, value });
  }
  /** The page, loaded at an address. */
  const load = () => {
    const subject = resumed(subjectOf(new URLSearchParams('game=xiangqi'), games));
    const { record } = subject;
    const tree = new Tree(record.moves);
    return { record, tree, keep: keepTrials(subject, tree, true) };
  };
  const first = load();
  for (const action of ['h2e2', 'h9g7']) first.tree.extend(action);
  first.tree.comment(2, said('sound'));
  first.tree.comment(first.tree.add(1, 'h9i7'), said('at the edge'));
  first.keep();
  const again = load();
  assert.deepEqual(again.record.moves, ['h2e2', 'h9g7']);
  assert.deepEqual(ownNodes(again.tree), ownNodes(first.tree));
  keepLocal(again.record, []);
  const fresh = load();
  assert.deepEqual([fresh.record.moves, ownNodes(fresh.tree)], [[], { nodes: [], said: [] }]);
});

test('a position that is set up is written as it was read, and changed piece by piece', () => {
  for (const { id, rulesets } of games) {
    for (const { start } of rulesets) {
      const game = descriptor(id);
      const edit = new PositionEdit(start, game.drawing(start, rulesets[0].id).grid);
      assert.equal(edit.text, start, id);
      for (const token of palette(start, game)) assert.ok(pieceOf(token, game), `${id} ${token}`);
    }
  }
  const shogi = descriptor('shogi');
  const edit = new PositionEdit('4k4/9/9/9/9/9/9/9/4K4 b - 1', shogi.drawing('').grid);
  edit.put('5e', '+R');
  edit.put('1i', 'p');
  edit.put('5a', null);
  edit.give('P', 2);
  edit.give('g', 1);
  edit.give('b', 0);
  edit.turn = 'w';
  assert.equal(edit.text, '9/9/9/9/4+R4/9/9/9/4K3p w 2Pg 1');
  edit.clear();
  assert.equal(edit.text, '9/9/9/9/9/9/9/9/9 w - 1');
  assert.equal(
    new PositionEdit('4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1', descriptor('xiangqi').drawing('', 'standard').grid).hands,
    false,
  );
  assert.deepEqual(
    palette(games.find(({ id }) => id === 'shogi').rulesets[0].start, shogi).filter((token) => token.startsWith('+')).length,
    12,
  );
});

/** As much of a browser's storage as a record needs. */
function keepIn(name, items = new Map()) {
  const value = { getItem: (key) => items.get(key) ?? null, setItem: (key, text) => items.set(key, text) };
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
const GAMES = [{ id: 'shogi', notations: [], rulesets: [{ id: 'standard', start: 'the start', options: [] }] }];
const RECORD = {
  game: 'shogi',
  ruleset: 'standard',
  options: {},
  start: '',
  moves: [],
  times: [],
  comments: [],
  players: { first: null, second: null },
  date: null,
  result: null,
  reason: null,
};

test('a record of thousands of moves is stored by the tab, not by its address', () => {
  const record = { ...RECORD, moves: Array.from({ length: 4_000 }, () => '7g7f') };
  const address = addressOf(record);
  assert.ok(address.length < 6_000);
  keepIn('sessionStorage', new Map([['yiguan.record', JSON.stringify(record)]]));
  assert.equal(subjectOf(new URLSearchParams(address), GAMES).record.moves.length, 4_000);
  keepIn('sessionStorage');
  assert.equal(subjectOf(new URLSearchParams(address), GAMES).record.moves.length, 0);
  const short = { ...RECORD, moves: ['7g7f'] };
  assert.deepEqual(subjectOf(new URLSearchParams(addressOf(short)), GAMES).record.moves, ['7g7f']);
});

test('games of this device are stored side by side, and data of another version does no harm', () => {
  keepIn('localStorage', new Map([['yiguan.local.games', '[7,["x",{"game":"shogi"}],null]']]));
  assert.equal(lastLocal(), null);
  keepLocal(RECORD, ['7g7f']);
  keepLocal({ ...RECORD, game: 'xiangqi' }, ['h2e2']);
  keepLocal(RECORD, ['7g7f', '3c3d']);
  const subject = { id: null, record: RECORD, clock: null, stored: false };
  assert.deepEqual(resumed(subject).record.moves, ['7g7f', '3c3d']);
  assert.deepEqual(resumed({ ...subject, record: { ...RECORD, game: 'xiangqi' } }).record.moves, ['h2e2']);
  assert.match(lastLocal(), /game=shogi/);
});

test('a stored game of odd parts is read into whole ones', () => {
  const read = readStored(
    '{"game":"shogi","moves":["7g7f"],"times":{},"options":{"a":1},"players":{"first":{"name":7}},"started_at":1e300}',
  );
  assert.deepEqual(read, { ...RECORD, ruleset: '', moves: ['7g7f'] });
});
