// The readers of real records, and the page's use of their results.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { sourceDigest } from '../../engine/wasm/source_digest.js';
import * as readers from '../../static/engine/yiguan_records.js';
import { lostSentence, notHeld } from '../../static/js/analysis/not_held.js';
import { isWhole, readGames } from '../../static/js/analysis/readers.js';

const read = (name) => readFileSync(new URL(`../../static/engine/${name}`, import.meta.url));
readers.initSync({ module: read('yiguan_records_bg.wasm') });

test('the build is of these sources', () => {
  assert.equal(read('SOURCE_RECORDS').toString().trim(), sourceDigest('records'), 'run engine/wasm/build.sh');
});

test('it stays small', () => {
  const bytes = brotliCompressSync(read('yiguan_records_bg.wasm')).length;
  assert.ok(bytes < 280_000, `${bytes} bytes`);
});

test('a game with variations, comments and a fault becomes a record for the page', () => {
  const text =
    '手合割：平手\n先手：甲\n1 ７六歩(77)\n*一\n2 ３四歩(33)\n3 ９九金(69)\n変化：2手\n2 ８四歩(83)\n*二\n3 ２六歩(27)\n変化：3手\n3 ６八銀(79)\n';
  const { games } = readGames(readers, text);
  const [{ record, faults }] = games;
  assert.deepEqual(record.moves, ['7g7f', '3c3d']);
  assert.deepEqual(record.players, { first: '甲', second: null });
  assert.deepEqual(record.lines, [
    { moves: ['7g7f', '8c8d', '2g2f'], comments: [[2, '二']] },
    { moves: ['7g7f', '8c8d', '7i6h'], comments: [] },
  ]);
  assert.deepEqual(record.comments[0], [1, '一']);
  assert.equal(isWhole(faults), false);
  // The fault is a note on the last legal move.
  assert.equal(record.comments[1][0], 2);
  assert.equal(faults[0].line, 6);
});

test('bytes in other encodings are decoded by the browser', () => {
  // 先手：山田 in EUC-JP, in a CSA.
  const bytes = new Uint8Array([...Buffer.from('V2.2\nN+'), 0xbb, 0xb3, 0xc5, 0xc4, ...Buffer.from('\nPI\n+\n+7776FU\n')]);
  const { games } = readGames(readers, bytes);
  assert.equal(games[0].record.players.first, '山田');
});

test('a verdict of the rules is a note on its move, and the game is whole', () => {
  const { games } = readGames(readers, `${'h2h1 h7h8 h1h2 h8h7 '.repeat(3)}b0c2`);
  const [{ record, faults }] = games;
  assert.equal(record.moves.length, 13);
  assert.deepEqual(
    faults.map(({ key }) => key),
    ['verdict'],
  );
  assert.ok(isWhole(faults));
  assert.deepEqual(
    record.comments.map(([ply]) => ply),
    [8],
  );
});

test('a text that is no record, and unreadable parts of one', () => {
  assert.deepEqual(readGames(readers, 'hello'), { fault: null });
  const cut = readGames(readers, new Uint8Array([...Buffer.from('XQ'), 18, 0]));
  assert.deepEqual([cut.fault.kind, cut.fault.key], ['xqf', 'cut_off']);
});

test('a line is written as only these writers do, with its variations', () => {
  const kif = '手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n*二\n変化：2手\n2 ８四歩(83)\n';
  assert.match(readers.write(kif, 'ki2'), /▲７六歩 {4}△３四歩\n\*二\n.*\n変化：2手\n△８四歩\n/s);
  const pgn = '[Game "Chinese Chess"]\n\n1. h2e2 h9g7 (1... b9c7)\n*\n';
  assert.match(readers.write(pgn, 'dhtmlxq'), /\[DhtmlXQ_movelist\]77477062\[.*\[DhtmlXQ_move_0_2_1\]1022\[/s);
  assert.throws(
    () => readers.write(pgn, 'ki2'),
    (thrown) => JSON.parse(thrown).kind === null,
  );
  assert.throws(
    () => readers.write('hello', 'ki2'),
    (thrown) => JSON.parse(thrown).kind === null,
  );
});

/** A game with everything in it, as a plain record and in notations that have variations. */
const SHOGI = [
  'yiguan 1\ngame: shogi\nfirst: 甲\nsecond: 乙\nresult: second resignation\n\n1 7g7f 5.500\n2 3c3d 1.000\n# 二\n',
  '手合割：平手\n先手：甲\n後手：乙\n1 ７六歩(77) ( 0:05/00:00:05)\n2 ３四歩(33) ( 0:01/00:00:01)\n*二\n3 投了\nまで2手で後手の勝ち\n変化：2手\n2 ８四歩(83)\n',
];

test('the parts that a file leaves out are found by reading it again', () => {
  const [plain, kif] = SHOGI;
  const lost = (text, game = plain, tree = kif) => notHeld(readers, text, game, tree);
  assert.deepEqual(lost(kif), ['milliseconds']);
  assert.deepEqual(lost(plain), ['variations']);
  assert.deepEqual(lost(plain, plain, null), []);
  assert.deepEqual(lost(readers.write(kif, 'ki2')), ['times', 'reason']);
  assert.deepEqual(lost('position startpos moves 7g7f 3c3d'), ['variations', 'comments', 'times', 'players', 'result', 'reason']);
  const pgn = '[Game "Chinese Chess"]\n[Red "甲"]\n[Date "2026-11-27"]\n[Result "1-0"]\n\n1. h2e2 h9g7 (1... b9c7 {b})\n1-0\n';
  const record = 'yiguan 1\ngame: xiangqi\nfirst: 甲\ndate: 2026-11-27\nresult: first timeout\n\n1 h2e2\n2 h9g7\n';
  assert.deepEqual(lost(readers.write(pgn, 'dhtmlxq'), record, pgn), ['reason']);
  assert.throws(
    () => readers.not_held('hello', plain),
    (thrown) => JSON.parse(thrown).kind === null,
  );
});

test('every part that a file can leave out has words in each language', async () => {
  const source = readFileSync(new URL('../../engine/records/src/write/mod.rs', import.meta.url), 'utf8');
  const [, listed] = source.match(/let parts = \[\n(.*?)\n {8}\];/s);
  const parts = [...listed.matchAll(/\("(\w+)"/g)].map(([, part]) => part);
  assert.ok(parts.includes('evaluations'), listed);
  for (const language of ['en', 'zh', 'ja']) {
    const { default: words } = await import(`../../static/js/i18n/${language}/files.js`);
    assert.deepEqual(
      parts.filter((part) => !words[`files.lost.${part}`]),
      [],
      language,
    );
  }
  assert.equal(lostSentence('csa', []), '');
});
