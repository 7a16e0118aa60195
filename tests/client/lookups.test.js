// Views render state, and look no element up by its id. Those that still do are counted, and their number only falls.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

/** The look-ups by id in all scripts of the pages. */
const CEILING = 22;

const base = new URL('../../static/js/', import.meta.url);

/** A call that finds elements by their ids; not the one that defines how. */
const LOOKUP = /(?<!function )\bbyId\(|\bplaces\(|\bgetElementById\(|\bquerySelector(?:All)?\(['"`]#/g;

test('look-ups by id become fewer', () => {
  const counts = readdirSync(base, { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, count: readFileSync(new URL(name, base), 'utf8').match(LOOKUP)?.length ?? 0 }))
    .sort((one, other) => other.count - one.count);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const most = counts.slice(0, 8).map(({ name, count }) => `${name} ${count}`);
  assert.ok(total <= CEILING, `${total} look-ups, may be ${CEILING}; most in ${most.join(', ')}`);
  assert.ok(total === CEILING, `${total} look-ups: the ceiling of ${CEILING} can be lowered to them`);
});
