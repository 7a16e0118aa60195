// The examples in the documents are true.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { catalogue, Game, initSync } from '../../static/engine/yiguan_engine.js';
import * as readers from '../../static/engine/yiguan_records.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

initSync({ module: readFileSync(new URL('static/engine/yiguan_engine_bg.wasm', root)) });
readers.initSync({ module: readFileSync(new URL('static/engine/yiguan_records_bg.wasm', root)) });

test('the sample of the plain record reads, and its moves bring its result', () => {
  const [, sample] = /^```text\n(yiguan 1\n.*?)^```$/ms.exec(read('docs/notation.md'));
  const [record] = JSON.parse(readers.open_text(sample));
  assert.deepEqual(record.times, [1200, 830]);
  assert.deepEqual(record.comments[2], 'A comment on the second action.\nIts second line.');
  const game = new Game(record.game, record.ruleset, JSON.stringify(record.options), record.start);
  const played = record.moves.map((action) => JSON.parse(game.play(action)));
  const { result, reason } = played.at(-1);
  assert.deepEqual([record.result, record.reason], [result, reason]);
});

test('the list of addresses is that of the server', () => {
  const [, table] = read('docs/api.md').split('\n\n| address |');
  const listed = [...table.matchAll(/^\| `([A-Z]+ \S+)`/gm)].map(([, address]) => address);
  const folder = 'server/src/http/';
  const sources = readdirSync(new URL(folder, root), { recursive: true }).filter((name) => name.endsWith('.rs'));
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

/** The parts of a README in every language: the levels of its headings, its commands and examples, its links, pictures and tables. @param {string} name */
function partsOf(name) {
  const text = read(name);
  const prose = text.replace(/^```.*?^```$/gms, '');
  return {
    headings: [...prose.matchAll(/^(#+) /gm)].map(([, level]) => level),
    code: [...text.matchAll(/^```.*?^```$/gms)].map(([block]) => block),
    // A sentence may name them in another order.
    links: [...prose.matchAll(/\]\(([^)]+)\)/g)]
      .map(([, target]) => target)
      .filter((target) => !target.startsWith('README'))
      .sort(),
    rows: [...prose.matchAll(/^\| (.*) \|$/gm)].map(
      ([, row]) =>
        row
          .match(/`[a-z][^`]*`/g)
          ?.filter((word) => !word.includes('--'))
          .join() ?? '',
    ),
    points: [...prose.matchAll(/^- /gm)].length,
  };
}

test('the files that documents for contributors name exist', () => {
  const decisions = readdirSync(new URL('docs/decisions/', root)).map((name) => `docs/decisions/${name}`);
  for (const name of ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...decisions]) {
    const text = read(name);
    const paths = [...text.matchAll(/`((?:docs|engine|fuzz|server|static|tests)\/[\w./-]+)`/g)].map(([, path]) => path);
    const missing = paths.filter((path) => !path.startsWith('static/dist') && !existsSync(new URL(path, root)));
    const links = [...text.matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target);
    const broken = links.filter((target) => !existsSync(new URL(target, new URL(name, root))));
    assert.deepEqual([...missing, ...broken], [], name);
  }
});

test('README.ja.md calls the games as the pages do', () => {
  const names = JSON.parse(catalogue()).games.map(({ name }) => name.ja);
  assert.deepEqual(
    names.filter((name) => !read('README.ja.md').includes(name)),
    [],
  );
});

for (const name of ['README.zh.md', 'README.ja.md']) {
  test(`${name} has the headings, commands and links of README.md`, () => {
    assert.deepEqual(partsOf(name), partsOf('README.md'));
    const links = [...read(name).matchAll(/\]\(([^):]+)\)/g)].map(([, target]) => target);
    for (const target of links) assert.ok(existsSync(new URL(target, root)), `${target} of ${name}`);
  });
}
