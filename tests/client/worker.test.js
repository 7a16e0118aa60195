// The service worker, with a network and caches in the hands of the test: pages and code come from
// the server while there is one, what this version is made of without it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const SOURCE = readFileSync(new URL('../../static/sw.js', import.meta.url), 'utf8');
const ORIGIN = 'https://play.example';

/** A browser with a worker of a version, installed and active. */
async function worker(version, { stores = new Map(), files = ['js/play.js', 'rules/shogi.json'] } = {}) {
  const world = { online: true, asked: [], stores };
  const key = (request) => new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;
  const fetch = async (request) => {
    world.asked.push(key(request));
    if (!world.online) throw new TypeError('no network');
    return `${version} network ${key(request)}`;
  };
  const open = async (name) => {
    if (!stores.has(name)) stores.set(name, new Map());
    const store = stores.get(name);
    return {
      addAll: async (paths) => {
        for (const path of paths) store.set(path, `${name} ${path}`);
      },
    };
  };
  const caches = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
    match: async (request) => [...stores.values()].map((store) => store.get(key(request))).find(Boolean),
  };
  const listeners = {};
  const self = {
    ASSETS: { version, prefix: files.length > 0 ? `/v/${version}/` : '/', files },
    location: { origin: ORIGIN },
    addEventListener: (name, listener) => (listeners[name] = listener),
    skipWaiting: () => undefined,
    clients: { claim: async () => undefined },
  };
  runInNewContext(SOURCE, { self, caches, fetch, URL });
  for (const name of ['install', 'activate']) {
    const waits = [];
    listeners[name]({ waitUntil: (promise) => waits.push(promise) });
    await Promise.all(waits);
  }
  /** What a page gets for a request; undefined where the worker keeps out of it. */
  world.get = async (path, { mode = 'no-cors', method = 'GET', origin = ORIGIN } = {}) => {
    let answer;
    const request = { url: origin + path, mode, method };
    listeners.fetch({ request, respondWith: (promise) => (answer = promise) });
    return answer;
  };
  return world;
}

const PAGE = { mode: 'navigate' };

test('pages come from the server while there is one', async () => {
  const { get } = await worker('a');
  assert.equal(await get('/local?game=shogi', PAGE), 'a network /local');
  assert.equal(await get('/js/play.js'), 'a network /js/play.js');
});

test('what never changes at its address is taken from this version', async () => {
  const { get, asked } = await worker('a');
  assert.equal(await get('/v/a/js/play.js'), 'yiguan-a /v/a/js/play.js');
  assert.deepEqual(asked, []);
});

test('code of a newer server is asked of that server', async () => {
  const { get } = await worker('a');
  assert.equal(await get('/v/b/js/play.js'), 'a network /v/b/js/play.js');
});

test('a new version drops what the old one kept', async () => {
  const stores = new Map();
  await worker('a', { stores });
  await worker('b', { stores });
  assert.deepEqual([...stores.keys()], ['yiguan-b']);
});

test('without a server, local play, rules and analysis are there', async () => {
  const world = await worker('a');
  world.online = false;
  for (const page of ['/', '/local', '/analysis', '/rules'])
    assert.equal(await world.get(`${page}?game=shogi`, PAGE), `yiguan-a ${page}`);
  assert.equal(await world.get('/rules/shogi', PAGE), 'yiguan-a /rules');
  assert.equal(await world.get('/rules/shogi.json'), 'yiguan-a /v/a/rules/shogi.json');
  assert.equal(await world.get('/api/games'), 'yiguan-a /api/games');
  await assert.rejects(world.get('/g/1', PAGE));
});

test('what only a server can answer is left alone', async () => {
  const { get } = await worker('a');
  assert.equal(await get('/api/matches'), undefined);
  assert.equal(await get('/api/matches', { method: 'POST' }), undefined);
  assert.equal(await get('/x', { origin: 'https://elsewhere.example' }), undefined);
});

test('files that may change are never taken from the cache while there is a server', async () => {
  const { get } = await worker('dev', { files: [] });
  assert.equal(await get('/js/play.js'), 'dev network /js/play.js');
});
