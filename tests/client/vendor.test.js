// The libraries in static/vendor are those that the lock file of npm names, unchanged, and import no others.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../static/', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

test('each library has the hash and the version of the lock file', () => {
  const { packages } = JSON.parse(read('bundle/package-lock.json'));
  const files = read('vendor/VERSIONS').trim().split('\n');
  for (const line of files) {
    const [, hash, file, name, version] = /^(\w{64}) {2}(\S+) {2}(\S+) ([\d.]+), MIT$/.exec(line) ?? [];
    assert.equal(
      createHash('sha256')
        .update(read(`vendor/${file}`))
        .digest('hex'),
      hash,
      line,
    );
    assert.equal(packages[`node_modules/${name}`].version, version);
    assert.ok(packages[`node_modules/${name}`].integrity);
  }
  const named = files.map((line) => line.split('  ')[1]);
  assert.deepEqual(readdirSync(new URL('vendor/', root)).sort(), ['VERSIONS', 'build.sh', ...named].sort());
  assert.ok(named.some((file) => file.endsWith('.LICENSE.txt')));
});

test('libraries import by relative paths alone', () => {
  for (const file of readdirSync(new URL('vendor/', root)).filter((name) => name.endsWith('.js')))
    assert.doesNotMatch(read(`vendor/${file}`), /\b(from|import)\s*\(?["'][^."']/, file);
});
