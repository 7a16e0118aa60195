// Records of every notation, as they are written and read again: notes and variations, faults, and pasted texts.
// The engine is the real one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as engine from '../../static/engine/yiguan_engine.js';
import * as readers from '../../static/engine/yiguan_records.js';
import { goTo } from '../../static/js/analysis/address.js';
import { importText } from '../../static/js/analysis/faults.js';
import { isWhole, readGames } from '../../static/js/analysis/readers.js';
import { Study } from '../../static/js/analysis/study.js';
import { recordOf } from '../../static/js/analysis/study_record.js';
import { keepTrials } from '../../static/js/analysis/kept.js';
import { MOST, variationsIn } from '../../static/js/analysis/variations.js';
import { setLanguage, t } from '../../static/js/i18n/i18n.js';
import './support/words.js';

const root = new URL('../../', import.meta.url);
engine.initSync({ module: readFileSync(new URL('static/engine/yiguan_engine_bg.wasm', root)) });
readers.initSync({ module: readFileSync(new URL('static/engine/yiguan_records_bg.wasm', root)) });
const { games } = JSON.parse(engine.catalogue());

/** The first game of a text, and the first thing that is wrong with it. */
function readRecord(text) {
  const read = readGames(readers, text);
  if ('fault' in read) return { fault: read.fault };
  const [{ record, faults }] = read.games;
  return isWhole(faults) ? { record } : { record, fault: faults[0] };
}

/** A study of a game from its start. */
const study = (game, moves, { ruleset, options = {}, start } = {}) =>
  new Study(new engine.Game(game, ruleset, JSON.stringify(options), start), moves);

const said = (text, by = '', name = '') => ({ by, name, text });

/** Every way through a tree, each from the start to its end. */
const paths = (tree, id = 0) =>
  tree.at(id).children.length > 0 ? tree.at(id).children.flatMap((child) => paths(tree, child)) : [tree.actions(id).join(' ')];

/** A game with variations in each of both sides' moves, one of them at its start and one within another. */
function branching(game, [a, b, c, d], [other, b2, c2, d2, c3, b3]) {
  const tried = study(game, [a, b, c, d]);
  const follow = (ply, ...moves) => goTo(tried, { ply, moves });
  const note = (text) => tried.tree.comment(tried.current, said(text));
  follow(0, other);
  follow(1, b2, c2, d2);
  note('Later.');
  follow(1, b2, c3);
  note('Inside.\nTwo lines.');
  follow(1, b3);
  assert.equal(paths(tried.tree).length, 5, game);
  return tried;
}

for (const [game, notation, moves, others] of [
  ['shogi', 'kif', ['7g7f', '3c3d', '2g2f', '8c8d'], ['2g2f', '8c8d', '2g2f', '8d8e', '6g6f', '4a3b']],
  ...['wxf', 'iccs', 'cn'].map((notation) => [
    'xiangqi',
    notation,
    ['h2e2', 'h9g7', 'h0g2', 'i9h9'],
    ['b2e2', 'b9c7', 'b0c2', 'h9g7', 'g3g4', 'g6g5'],
  ]),
]) {
  test(`variations and their notes are written to ${notation} and read back`, () => {
    const tried = branching(game, moves, others);
    // The record of the line shown, whichever it is, has all the others.
    for (const show of [
      () => tried.go(4),
      () => goTo(tried, { ply: 1, moves: [others[1], others[4]] }),
      () => goTo(tried, { ply: 0, moves: [others[0]] }),
    ]) {
      show();
      const text = recordOf(tried, notation, { first: 'A (B)', 'time.1': '1200' }, [], variationsIn(notation));
      const { record } = readRecord(text);
      assert.ok(record, `${text}\n${JSON.stringify(readRecord(text))}`);
      assert.deepEqual(record.moves, tried.tree.actions(tried.line.at(-1)), text);
      const again = study(game, record.moves);
      keepTrials({ id: null, record }, again.tree);
      assert.deepEqual(paths(again.tree).sort(), paths(tried.tree).sort(), text);
      const notes = record.lines.flatMap(({ comments }) => comments).concat(record.comments);
      assert.deepEqual(notes.map(([, text]) => text).sort(), ['Inside.\nTwo lines.', 'Later.']);
    }
  });
}

