// The committed WebAssembly of the small solved games: it is of these sources, solves each in a moment,
// gives the values of positions that the documents give, and stays small.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

import { sourceDigest } from '../../engine/wasm/source_digest.js';
import { Game, initSync as initEngine } from '../../static/engine/yiguan_engine.js';
import { Shelf, initSync as initTables } from '../../static/engine/yiguan_tables.js';
import { allDescriptors } from '../../static/js/games/index.js';

const root = new URL('../../static/engine/', import.meta.url);
const read = (name) => readFileSync(new URL(name, root));

initEngine({ module: read('yiguan_engine_bg.wasm') });
initTables({ module: read('yiguan_tables_bg.wasm') });
const shelf = new Shelf();

/** The value of the start of each ruleset, from docs/solved.md. */
const STARTS = [
  ['zhuo-qi-zi', 'standard', 'draw', null],
  ['tui-da-che', 'original', 'loss', 40],
  ['tui-da-che', 'as-printed', 'draw', null],
  ['xia-si', 'as-printed', 'loss', 26],
  ['xia-si', 'original', 'loss', 34],
];

test('it is built from the sources as they are', () => {
  assert.equal(read('SOURCE_TABLES').toString().trim(), sourceDigest('tables'), 'run engine/wasm/build.sh');
});

test('every small game is solved, with the legal moves of the engine', () => {
  for (const [id, ruleset, value, distance] of STARTS) {
    const game = new Game(id, ruleset);
    const told = JSON.parse(shelf.look_up(id, ruleset, undefined, game.position()));
    assert.deepEqual([told.value, told.distance], [value, distance], `${id} ${ruleset}`);
    assert.deepEqual(told.actions.map(({ action }) => action).sort(), [...game.legal()].sort());
  }
  const here = allDescriptors().flatMap(({ id, solved }) => (solved === true ? [id] : []));
  assert.deepEqual([...new Set(STARTS.map(([id]) => id))].sort(), here.sort(), 'the client asks for these and no others');
});

test('the better side wins in the announced number of moves, whatever the other one plays', () => {
  const game = new Game('tui-da-che', 'original');
  for (let ply = 0; game.result() === undefined; ply += 1) {
    assert.ok(ply < 40);
    const legal = [...game.legal()];
    const chosen = shelf.choose('tui-da-che', 'original', undefined, game.position(), legal, ply);
    game.play(ply % 2 === 1 ? JSON.parse(chosen).action : legal[(ply * 7) % legal.length]);
  }
  assert.equal(game.result(), 'second');
});

test('a position without a table here is thrown as a code', () => {
  const thrown = (...args) => {
    try {
      shelf.look_up(...args);
    } catch (error) {
      return JSON.parse(error).code;
    }
    return undefined;
  };
  assert.equal(thrown('shogi', 'standard', undefined, ''), 'no_tablebase');
  assert.equal(thrown('xia-si', 'original', 99, ''), 'no_tablebase');
  assert.equal(thrown('xia-si', 'original', undefined, 'nonsense'), 'bad_position');
});

test('it stays small', () => {
  const bytes = brotliCompressSync(read('yiguan_tables_bg.wasm')).length;
  assert.ok(bytes < 60_000, `${bytes} bytes`);
});
