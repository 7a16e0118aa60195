// What pages load while they run: by the one loader, and with the texts that it needs.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { TEXTS } from '../../static/js/i18n/i18n.js';
import { TABLES } from './support/words.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const HAS = new Set(Object.keys(TEXTS.en));

test('every key that the pages use exists', () => {
  const files = [
    ...readdirSync(new URL('static/js', root), { recursive: true })
      .filter((name) => name.endsWith('.js'))
      .map((name) => `static/js/${name}`),
    ...readdirSync(new URL('static', root))
      .filter((name) => name.endsWith('.html'))
      .map((name) => `static/${name}`),
  ];
  for (const path of files) {
    const text = read(path);
    for (const [, key] of text.matchAll(/\bt\('([a-z]+\.[\w.-]+)'/g)) assert.ok(HAS.has(key), `${key} in ${path}`);
    for (const [, key] of text.matchAll(/data-t(?:-label|-placeholder)?="([^"]+)"/g))
      assert.ok(HAS.has(key), `${key} in ${path}`);
  }
});

const manifest = JSON.parse(read('static/pages.json'));
const base = new URL('static/', root);
const modules = readdirSync(new URL('js', base), { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .map((name) => `js/${name}`);

/** The paths of the modules that a module names by a pattern. */
const named = (from, text, pattern) =>
  [...text.matchAll(pattern)].map(([, target]) => new URL(target, new URL(from, base)).href.slice(base.href.length));

/** The names in quotes that a text has after each `call(`. */
const given = (text, call) =>
  [...text.matchAll(new RegExp(`\\b${call}\\(([^)]*)\\)`, 'g'))].flatMap(([, list]) =>
    [...list.matchAll(/'([\w/.]+)'/g)].map(([, name]) => name),
  );

/** The calls of the loader in a source: each with all that is in its brackets. */
function loads(text) {
  const code = text.replace(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/\bload\(/g)].map(({ index }) => {
    let end = index + 'load('.length;
    for (let open = 1; open > 0; end += 1) open += { '(': 1, ')': -1 }[code[end]] ?? 0;
    return code.slice(index, end);
  });
}

test('the manifest has every part that is loaded, with its texts and style sheets', () => {
  const found = new Set();
  for (const path of modules) {
    for (const call of loads(read(`static/${path}`))) {
      const parts = named(path, call, /\bimport\('(\.[^']+)'\)/g);
      for (const part of parts) {
        assert.ok(manifest.parts[part], `${part}, which ${path} loads`);
        found.add(part);
        const { texts = [], styles = [] } = manifest.parts[part];
        for (const table of texts) found.add(given(call, 'loadWords').includes(table) && `${table} of ${part}`);
        for (const sheet of styles) found.add(given(call, 'style').includes(sheet) && `${sheet} of ${part}`);
      }
      const those = (kind) => parts.flatMap((part) => manifest.parts[part][kind] ?? []);
      if (parts.length === 0) continue;
      for (const table of given(call, 'loadWords')) assert.ok(those('texts').includes(table), `${table} in ${path}`);
      for (const sheet of given(call, 'style')) assert.ok(those('styles').includes(sheet), `${sheet} in ${path}`);
    }
  }
  for (const [part, { texts = [], styles = [] }] of Object.entries(manifest.parts)) {
    // Those that no page asks for by the loader: it works without them.
    if (['engine/yiguan_engine.js', 'js/app/service_worker.js'].includes(part)) continue;
    assert.ok(found.has(part), `nothing loads ${part}`);
    for (const name of [...texts, ...styles]) assert.ok(found.has(`${name} of ${part}`), `nothing loads ${name} with ${part}`);
  }
});

test('the manifest has every page, with the texts that it starts with and style sheets that are there', () => {
  const pages = readdirSync(base).filter((name) => name.endsWith('.html'));
  assert.deepEqual(Object.keys(manifest.pages).sort(), pages.sort());
  for (const [page, { module, texts, styles }] of Object.entries(manifest.pages)) {
    const [, call] = /startPage\(([^)]*)\)/.exec(read(`static/${module}`));
    const [, started] = /^[^,]*(.*)$/.exec(call.replace(/^.*? \? .*? : null/, ''));
    assert.deepEqual(
      [...started.matchAll(/'(\w+)'/g)].map(([, name]) => name),
      texts,
      page,
    );
    for (const path of styles) assert.ok(read(`static/${path}`), path);
  }
});

test('a lazy module shows no text before its words are loaded', () => {
  /** The modules loaded at once with the module `path`. */
  const together = (path, found = new Set()) => {
    // The engine, which lies next to the modules, has no texts of its own.
    if (found.has(path) || path.startsWith('engine/')) return found;
    found.add(path);
    for (const target of named(path, read(`static/${path}`), /^(?:import|\} from|import .* from) '(\..*)';$/gm))
      together(target, found);
    return found;
  };
  const said = (text) => [
    ...[...text.matchAll(/(?:\bt\(|data-t[a-z-]*=)['"]([a-z]+\.[\w.-]+)['"]/g)].map(([, key]) => key),
    ...[...text.matchAll(/\bt\(`([a-z]+\.)\$/g)].map(([, prefix]) => prefix),
  ];
  const checked = new Set();
  const check = (first, tables, page = '') => {
    if (checked.has(first)) return;
    checked.add(first);
    const keys = tables.flatMap((name) => Object.keys(TABLES[name].en));
    for (const path of together(first)) {
      const text = read(`static/${path}`);
      for (const key of said(text + page))
        assert.ok(
          keys.some((known) => known.startsWith(key)),
          `${key} in ${path} of ${first}`,
        );
      const later = [...tables, ...given(text, 'loadWords').filter((name) => TABLES[name])];
      for (const target of named(path, text, /[([ ]import\('([^']*)'\)(?!\.)/g)) check(target, later);
    }
  };
  for (const [name, { module, texts }] of Object.entries(manifest.pages))
    check(module, ['interface', ...texts], read(`static/${name}`));
});

/** Whether a place in a source, given by the text before it, is inside a call of the loader. */
const isHandedToLoader = (before) => {
  const call = [...before.matchAll(/load\(\s*\(\) =>/g)].at(-1);
  const inside = before.slice((call?.index ?? 0) + 'load'.length);
  const count = (bracket) => inside.split(bracket).length;
  return call !== undefined && count('(') > count(')');
};

test('whatever is loaded while a page runs is loaded by the one loader', () => {
  for (const name of readdirSync(new URL('static/js', root), { recursive: true }).filter((name) => name.endsWith('.js'))) {
    const text = read(`static/js/${name}`);
    for (const { index } of text.matchAll(/[([ ]import\(['`]/g)) {
      const line = text.slice(text.lastIndexOf('\n', index) + 1).split('\n')[0];
      if (/^\s*(\*|\/\/|\/\*\*)|@type|@param/.test(line)) continue;
      // The caller hands the engine and the words to the loader; without the worker a page still works.
      const handed = ['engine.js', 'i18n/i18n.js'].includes(name) || line.includes('./service_worker.js');
      assert.ok(handed || isHandedToLoader(text.slice(0, index)), `${name}: ${line.trim()}`);
    }
  }
});
