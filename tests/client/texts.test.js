// Every text is there in every language, and everything the engine and the server can say has one.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { ANALYSIS } from '../../static/js/i18n/analysis.js';
import { chooseLanguage, setLanguage, t, TEXTS } from '../../static/js/i18n/i18n.js';
import { GUIDANCE } from '../../static/js/i18n/guidance.js';
import { INTERFACE } from '../../static/js/i18n/interface.js';
import { VERDICTS } from '../../static/js/i18n/verdicts.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** The keys on the wire of an enum of the engine: the texts in its `as_str`. */
const keysOf = (path) => [...read(path).matchAll(/Self::\w+ => "([^"]+)"/g)].map(([, key]) => key);

test('every key has three texts with the same blanks', () => {
  for (const [key, texts] of Object.entries(TEXTS)) {
    assert.equal(texts.length, 3, key);
    const blanks = texts.map((text) =>
      [...text.matchAll(/\{(\w+)\}/g)]
        .map(([, name]) => name)
        .sort()
        .join(),
    );
    for (const text of texts) assert.ok(text.trim(), key);
    // A count may go unsaid where a language needs no word for it, but nothing may be invented.
    assert.equal(blanks[1], blanks[0], key);
    assert.equal(blanks[2], blanks[0], key);
  }
});

test('no key is in two tables', () => {
  const keys = [INTERFACE, ANALYSIS, GUIDANCE, VERDICTS].flatMap(Object.keys);
  assert.deepEqual(keys.filter((key, index) => keys.indexOf(key) !== index), []);
});

for (const [prefix, path] of [
  ['rule', 'engine/src/refusal.rs'],
  ['reason', 'engine/src/outcome.rs'],
  ['pattern', 'engine/src/effects.rs'],
]) {
  test(`every ${prefix} of the engine has a text`, () => {
    const keys = keysOf(path);
    assert.ok(keys.length > 5);
    for (const key of keys) assert.ok(TEXTS[`${prefix}.${key}`], key);
  });
}

test('every code of the protocol has a text', () => {
  const protocol = read('docs/protocol.md');
  const problems = protocol.slice(protocol.indexOf('## Errors'), protocol.indexOf('## HTTP'));
  const rows = [...problems.matchAll(/^\| \d{3} \| (.*) \|$/gm)];
  assert.ok(rows.length >= 10);
  for (const [, row] of rows) {
    for (const [, code] of row.matchAll(/`([a-z_]+)`/g)) assert.ok(TEXTS[`problem.${code}`], code);
  }
  const nacks = /^Codes of `nack`:.*$/m.exec(protocol)[0];
  for (const [, code] of nacks.slice('Codes of `nack`'.length).matchAll(/`([a-z_]+)`/g))
    assert.ok(TEXTS[`nack.${code}`], code);
  const reasons = /and those of the match \((.*)\)/.exec(protocol)[1];
  for (const [, reason] of reasons.matchAll(/`([a-z-]+)`/g)) assert.ok(TEXTS[`reason.${reason}`], reason);
});

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
    for (const [, key] of text.matchAll(/\bt\('([a-z]+\.[\w.-]+)'/g)) assert.ok(TEXTS[key], `${key} in ${path}`);
    for (const [, key] of text.matchAll(/data-t(?:-label|-placeholder)?="([^"]+)"/g))
      assert.ok(TEXTS[key], `${key} in ${path}`);
  }
});

test('whatever comes says nothing before its words are there', () => {
  const base = new URL('static/js/', root);
  const tables = { 'i18n/analysis.js': ANALYSIS, 'i18n/guidance.js': GUIDANCE, 'i18n/verdicts.js': VERDICTS };
  const find = (from, text, pattern) =>
    [...text.matchAll(pattern)].map(([, target]) => new URL(target, new URL(from, base)).href.slice(base.href.length));
  /** What comes at once with the module `path`. */
  const together = (path, found = new Set()) => {
    if (found.has(path)) return found;
    found.add(path);
    for (const target of find(path, read(`static/js/${path}`), /^(?:import|\} from|import .* from) '(\..*)';$/gm))
      together(target, found);
    return found;
  };
  const said = (text) => [
    ...[...text.matchAll(/(?:\bt\(|data-t[a-z-]*=)['"]([a-z]+\.[\w.-]+)['"]/g)].map(([, key]) => key),
    ...[...text.matchAll(/\bt\(`([a-z]+\.)\$/g)].map(([, prefix]) => prefix),
  ];
  const checked = new Set();
  const check = (first, page = '') => {
    if (checked.has(first)) return;
    checked.add(first);
    const modules = [...together(first)];
    const keys = Object.keys(Object.assign({}, INTERFACE, ...modules.map((path) => tables[path])));
    for (const path of modules) {
      const text = read(`static/js/${path}`);
      for (const key of said(text + page)) assert.ok(keys.some((known) => known.startsWith(key)), `${key} in ${path} of ${first}`);
      for (const later of find(path, text, /await import\('(.*?)'\)/g)) check(later);
    }
  };
  for (const name of readdirSync(new URL('static', root)).filter((name) => name.endsWith('.html'))) {
    const page = read(`static/${name}`);
    check(/src="\/js\/(.*?)"/.exec(page)[1], page);
  }
});

test('the language is the chosen one, else the first of the browser that is here', () => {
  assert.equal(chooseLanguage(['fr-FR', 'ja-JP', 'en'], null), 'ja');
  assert.equal(chooseLanguage(['zh-TW'], null), 'zh');
  assert.equal(chooseLanguage(['ja'], 'zh'), 'zh');
  assert.equal(chooseLanguage(['fr'], null), 'en');
});

test('blanks are filled, and an unknown key is shown as it is', () => {
  setLanguage('ja');
  assert.equal(t('result.win', { side: '先手' }), '先手の勝ち');
  setLanguage('en');
  assert.equal(t('result.win', { side: 'Black' }), 'Black wins');
  assert.equal(t('no.such.key'), 'no.such.key');
});
