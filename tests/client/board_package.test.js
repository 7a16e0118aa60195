// That the board is a package: it stands by itself and knows nothing of the page around it.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const FOLDER = new URL('../../static/board/', import.meta.url);
const modules = readdirSync(FOLDER).filter((name) => name.endsWith('.js'));
const read = (name) => readFileSync(new URL(name, FOLDER), 'utf8');

/** What belongs to a page, to its visitor or to one game. */
const FOREIGN = [
  'localStorage',
  'sessionStorage',
  'document.body',
  'document.head',
  'getElementById',
  '.closest(',
  'location',
  'fetch(',
  'language(',
  'setting(',
  '../js',
];

for (const name of modules) {
  test(`static/board/${name} imports nothing from outside and touches no page`, () => {
    const text = read(name);
    for (const [, from] of text.matchAll(/(?:from|import) ?\(? ?'([^']+)'/g)) assert.match(from, /^\.\/\w+\.js$/, from);
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    for (const word of FOREIGN) assert.ok(!code.includes(word), word);
  });
}

test('every class of the package has its prefix, in the style sheet and in the modules', () => {
  const styles = ['board.css', 'ground.css', 'pieces.css']
    .map(read)
    .join('')
    .replace(/\/\*[\s\S]*?\*\/|@import.*;/g, '');
  for (const [, selector] of styles.matchAll(/([^{}]+)\{/g))
    for (const [, name] of selector.matchAll(/\.([a-z][\w-]*)/g)) assert.match(name, /^yg-/, name);
  for (const name of modules)
    for (const [, classes] of read(name).matchAll(/class: ['`]([^'`]*)['`]/g))
      for (const one of classes.split(/\s+/)) assert.match(one, /^(yg-|\$\{)/, `${name}: ${classes}`);
});

test('no game is named', () => {
  for (const name of modules) {
    const code = read(name).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    for (const game of ['shogi', 'xiangqi', 'diu-fang', 'diuFang'])
      assert.ok(!code.toLowerCase().includes(game), `${game} in ${name}`);
  }
});