test('a line is written and read again in every notation of its game, notes included', () => {
  const lines = {
    shogi: ['7g7f', '3c3d', '8h2b+', '3a2b'],
    xiangqi: ['h2e2', 'h9g7', 'h0g2'],
    'tui-da-che': ['a1a2', 'b4b3'],
  };
  for (const [game, moves] of Object.entries(lines)) {
    const shown = study(game, moves.slice(0, 2));
    shown.go(2);
    for (const move of moves.slice(2)) assert.ok(shown.play(move), `${game} ${move}`);
    shown.tree.comment(1, said('first\nword', 'p', 'A'));
    const { notations } = games.find(({ id }) => id === game);
    for (const notation of notations) {
      const text = recordOf(shown, notation, { first: 'Kei', second: '<b>B</b>' }, [1_000, 2_000], variationsIn(notation));
      const { record } = readRecord(text);
      assert.deepEqual(record?.moves, moves, `${game}.${notation}`);
      assert.equal(record.game, game);
      if (['txt', 'kif', 'csa', 'wxf'].includes(notation)) {
        assert.deepEqual(record.comments, [[1, 'A: first\nword']], notation);
        assert.equal(record.players.second, '<b>B</b>', notation);
        assert.deepEqual(record.times.slice(0, 2), [1_000, 2_000], notation);
      }
    }
  }
});

test('a fault in a record is reported with its line and column', () => {
  const text = 'yiguan 1\ngame: shogi\n\n1 7g7f\n2 3c3e\n';
  const { fault } = readRecord(text);
  assert.deepEqual([fault.line, fault.column], [5, 3]);
  assert.equal(
    importText(text, fault),
    'This looks like a Yiguan record. Line 5, column 3: This move is not legal. That piece can’t move like that.',
  );
  const kif = readRecord('手合割：平手\n   1 ７六歩(77)\n   2 ９九飛(11)\n').fault;
  assert.deepEqual([kif.line, kif.column > 1], [3, true]);
  assert.equal(readRecord('{"moves":').fault, null);
});

test('a text is named by its likely kind, with the reason why it cannot be read, in every language', () => {
  const cases = [
    ['   1 ７六歩(77)\n   2 ９九飛(82)\n', 'KIF (shogi)', 'Line 2, column 6', t('rule.piece_movement')],
    ['P-7f P-7f', 'Western moves such as P-7f (shogi)', 'Line 1, column 6', t('rule.piece_movement')],
    ['4k4/9/9 w', '', '', ''],
    ['rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBA1ABNR w', 'FEN or UCCI (xiangqi)', 'Line 1, column 1', '“K”'],
    ['hello world', '', '', ''],
  ];
  for (const [text, ...parts] of cases) {
    const { fault } = readRecord(text);
    if (!parts[0]) assert.equal(fault, null, text);
    else for (const part of parts) assert.ok(importText(text, fault).includes(part), `${importText(text, fault)} lacks ${part}`);
  }
  assert.match(importText('hello', null), /^This format is unknown\. Supported formats: KIF \(shogi\), .*WXF/);
  const { fault } = readRecord(cases[0][0]);
  setLanguage('ja');
  assert.equal(
    importText(cases[0][0], fault),
    `KIF（将棋）と思われます。2行6文字目：この手は指せません。${t('rule.piece_movement')}`,
  );
  assert.doesNotMatch(importText('hello', null), /import\.|record/);
  setLanguage('en');
});

test('pasted texts are opened: positions, Western shogi, files of WXF', () => {
  const opened = (text) => {
    const read = readRecord(text);
    assert.ok('record' in read, text);
    return [read.record.game, read.record.start.split(' ')[0], read.record.moves.join(' ')];
  };
  const [shogi, xiangqi] = ['shogi', 'xiangqi'].map(
    (id) => games.find((game) => game.id === id).rulesets.find((rules) => rules.id === 'standard').start,
  );
  const board = (position) => position.split(' ')[0];
  assert.deepEqual(opened(shogi), ['shogi', board(shogi), '']);
  assert.deepEqual(opened(xiangqi), ['xiangqi', board(xiangqi), '']);
  assert.deepEqual(opened('P-7f P-3d'), ['shogi', board(shogi), '7g7f 3c3d']);
  const file = 'FORMAT  \tWXF\nRED     \tA;;;\n\nSTART{\n 1.  C2.5  H8+7\n}END\n';
  assert.deepEqual(opened(file), ['xiangqi', board(xiangqi), 'h2e2 h9g7']);
});

