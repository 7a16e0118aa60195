// Loading while a page runs: tried again, and reported if all fails; and pages of an older version.

import './support/fake_page.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { engineAtLast } from '../../static/js/game/engine.js';
import { load } from '../../static/js/ui/load.js';
import { Renewal } from '../../static/js/ui/renewal.js';

test('what fails to load is tried again', async () => {
  const waits = [];
  let attempts = 0;
  const loaded = await load(
    async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('no network');
      return 'here';
    },
    async (ms) => waits.push(ms),
  );
  assert.equal(loaded, 'here');
  assert.equal(waits.length, 2);
  assert.ok(waits[0] < waits[1]);
});

test('a final failure is reported, with a button', async () => {
  const before = document.body.children.length;
  const loaded = await load(
    () => Promise.reject(new Error('no network')),
    async () => {},
  );
  assert.equal(loaded, null);
  const notice = document.body.children[before];
  assert.equal(notice.getAttribute('role'), 'alert');
  assert.equal(notice.children.length, 2);
});

test('the engine is fetched until it comes', async () => {
  const used = [];
  let attempts = 0;
  const fetch = async () => {
    attempts += 1;
    if (attempts < 4) throw new Error('no network');
    return 'engine';
  };
  await engineAtLast((engine) => used.push(engine), { fetch, after: (run) => run() });
  assert.deepEqual(used, [null, 'engine']);
});

/** A page of version `old`, and the calls it received. */
function page(idle, tried = null) {
  const done = [];
  const timers = [];
  const state = { idle };
  const world = {
    version: () => 'old',
    tried: () => tried,
    reload: (version) => done.push(`reload for ${version}`),
    after: (run) => timers.push(run),
    notify: () => done.push('notice'),
  };
  return { renewal: new Renewal(() => state.idle, world), done, timers, state };
}

test('an old page with nothing pending reloads', () => {
  const { renewal, done } = page(true);
  renewal.see('old');
  renewal.see(undefined);
  assert.deepEqual(done, []);
  renewal.see('new');
  assert.deepEqual(done, ['reload for new']);
});

test('an old page with a pending command reports it, and reloads when it is done', () => {
  const { renewal, done, timers, state } = page(false);
  renewal.see('new');
  renewal.see('new');
  assert.deepEqual(done, ['notice']);
  timers.shift()();
  assert.deepEqual(done, ['notice']);
  state.idle = true;
  timers.shift()();
  assert.deepEqual(done, ['notice', 'reload for new']);
});

test('a page that is still old after it was reloaded does not reload for ever', () => {
  const { renewal, done, timers } = page(true, 'new');
  renewal.see('new');
  assert.deepEqual([done, timers], [['notice'], []]);
});
