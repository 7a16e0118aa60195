import assert from 'node:assert/strict';
import test from 'node:test';
import { Muted } from '../../static/js/match/muted.js';

const match = /** @type {any} */ ({ players: { first: { id: 'a' }, second: { id: 'b' } } });
const line = (by, name) => /** @type {any} */ ({ by, name, text: 'rude' });

function storage(kept = {}) {
  return { kept, getItem: (key) => kept[key] ?? null, setItem: (key, value) => void (kept[key] = value) };
}

test('a player is muted by the id, whatever the name, and heard again', () => {
  const store = storage();
  const muted = new Muted(store);
  muted.toggle(match, line('second', 'Li'));
  assert.equal(muted.has(match, line('second', 'Wang')), true);
  assert.equal(muted.has(match, line('first', 'Li')), false);
  assert.equal(new Muted(store).has(match, line('second', 'Li')), true, 'on the next page, too');
  muted.toggle(match, line('second', 'Li'));
  assert.equal(new Muted(store).has(match, line('second', 'Li')), false);
});

test('a spectator is muted by the name', () => {
  const muted = new Muted(storage());
  muted.toggle(match, line(null, 'Li'));
  assert.equal(muted.has(match, line(null, 'Li')), true);
  assert.equal(muted.has(match, line(null, 'Wang')), false);
});

test('damaged or unwritable storage does no harm', () => {
  for (const kept of ['{', '7', '[1,null]'])
    assert.equal(new Muted(storage({ 'yiguan.muted': kept })).has(match, line(null, 'Li')), false);
  const full = new Muted({
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  full.toggle(match, line(null, 'Li'));
  assert.equal(full.has(match, line(null, 'Li')), true);
});