test('an old file is read in the letters of its time', () => {
  // 手合割：平手, and a move, in Shift_JIS.
  const bytes = Uint8Array.from(
    '8ee88d878a8481469 5bd8ee80a'
      .replace(' ', '')
      .match(/../g)
      .map((pair) => Number.parseInt(pair, 16)),
  );
  const {
    games: [{ record, encoding }],
  } = readGames(readers, bytes);
  assert.deepEqual([record.game, encoding], ['shogi', 'shift_jis']);
  assert.equal(readGames(readers, new TextEncoder().encode('手合割：平手')).games[0].encoding, 'utf-8');
});

test('a record without variations is as the engine writes it', () => {
  const tried = study('xiangqi', ['h2e2', 'h9g7']);
  assert.equal(recordOf(tried, 'wxf', {}, [], variationsIn('wxf')), tried.timeline.game.record('wxf', []));
});

test('a note with half a surrogate pair is written with U+FFFD', () => {
  const shown = study('shogi', ['7g7f']);
  shown.go(1);
  shown.tree.comment(1, said('half \ud83d, whole \u{1f600}, rest \ude00'));
  for (const notation of ['kif', 'csa', 'txt']) {
    const { record } = readRecord(recordOf(shown, notation, { first: '\udc00' }, [], variationsIn(notation)));
    assert.deepEqual(record.comments, [[1, 'half \ufffd, whole \u{1f600}, rest \ufffd']], notation);
    assert.equal(record.players.first, '\ufffd', notation);
  }
});

test('variations in brackets are read, except for illegal moves', () => {
  const text = `[Game "Chinese Chess"]
[Event "(not a variation)"]

1. C2.5 (1. C8.5 {the other (one)} 1... H8+7 ; (nor this
2. H8+7 (2. P3+1)) (1. C9.9) H8+7!? $1 (1... H2+3 2. H2+3) 2. H2+3 *
`.replaceAll('\n', '\r\n');
  const { record } = readRecord(text);
  assert.deepEqual(record.moves, ['h2e2', 'h9g7', 'h0g2']);
  assert.deepEqual(record.lines, [
    {
      moves: ['b2e2', 'h9g7', 'b0c2'],
      comments: [
        [1, 'the other (one)'],
        [2, '(nor this'],
      ],
    },
    { moves: ['b2e2', 'h9g7', 'g3g4'], comments: [] },
    { moves: ['h2e2', 'b9c7', 'h0g2'], comments: [] },
  ]);
});

test('a note before the first move of a variation is a note on that move', () => {
  const text = '[Game "Chinese Chess"]\n\n{Before.} 1. C2.5 {Played.} ({Why not} {this?} 1. C8.5 {It was.} 1... H8+7) H8+7 *';
  const { record } = readRecord(text);
  assert.deepEqual(record.comments, [
    [0, 'Before.'],
    [1, 'Played.'],
  ]);
  assert.deepEqual(record.lines, [{ moves: ['b2e2', 'h9g7'], comments: [[1, 'Why not\nthis?\nIt was.']] }]);
});

test('more variations than a tab can show are a fault, and the same one again is none', () => {
  const again = `手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n${'\n変化：2手\n   2 ８四歩(83)\n'.repeat(10_000)}`;
  assert.equal(readRecord(again).record.lines.length, 1);
  const game = new engine.Game('xiangqi', undefined, '{}', undefined);
  const first = game.legal();
  const lines = first.flatMap((move) => {
    const after = new engine.Game('xiangqi', undefined, '{}', undefined);
    after.play(move);
    return after.legal().map((reply) => `(1. ${move} ${reply})`);
  });
  assert.ok(lines.length > MOST);
  const { record, fault } = readRecord(`[Game "Chinese Chess"]\n\n1. h2e2 ${lines.join('\n')} h9g7\n*\n`);
  assert.deepEqual([record.lines.length, fault.key, fault.args], [MOST, 'too_many_variations', { most: String(MOST) }]);
});

test('variations of other programs are read, except for illegal moves', () => {
  const text = `手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:01/00:00:01)+
   3 ２六歩(27)   ( 0:01/00:00:02)
   4 投了
まで3手で先手の勝ち

変化：2手
   2 ８四歩(83)
*The other opening.
   3 ６八銀(79)

変化：3手
   3 ２六歩(27)

変化:2手
   2 ９九飛(11)
`.replaceAll('\n', '\r\n');
  const { record } = readRecord(text);
  assert.deepEqual(record.moves, ['7g7f', '3c3d', '2g2f']);
  assert.deepEqual(record.lines, [
    { moves: ['7g7f', '8c8d', '7i6h'], comments: [[2, 'The other opening.']] },
    { moves: ['7g7f', '8c8d', '2g2f'], comments: [] },
  ]);
});
