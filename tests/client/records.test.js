// The readers of records as the world writes them, and what the page makes of what they read.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { sourceDigest } from '../../engine/wasm/source_digest.js';
import * as readers from '../../static/engine/yiguan_records.js';
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

test('a game with variations, comments and a fault becomes what the page opens', () => {
  const text = '手合割：平手\n先手：甲\n1 ７六歩(77)\n*一\n2 ３四歩(33)\n3 ９九金(69)\n変化：2手\n2 ８四歩(83)\n*二\n3 ２六歩(27)\n変化：3手\n3 ６八銀(79)\n';
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
  // What was wrong is a note on the last move that was kept.
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
  assert.deepEqual(faults.map(({ key }) => key), ['verdict']);
  assert.ok(isWhole(faults));
  assert.deepEqual(record.comments.map(([ply]) => ply), [8]);
});

test('what is no record, and what cannot be read of one', () => {
  assert.deepEqual(readGames(readers, 'hello'), { fault: null });
  const cut = readGames(readers, new Uint8Array([...Buffer.from('XQ'), 18, 0]));
  assert.deepEqual([cut.fault.kind, cut.fault.key], ['xqf', 'cut_off']);
});

test('a line is written as only these writers do, with its variations', () => {
  const kif = '手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n*二\n変化：2手\n2 ８四歩(83)\n';
  assert.match(readers.write(kif, 'ki2'), /▲７六歩 {4}△３四歩\n\*二\n.*\n変化：2手\n△８四歩\n/s);
  const pgn = '[Game "Chinese Chess"]\n\n1. h2e2 h9g7 (1... b9c7)\n*\n';
  assert.match(readers.write(pgn, 'dhtmlxq'), /\[DhtmlXQ_movelist\]77477062\[.*\[DhtmlXQ_move_0_2_1\]1022\[/s);
  assert.throws(() => readers.write(pgn, 'ki2'), (thrown) => JSON.parse(thrown).kind === null);
  assert.throws(() => readers.write('hello', 'ki2'), (thrown) => JSON.parse(thrown).kind === null);
});
