// Every text is there in every language, and everything the engine and the server can say has one.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { chooseLanguage, LANGUAGES, setLanguage, t, TEXTS } from '../../static/js/i18n/i18n.js';
import { Names } from '../../static/js/game/names.js';
import { descriptor } from '../../static/js/games/index.js';
import { foreignIn, NOT_SAID } from './support/not_said.js';
import { TABLES } from './support/words.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** The keys on the wire of an enum of the engine: the texts in its `as_str`. */
const keysOf = (path) => [...read(path).matchAll(/Self::\w+ => "([^"]+)"/g)].map(([, key]) => key);

const KEYS = Object.keys(TEXTS.en);
const HAS = new Set(KEYS);

test('every table has the same keys in every language, with the same blanks', () => {
  for (const [name, tables] of Object.entries(TABLES)) {
    for (const { id } of LANGUAGES) assert.deepEqual(Object.keys(tables[id]), Object.keys(tables.en), `${name}, ${id}`);
  }
  for (const key of KEYS) {
    const blanks = LANGUAGES.map(({ id }) => {
      const text = TEXTS[id][key];
      assert.ok(text.trim(), key);
      return [...text.matchAll(/\{(\w+)\}/g)]
        .map(([, name]) => name)
        .sort()
        .join();
    });
    // A count may go unsaid where a language needs no word for it, but nothing may be invented.
    assert.equal(blanks[1], blanks[0], key);
    assert.equal(blanks[2], blanks[0], key);
  }
});

/** What pages once said, besides what no text says. */
const NOT_SHOWN = {
  en: [
    /\b(call|called) off\b/i, /\bclaim the game\b/i, /\btalk\b/i, /\bfree seat\b/i, /\bwords of the board\b/i, /\blocal play\b/i, /\bplay ahead\b/i, /\bplay it\b/i,
    /\bgoes on\b/, /\bstuck\b/, /\bremark\b/i, /\bmay come\b/, /\bSeconds a\b/, /\bthe opponent left\b/i, /\bplacing\b/i, /\bby itself\b/, /\bidentity\b/,
  ],
  zh: [/研究/, /在席/, /撤回/, /执[{红黑先后]/, /手数/, /\} ?手/, /将帅(?!(不能)?照面)/, /兵卒/, /分制/, /上移/, /同桌/, /棋盘用语/, /各自/, /此着/, /身份/],
  ja: [
    /身元/, /席を作/, /[そこの]の席/, /時計なし/, /結果なし/, /(?<!初期)配置/, /方の完成/, /中取り/, /押し取り/, /挟み取り/, /盤の用語/, /上へ/, /いいえ/, /一手加算/, /追従/,
  ],
};

/** Every text of a language with its key, what is filled in left out. */
const textsOf = (language) => KEYS.map((key) => [key, TEXTS[language][key].replace(/\{\w+\}/g, '{}')]);

for (const language of ['en', 'zh', 'ja']) {
  test(`the pages say nothing in ${language} that the glossary rules out`, () => {
    const words = [...NOT_SAID[language], ...NOT_SHOWN[language]];
    const found = textsOf(language).flatMap(([key, text]) => words.filter((word) => word.test(text)).map((word) => `${key}: ${word} in “${text}”`));
    assert.deepEqual(found, []);
  });
}

for (const language of ['zh', 'ja']) {
  test(`the pages have no foreign characters in ${language}`, () => {
    const found = textsOf(language).filter(([, text]) => foreignIn(language, text));
    assert.deepEqual(found, []);
  });
}

/** What is filled in with a number, wherever it stands. */
const NUMBERS = /\{(count|seconds|minutes|periods?|limit|line|column|number|most|ranks|players|live|left)\}/g;

