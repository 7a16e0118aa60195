// The committed WebAssembly plays the engine's own vectors, for every game it knows: a build
// that no longer behaves as the rules do fails here.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { sourceDigest } from '../../engine/wasm/source_digest.js';
import { Game, catalogue, initSync } from '../../static/engine/yiguan_engine.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root));

initSync({ module: read('static/engine/yiguan_engine_bg.wasm') });
const { games } = JSON.parse(catalogue());

/** Calls `visit` with every line of a file of vectors; nothing where there is no such file. */
function eachVector(name, visit) {
  const path = `engine/tests/data/vectors/${name}.jsonl`;
  if (!existsSync(new URL(path, root))) {
    return 0;
  }
  const lines = read(path).toString().trimEnd().split('\n');
  for (const [i, line] of lines.entries()) visit(JSON.parse(line), `${name}.jsonl:${i + 1}`);
  return lines.length;
}

/** The ruleset and options behind a vector's ruleset name, such as `chinese-wei-7x7`. */
function rulesetOf(name) {
  const [, ruleset, style, board] = /^(.*?)(?:-(wei|tian))?(?:-(\d+x\d+))?$/.exec(name);
  return { ruleset, options: JSON.stringify({ ...(style && { style }), ...(board && { board }) }) };
}

/** Plays `moves`; the game must not end before the last. */
function playAll(game, moves, where) {
  for (const [ply, move] of moves.entries()) {
    assert.equal(game.result(), undefined, `${where} is over at ply ${ply}`);
    assert.equal(JSON.parse(game.play(move)).action, move, where);
  }
}

function checkPerft(game, depth, nodes, where) {
  assert.equal(game.perft(depth), BigInt(nodes), `perft ${depth} of ${where}`);
}

/** A line of a folk game: play or set up, then compare every field of it. */
function checkFolk(vector, where) {
  const { ruleset, options } = rulesetOf(vector.ruleset);
  const start = vector.moves ? undefined : vector.position;
  const game = new Game(vector.game, ruleset, options, start);
  if (vector.moves) {
    playAll(game, vector.moves, where);
    // The model behind the vectors ends a game by its position. Where it finds no action
    // because history forbids them all, the rules call it a draw.
    const drawn = vector.result === null && vector.legal.length === 0;
    assert.equal(game.result() ?? null, drawn ? 'draw' : vector.result, where);
  }
  if (game.result() !== undefined) {
    assert.equal(game.position().split(' ')[0], vector.position.split(' ')[0], where);
    assert.deepEqual(game.legal(), [], where);
  } else {
    assert.equal(game.position(), vector.position, where);
    assert.deepEqual(game.legal(), vector.legal, where);
    for (const [i, nodes] of vector.perft.entries()) checkPerft(game, i + 1, nodes, where);
  }
  game.free();
}

/** A recorded game of shogi or xiangqi: the number of legal actions before every ply. */
function checkRecorded(vector, where) {
  const game = new Game(vector.game, vector.ruleset, '{}', vector.sfen ?? vector.fen);
  for (const [ply, move] of vector.moves.entries()) {
    assert.equal(game.legal().length, vector.legal_counts[ply], `${where} at ply ${ply}`);
    game.play(move);
  }
  assert.equal(game.result() ?? null, vector.result ?? null, where);
  assert.equal(game.reason() ?? null, vector.reason?.replaceAll('-', '_') ?? null, where);
  assert.equal(game.position().split(' ')[0], vector.final.split(' ')[0], where);
  game.free();
}

for (const { id } of games) {
  test(`${id} plays its vectors`, () => {
    const lines =
      eachVector(`folk-${id}`, checkFolk) +
      eachVector(`${id}-games`, checkRecorded) +
      eachVector(`${id}-perft`, ({ sfen, fen, depth, nodes }, where) => {
        const game = new Game(id, 'standard', '{}', sfen ?? fen);
        checkPerft(game, depth, nodes, where);
        game.free();
      });
    assert.ok(lines > 0, 'every game has vectors');
  });

  test(`${id} starts under every ruleset and option`, () => {
    for (const { rulesets } of games.filter((game) => game.id === id)) {
      for (const { id: ruleset, options, start } of rulesets) {
        assert.equal(new Game(id, ruleset).start(), start);
        for (const { key, values } of options) {
          for (const value of values) {
            const game = new Game(id, ruleset, JSON.stringify({ [key]: value.id }));
            assert.ok(game.legal().length > 0, `${ruleset} ${key} ${value.id}`);
          }
        }
      }
    }
  });

  test(`${id} takes back, forks and refuses`, () => {
    const game = new Game(id);
    const start = { position: game.position(), hash: game.hash(), legal: game.legal() };
    const [move] = start.legal;
    assert.equal(game.refuse(move), undefined);
    assert.equal(game.occurrences_after(move), 1);
    const { limit, effect, perpetual_check: perpetual } = JSON.parse(game.repetition_rule());
    assert.ok(limit >= 2 && ['draw', 'refused'].includes(effect), `${limit} ${effect}`);
    assert.ok([null, 'refused', 'lost_by_checker'].includes(perpetual), perpetual);
    assert.deepEqual(JSON.parse(game.recurrence_after(move)), { occurrences: 1, limit, effect, checker: null, chaser: null });
    assert.equal(game.recurrence_after('nonsense'), undefined);
    assert.equal(game.notate('txt', move), move);
    assert.equal(game.notate('no-such-notation', move), undefined);
    game.play(move);
    assert.deepEqual(game.notated('txt'), [move]);
    assert.deepEqual([game.ply(), game.moves()], [1, [move]]);
    assert.notEqual(game.hash(), start.hash);

    const fork = game.fork();
    fork.truncate(0);
    assert.deepEqual({ position: fork.position(), hash: fork.hash(), legal: fork.legal() }, start);
    assert.equal(game.ply(), 1, 'the fork is a game of its own');

    const refused = { rule: 'syntax', squares: [] };
    assert.deepEqual(JSON.parse(game.refuse('nonsense')), refused);
    assert.throws(
      () => game.play('nonsense'),
      (thrown) => {
        assert.deepEqual(JSON.parse(thrown), refused);
        return true;
      },
    );
  });
}

test('what cannot be set up is refused with a code', () => {
  const [{ id }] = games;
  for (const [args, code] of [
    [['no-such-game'], 'unknown_game'],
    [[id, 'no-such-ruleset'], 'unknown_ruleset'],
    [[id, undefined, '{"no-such-option":"1"}'], 'unknown_option'],
    [[id, undefined, '[]'], 'bad_request'],
    [[id, undefined, '{}', 'no position'], 'bad_position'],
  ]) {
    assert.throws(
      () => new Game(...args),
      (thrown) => {
        assert.equal(JSON.parse(thrown).code, code);
        return true;
      },
    );
  }
});

test('the build is of these sources', () => {
  const built = read('static/engine/SOURCE').toString().trim();
  assert.equal(built, sourceDigest(), "the engine's sources changed since the build: run engine/wasm/build.sh");
});
