// The fonts have every character that pieces, boards and headings are written with.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { inHeadings, onPieces } from '../../fonts/characters.js';

for (const [name, wanted] of [
  ['pieces', onPieces()],
  ['headings', inHeadings()],
]) {
  test(`the font of ${name} has all its characters: else run fonts/build.sh`, () => {
    const built = readFileSync(new URL(`../../fonts/${name}.txt`, import.meta.url), 'utf8');
    assert.deepEqual(
      [...wanted].filter((character) => !built.includes(character)),
      [],
    );
    const font = readFileSync(new URL(`../../static/fonts/${name}.woff2`, import.meta.url));
    assert.equal(font.toString('latin1', 0, 4), 'wOF2');
  });
}