test('numbers stand as the language sets them: apart in Chinese, close in Japanese', () => {
  const apart = KEYS.filter((key) => /[\u3040-\u30ff\u4e00-\u9fff] 7|7 [\u3040-\u30ff\u4e00-\u9fff]/u.test(TEXTS.ja[key].replace(NUMBERS, '7')));
  assert.deepEqual(apart, []);
  const close = KEYS.filter((key) => /[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/u.test(TEXTS.zh[key].replace(NUMBERS, '7')));
  assert.deepEqual(close, []);
});

test('what is joined is joined as the language sets it', () => {
  const option = { key: 'style', name: { en: 'Style', zh: '下法', ja: '遊び方' }, values: [{ id: 'a', name: {} }, { id: 'b', name: { en: 'Tian Fang', zh: '填方', ja: '填方' } }] };
  const names = new Names({ rulesets: [{ id: 'r', options: [option] }] }, 'r', descriptor('shogi'));
  const said = (language) => {
    setLanguage(language);
    return names.setting({ style: 'b' });
  };
  assert.deepEqual(['zh', 'ja', 'en'].map(said), ['下法：填方', '遊び方：填方', 'Style: Tian Fang']);
});

test('a piece is called as its side and its promotion have it', () => {
  const called = (game, role, side, promoted = false) => new Names(undefined, '', descriptor(game)).piece({ role, side, promoted });
  const roles = ['rook', 'bishop', 'silver', 'knight', 'lance', 'pawn'];
  for (const [language, names] of [
    ['en', ['dragon', 'horse', 'promoted silver', 'promoted knight', 'promoted lance', 'tokin']],
    ['zh', ['龙王', '龙马', '成银', '成桂', '成香', '成步']],
    ['ja', ['龍', '馬', '成銀', '成桂', '成香', 'と金']],
  ]) {
    setLanguage(language);
    assert.deepEqual(roles.map((role) => called('shogi', role, 'first', true)), names);
  }
  setLanguage('zh');
  assert.deepEqual(['first', 'second'].map((side) => called('xiangqi', 'general', side)), ['帅', '将']);
  assert.deepEqual(['first', 'second'].map((side) => called('xiangqi', 'horse', side)), ['马', '马']);
  setLanguage('en');
});

test('no key is in two tables', () => {
  const keys = Object.values(TABLES).flatMap(({ en }) => Object.keys(en));
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
    for (const key of keys) assert.ok(HAS.has(`${prefix}.${key}`), key);
  });
}

test('what can be wrong with a text has a sentence for each of its keys, with all that is told of it', () => {
  const faults = JSON.parse(read('tests/protocol/faults.json'));
  assert.ok(Object.keys(faults).length > 50);
  for (const { id } of LANGUAGES) {
    const words = TABLES.faults[id];
    for (const [key, args] of Object.entries(faults)) {
      const text = words[`fault.${key}`];
      assert.ok(text, `${key}, ${id}`);
      const told = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      // That the game is over is enough.
      if (key !== 'over_already') assert.deepEqual(told.sort(), [...args].sort(), `${key}, ${id}`);
    }
  }
});

test('every code of the protocol has a text', () => {
  const protocol = read('docs/protocol.md');
  const problems = protocol.slice(protocol.indexOf('## Errors'), protocol.indexOf('## HTTP'));
  const rows = [...problems.matchAll(/^\| \d{3} \| (.*) \|$/gm)];
  assert.ok(rows.length >= 10);
  for (const [, row] of rows) {
    for (const [, code] of row.matchAll(/`([a-z_]+)`/g)) assert.ok(HAS.has(`problem.${code}`), code);
  }
  const nacks = /^Codes of `nack`:.*$/m.exec(protocol)[0];
  for (const [, code] of nacks.slice('Codes of `nack`'.length).matchAll(/`([a-z_]+)`/g))
    assert.ok(HAS.has(`nack.${code}`), code);
  const reasons = /and those of the match \((.*)\)/.exec(protocol)[1];
  for (const [, reason] of reasons.matchAll(/`([a-z-]+)`/g)) assert.ok(HAS.has(`reason.${reason}`), reason);
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
    [...text.matchAll(call)].flatMap(([, names]) => [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name)).filter((name) => TABLES[name]);
  const checked = new Set();
  const check = (first, tables, page = '') => {
    if (checked.has(first)) return;
    checked.add(first);
    const keys = tables.flatMap((name) => Object.keys(TABLES[name].en));
    for (const path of together(first)) {
      const text = read(`static/${path}`);
      for (const key of said(text + page)) assert.ok(keys.some((known) => known.startsWith(key)), `${key} in ${path} of ${first}`);
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

test('whatever is loaded while a page runs is loaded by the one loader', () => {
  for (const name of readdirSync(new URL('static/js', root), { recursive: true }).filter((name) => name.endsWith('.js'))) {
    for (const line of read(`static/js/${name}`).split('\n')) {
      if (!/[([ ]import\(['`]/.test(line) || /^\s*(\*|\/\/|\/\*\*)|@type|@param/.test(line)) continue;
      // The engine and the words are handed to the loader by whoever needs them; without the worker a page still works.
      const handed = ['engine.js', 'i18n/i18n.js'].includes(name) || line.includes('./service_worker.js');
      assert.ok(handed || line.includes('load(() =>'), `${name}: ${line.trim()}`);
    }
  }
});
