import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchAhead } from '../../static/js/ui/ahead.js';

/** The files that are asked for after some events, on an element that leads to the page or does not. */
async function asked(events, leads = true) {
  const named = JSON.stringify({ en: ['/f/a.css', '/f/b.js', '/f/c.js', '/f/d.wasm', '/f/en.js'], ja: ['/f/ja.js'] });
  const before = globalThis.document;
  globalThis.document = /** @type {any} */ ({ querySelector: () => ({ getAttribute: () => named }) });
  const found = [];
  const host = new EventTarget();
  fetchAhead(/** @type {any} */ (host), '.leads', (address) => {
    found.push(address);
    return Promise.reject(new TypeError('the link is gone'));
  });
  globalThis.document = before;
  const target = { closest: () => (leads ? {} : null) };
  for (const name of events) {
    const event = new Event(name);
    Object.defineProperty(event, 'target', { value: target });
    host.dispatchEvent(event);
    await new Promise((done) => setTimeout(done));
  }
  return found;
}

test('a pointer that goes down fetches the first files, a click the others', async () => {
  assert.deepEqual(await asked([]), []);
  assert.deepEqual(await asked(['pointerdown']), ['/f/a.css', '/f/b.js', '/f/c.js']);
  const all = ['/f/a.css', '/f/b.js', '/f/c.js', '/f/d.wasm', '/f/en.js'];
  assert.deepEqual(await asked(['pointerdown', 'pointerdown', 'click', 'click']), all);
  assert.deepEqual(await asked(['click']), all, 'as by a key');
});

test('an element that leads elsewhere fetches nothing ahead', async () => {
  assert.deepEqual(await asked(['pointerdown', 'click'], false), []);
});
