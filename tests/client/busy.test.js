// A server that is busy: reads are tried again, changes are not.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { request } from '../../static/js/net/api.js';
import { onVisitor, visitor } from '../../static/js/net/visitor.js';

const BUSY = { ok: false, status: 503, json: async () => ({ code: 'busy', detail: 'the server is busy' }) };
const found = (body) => ({ ok: true, status: 200, json: async () => body });

/**
 * Has the server answer so, in turn and the last answer for ever.
 *
 * @param {object[]} answers
 * @returns {string[]} the requests
 */
function server(...answers) {
  const requested = [];
  globalThis.fetch = /** @type {any} */ (
    async (path, { method }) => {
      requested.push(`${method} ${path}`);
      return answers.length > 1 ? answers.shift() : answers[0];
    }
  );
  return requested;
}

/** Lets everything run that waits for nothing but a moment, and then the timers, so often. */
async function pass(rounds) {
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < 20; turn += 1) await null;
    mock.timers.tick(8_000);
  }
  for (let turn = 0; turn < 20; turn += 1) await null;
}

test('a read is tried again while the server is busy', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const requested = server(BUSY, BUSY, found({ matches: [] }));
  const answer = request('/api/matches');
  await pass(3);
  assert.deepEqual(await answer, { matches: [] });
  assert.deepEqual(requested, Array(3).fill('GET /api/matches'));
});

test('a read of a server that stays busy fails with the reason', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const requested = server(BUSY);
  const failed = assert.rejects(request('/api/matches'), { code: 'busy', status: 503 });
  await pass(6);
  await failed;
  assert.equal(requested.length, 4);
});

test('a change is sent once, since it may have been done', async () => {
  const requested = server(BUSY);
  await assert.rejects(request('/api/me/links', { method: 'POST' }), { code: 'busy' });
  assert.deepEqual(requested, ['POST /api/me/links']);
});

test('the page asks who the visitor is until the server answers', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const seen = [];
  onVisitor((player) => seen.push(player.name));
  const requested = server(...Array(10).fill(BUSY), found({ id: '1', name: 'Li' }));
  const asked = visitor();
  await pass(5);
  assert.equal(await asked, null);
  assert.deepEqual(seen, []);
  await pass(20);
  assert.deepEqual(seen, ['Li']);
  assert.equal(requested.length, 11);
});
