// The words of the catalogue, the rules and the sample games follow docs/glossary.md: forbidden words of a
// language do not come back, and no language has the characters of another.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { catalogue, initSync } from '../../static/engine/yiguan_engine.js';
import { foreignIn, NOT_SAID } from './support/not_said.js';
import { STYLE } from './support/style.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root));
initSync({ module: read('static/engine/yiguan_engine_bg.wasm') });

/** Every text in three languages below `value`, with the way to it. */
function* textsIn(value, path) {
  if (value === null || typeof value !== 'object') return;
  if (typeof value.en === 'string') yield { path, text: value };
  else for (const [key, part] of Object.entries(value)) yield* textsIn(part, `${path}/${part?.id ?? key}`);
}

const RULES = readdirSync(new URL('static/rules', root)).map((name) => [name, JSON.parse(read(`static/rules/${name}`))]);
const TEXTS = [
  ...textsIn(JSON.parse(catalogue()).games, 'catalogue'),
  ...RULES.flatMap(([name, file]) => [...textsIn(file, name)]),
  ...JSON.parse(read('server/src/samples/games.json')).flatMap(({ number, comments }) => [
    ...textsIn(comments, `sample ${number}`),
  ]),
];

for (const language of ['en', 'zh', 'ja']) {
  test(`no text of the catalogue and the rules in ${language} uses a word that the glossary rules out`, () => {
    assert.ok(TEXTS.length > 500);
    const found = TEXTS.flatMap(({ path, text }) =>
      NOT_SAID[language].filter((word) => word.test(text[language])).map((word) => `${path}: ${word} in “${text[language]}”`),
    );
    assert.deepEqual(found, []);
  });
}

for (const language of ['zh', 'ja']) {
  test(`the catalogue and the rules have no foreign characters in ${language}`, () => {
    const wrong = TEXTS.flatMap(({ path, text }) => {
      const found = foreignIn(language, text[language]);
      return found ? [`${path}: ${found} in “${text[language]}”`] : [];
    });
    assert.deepEqual(wrong, []);
  });
}

for (const language of ['en', 'zh', 'ja']) {
  test(`the catalogue and the rules are set in ${language} as its readers set a text`, () => {
    const found = TEXTS.flatMap(({ path, text }) => {
      const wrong = STYLE[language](text[language]);
      return wrong ? [`${path}: ${wrong} in “${text[language]}”`] : [];
    });
    assert.deepEqual(found, []);
  });
}

test('the glossary has the names of the games, the phases and the patterns as they are', () => {
  const rows = read('docs/glossary.md')
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const { games } = JSON.parse(catalogue());
  for (const { id, name, gloss } of games) {
    const [, en, zh, ja] = rows.find(([key]) => key === `\`${id}\``) ?? [];
    assert.deepEqual([en, zh, ja], [`${name.en} (${gloss.en})`, name.zh, name.ja], id);
  }
  const phases = games.flatMap(({ rulesets }) => rulesets.flatMap((ruleset) => ruleset.phases));
  for (const { id, name } of phases) {
    // Where every turn of a phase is an exchange, the phase is called so.
    if (name.zh === '换子') continue;
    const row = rows.find((cells) => cells[3]?.includes(`phase \`${id}\``));
    assert.ok(row, `phase ${id}`);
    assert.equal(row[0].toLowerCase(), name.en.toLowerCase());
    assert.ok(row[1].startsWith(name.zh) && row[2] === name.ja, `${row} for ${JSON.stringify(name)}`);
  }
  const patterns = [
    ...read('engine/src/effects.rs')
      .toString()
      .matchAll(/^ +\w+ = "([^"]+)",$/gm),
  ].map(([, key]) => key);
  assert.ok(patterns.length > 5);
  for (const key of patterns.filter((name) => name !== 'displacement')) {
    const row = rows.find((cells) => cells[3]?.includes(`pattern \`${key}\``));
    assert.ok(row, `pattern ${key}`);
  }
});
