// The committed WebAssembly of the computer players: it is of these sources, plays legal moves of
// every game and ruleset, finds wins, and implements the commands of a worker.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { sourceDigest } from '../../engine/wasm/source_digest.js';
import { Game, catalogue, initSync as initEngine } from '../../static/engine/yiguan_engine.js';
import { Searcher, initSync as initSearch } from '../../static/engine/yiguan_search.js';

const root = new URL('../../static/engine/', import.meta.url);
const read = (name) => readFileSync(new URL(name, root));

initEngine({ module: read('yiguan_engine_bg.wasm') });
initSearch({ module: read('yiguan_search_bg.wasm') });
const { games } = JSON.parse(catalogue());

/** Every option of a ruleset at its default, as key and value in turn. */
const defaults = (ruleset) => ruleset.options.flatMap(({ key, values }) => [key, values[0].id]);

test('it is built from the sources as they are', () => {
  assert.equal(read('SOURCE_SEARCH').toString().trim(), sourceDigest('search'), 'run engine/wasm/build.sh');
});

test('it chooses legal moves of every game and ruleset, the same for the same seed', () => {
  for (const { id, rulesets } of games) {
    for (const ruleset of rulesets) {
      const game = new Game(id, ruleset.id);
      const searcher = new Searcher(id, ruleset.id, defaults(ruleset), undefined);
      for (let ply = 0; ply < 16 && game.result() === undefined; ply++) {
        const level = 1 + (ply % 8);
        const chosen = JSON.parse(searcher.choose_move(level, 5, 400));
        assert.ok(game.legal().includes(chosen.action), `${chosen.action} in ${id} ${game.position()}`);
        assert.equal(chosen.line[0], chosen.action);
        assert.deepEqual(JSON.parse(searcher.choose_move(level, 5, 400)), chosen);
        game.play(chosen.action);
        assert.ok(searcher.play(chosen.action));
      }
      assert.equal(searcher.ply(), game.ply());
    }
  }
});

test('it reports the value of a position, depth by depth, until it receives stop', () => {
  const searcher = new Searcher('shogi', 'standard', [], '4k4/9/4P4/9/9/9/9/9/4K4 b G 1');
  const depths = [];
  const listener = { report: (text) => depths.push(JSON.parse(text).depth), stop: () => false };
  const { lines } = JSON.parse(searcher.analyse(20_000, 2, listener));
  assert.equal(lines[0].win_in, 1);
  assert.deepEqual(lines[0].line, ['G*5b']);
  assert.ok(lines.length >= 2 && lines[0].score >= lines[1].score);
  assert.deepEqual(
    depths,
    depths.map((_, i) => i + 1),
  );
  const stopped = JSON.parse(searcher.analyse(1e9, 1, { report() {}, stop: () => true }));
  assert.ok(stopped.nodes < 10_000);
});

test('it takes moves back, refuses illegal moves and reports when a game is over', () => {
  const searcher = new Searcher('er-chi-yi', 'standard', [], '5/5/5/1bw2/b4 b -');
  assert.equal(searcher.play('a1a3'), false);
  assert.equal(searcher.play('nonsense'), false);
  assert.equal(searcher.play('a1a2'), true);
  assert.equal(searcher.choose_move(8, 1, 1_000), undefined);
  assert.deepEqual(JSON.parse(searcher.analyse(1_000, 1, undefined)).lines, []);
  searcher.truncate(0);
  assert.equal(JSON.parse(searcher.choose_move(8, 1, 1_000)).action, 'a1a2');
});

test('what makes no sense is thrown as a code', () => {
  const thrown = (...args) => {
    try {
      new Searcher(...args);
    } catch (error) {
      return JSON.parse(error).code;
    }
    return undefined;
  };
  assert.equal(thrown('chess', 'standard', [], undefined), 'unknown_game');
  assert.equal(thrown('xiangqi', 'none', [], undefined), 'unknown_ruleset');
  assert.equal(thrown('shogi', 'standard', [], 'nonsense'), 'bad_position');
});

test('it stays small', async () => {
  const { brotliCompressSync } = await import('node:zlib');
  const bytes = brotliCompressSync(read('yiguan_search_bg.wasm')).length;
  assert.ok(bytes < 200_000, `${bytes} bytes`);
});
