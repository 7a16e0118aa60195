// The table of the client's modules in ARCHITECTURE.md agrees with the sources: each module imports exactly the modules
// of its row, and all of them are in rows above. So there is no circle, and the table stays true.
//
// A module is a folder of static/js, or a folder next to it. Types that comments import do not count.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const base = new URL('static/', root);

/** The paths of all modules below `static/`, without those that are generated, of others, or build the bundle. */
const sources = readdirSync(base, { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /^(board|js|worker)\/.*\.js$/.test(path));

/** The module of a source. */
const moduleOf = (path) => /^(?:js\/)?([\w.]+)/.exec(path)[1];

/** The sources that a source imports, at once and, if `lazy`, while it runs. */
function imports(path, lazy = true) {
  const code = readFileSync(new URL(path, base), 'utf8').replace(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = [
    ...code.matchAll(/^(?:import|export|\}).*?['"](\.[^'"]+)['"];$/gm),
    ...(lazy ? code.matchAll(/\bimport\(['"](\.[^'"]+)['"]\)/g) : []),
  ];
  return found.map(([, target]) => new URL(target, new URL(path, base)).href.slice(base.href.length));
}

/** The rows of the table: its cells. */
function table() {
  const [, text] = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8').split('### Client modules\n');
  const rows = text.slice(text.indexOf('|')).split('\n\n')[0].trim().split('\n').slice(2);
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const words = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word);

test('the modules of the client import exactly their row of the table', () => {
  const uses = new Map(sources.map((path) => [moduleOf(path), new Set()]));
  for (const path of sources) {
    for (const target of imports(path)) {
      if (moduleOf(target) !== moduleOf(path)) uses.get(moduleOf(path)).add(moduleOf(target));
    }
  }
  const wrong = [];
  const above = new Set(['engine', 'vendor']);
  for (const [modules, , mayUse] of table()) {
    const [module, ...others] = words(modules);
    assert.deepEqual(others, [], 'one module a row');
    const allowed = words(mayUse);
    for (const below of allowed.filter((name) => !above.has(name)))
      wrong.push(`${module} may use ${below}, which is in no row above`);
    const used = uses.get(module) ?? new Set();
    if (!uses.has(module)) wrong.push(`there is no module ${module}`);
    for (const name of used) if (!allowed.includes(name)) wrong.push(`${module} uses ${name}, which its row lacks`);
    for (const name of allowed) if (!used.has(name)) wrong.push(`${module} may use ${name}, and does not`);
    above.add(module);
  }
  for (const module of uses.keys()) if (!above.has(module)) wrong.push(`the table lacks ${module}`);
  const found = [...uses].map(([module, used]) => `${module}: ${[...used].sort().join(', ')}`).join('\n');
  assert.ok(wrong.length === 0, `${wrong.join('\n')}\n\n${found}`);
});

test('no sources import each other in a circle', () => {
  const done = new Set();
  const walk = (path, trail) => {
    assert.ok(!trail.includes(path), [...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path) || !sources.includes(path)) return;
    for (const target of imports(path, false)) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of sources) walk(path, []);
});
