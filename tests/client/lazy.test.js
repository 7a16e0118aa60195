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

test('whatever is loaded says nothing before its words are there', () => {
  const base = new URL('static/', root);
  const find = (from, text, pattern) =>
    [...text.matchAll(pattern)].map(([, target]) => new URL(target, new URL(from, base)).href.slice(base.href.length));
  /** What is loaded at once with the module `path`. */
  const together = (path, found = new Set()) => {
    // The engine, which lies beside the modules, says nothing by itself.
    if (found.has(path) || path.startsWith('engine/')) return found;
    found.add(path);
    for (const target of find(path, read(`static/${path}`), /^(?:import|\} from|import .* from) '(\..*)';$/gm))
      together(target, found);
    return found;
  };
  const said = (text) => [
    ...[...text.matchAll(/(?:\bt\(|data-t[a-z-]*=)['"]([a-z]+\.[\w.-]+)['"]/g)].map(([, key]) => key),
    ...[...text.matchAll(/\bt\(`([a-z]+\.)\$/g)].map(([, prefix]) => prefix),
  ];
  /** The tables that a module names when it starts a page, or loads words with what it loads later. */
  const tablesOf = (text, call) =>
    [...text.matchAll(call)]
      .flatMap(([, names]) => [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name))
      .filter((name) => TABLES[name]);
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
      const later = [...tables, ...tablesOf(text, /loadWords\((.*?)\)/g)];
      for (const target of find(path, text, /[([ ]import\('([^']*)'\)(?!\.)/g)) check(target, later);
    }
  };
  for (const name of readdirSync(new URL('static', root)).filter((name) => name.endsWith('.html'))) {
    const page = read(`static/${name}`);
    const [, entry] = /type="module" src="\/(js\/.*?)"/.exec(page);
    check(entry, ['interface', ...tablesOf(read(`static/${entry}`), /startPage\((.*)\)/g)], page);
  }
});

/** Whether a place in a source, given by the text before it, is inside a call of the loader. */
const isHandedToLoader = (before) => {
  const inside = before.slice(before.lastIndexOf('load(() =>') + 'load'.length);
  const count = (bracket) => inside.split(bracket).length;
  return before.includes('load(() =>') && count('(') > count(')');
};

test('whatever is loaded while a page runs is loaded by the one loader', () => {
  for (const name of readdirSync(new URL('static/js', root), { recursive: true }).filter((name) => name.endsWith('.js'))) {
    const text = read(`static/js/${name}`);
    for (const { index } of text.matchAll(/[([ ]import\(['`]/g)) {
      const line = text.slice(text.lastIndexOf('\n', index) + 1).split('\n')[0];
      if (/^\s*(\*|\/\/|\/\*\*)|@type|@param/.test(line)) continue;
      // The engine and the words are handed to the loader by whoever needs them; without the worker a page still works.
      const handed = ['engine.js', 'i18n/i18n.js'].includes(name) || line.includes('./service_worker.js');
      assert.ok(handed || isHandedToLoader(text.slice(0, index)), `${name}: ${line.trim()}`);
    }
  }
});
