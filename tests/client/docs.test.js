// What the documents show is so.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { Game, initSync, read_record } from '../../static/engine/yiguan_engine.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

initSync({ module: readFileSync(new URL('static/engine/yiguan_engine_bg.wasm', root)) });

test('the sample of the plain record reads, and its moves bring its result', () => {
  const [, sample] = /^```text\n(yiguan 1\n.*?)^```$/ms.exec(read('docs/notation.md'));
  const record = JSON.parse(read_record('', 'txt', sample));
  assert.deepEqual(
    record.moves.map(({ time, comment }) => [time, comment]),
    [
      [1200, ''],
      [830, 'A comment on the second action.\nIts second line.'],
    ],
  );
  const game = new Game(record.game, record.ruleset, JSON.stringify(record.options), record.start);
  const played = record.moves.map(({ action }) => JSON.parse(game.play(action)));
  const { result, reason } = played.at(-1);
  assert.deepEqual([record.result, record.reason], [result, reason]);
});

test('the list of addresses is that of the server', () => {
  const [, table] = read('docs/api.md').split('\n\n| address |');
  const listed = [...table.matchAll(/^\| `([A-Z]+ \S+)`/gm)].map(([, address]) => address);
  const folder = 'server/src/http/';
  const sources = readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.rs'));
  const served = sources.flatMap((name) =>
    [...read(folder + name).matchAll(/#\[utoipa::path\(\s*(\w+), path = "([^"]+)"/g)].map(
      ([, method, path]) => `${method.toUpperCase()} ${path}`,
    ),
  );
  assert.deepEqual(listed.sort(), served.sort());
  const [, others] = read('docs/api.md').split('Besides these:');
  for (const [, path] of read(`${folder}mod.rs`).matchAll(/\.route\(\s*"([^"*]+)"/g)) {
    assert.ok(others.includes(`\`${path}\``) || others.includes(`\`GET ${path}\``), path);
  }
});
