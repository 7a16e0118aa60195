// The service worker, with a network and caches in the hands of the test: pages come from the server
// while there is one, what this version is made of without it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const SOURCE = readFileSync(new URL('../../static/sw.js', import.meta.url), 'utf8');
const ORIGIN = 'https://play.example';
const PAGES = ['/', '/local', '/analysis', '/rules', '/offline'];
const FILES = ['/f/play-1.js', '/f/shogi-1.json'];

/** An answer, as far as the worker looks at it. */
const answer = (text, { status = 200, version = 'a' } = {}) => ({
  text,
  status,
  ok: status === 200,
  headers: { get: (name) => (name === 'x-yiguan-version' ? version : null) },
  clone: () => answer(text, { status, version }),
});

/**
 * A browser with a worker of a version, which is asked to install and, where that succeeds, is active.
 *
 * @param {string} version
 * @param {{stores?: Map<string, Map<string, any>>, files?: string[], pages?: string[], used?: string[], saveData?: boolean,
 *   serve?: (path: string) => Promise<any>}} [browser] `serve` is the network
 */
async function worker(version, browser = {}) {
  const { stores = new Map(), files = FILES, pages = PAGES, used = [], saveData = false } = browser;
  const timers = [];
  const world = {
    asked: [],
    shown: [],
    notified: [],
    sent: [],
    stores,
    installed: false,
    serve: browser.serve ?? (async (path) => answer(`${version} network ${path}`, { version })),
    /** Lets the time pass that the worker waits. */
    passTime() {
      for (const go of timers.splice(0)) go();
    },
  };
  const key = (request) => new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;
  const fetch = (request, options) => {
    if (options?.body) world.sent.push([key(request), options.method, JSON.parse(options.body)]);
    world.asked.push(key(request));
    return world.serve(key(request));
  };
  const caches = {
    open: async (name) => {
      if (!stores.has(name)) stores.set(name, new Map());
      return {
        put: async (address, kept) => stores.get(name)?.set(address, kept),
        match: async (address) => stores.get(name)?.get(address),
      };
    },
    has: async (name) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
    match: async (request) => [...stores.values()].map((store) => store.get(key(request))).find(Boolean),
  };
  const listeners = {};
  const self = {
    ASSETS: { version, pages, files, used },
    location: { origin: ORIGIN },
    navigator: { connection: { saveData } },
    registration: {
      navigationPreload: { enable: async () => undefined },
      showNotification: async (title, options) => world.notified.push({ title, ...options }),
      pushManager: { subscribe: async (options) => browser.subscribe?.(options) },
    },
    addEventListener: (name, listener) => (listeners[name] = listener),
    skipWaiting: () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () =>
        (browser.windows ?? []).map((url) => ({
          url,
          visibilityState: browser.isHidden ? 'hidden' : 'visible',
          focus: async () => world.shown.push(`focus ${url}`),
        })),
      openWindow: async (url) => world.shown.push(`open ${url}`),
    },
  };
  runInNewContext(SOURCE, { self, caches, fetch, URL, setTimeout: (go) => timers.push(go) });
  /** Sends the worker an event and waits for all its work. */
  const tell = async (name, event = {}) => {
    const waits = [];
    listeners[name]({ waitUntil: (promise) => waits.push(promise), ...event });
    await Promise.all(waits);
  };
  try {
    await tell('install');
    await tell('activate');
    world.installed = true;
  } catch {
    // The browser drops it, and continues with the one before.
  }
  world.asked.length = 0;
  /** Presses a notification, and returns whether it is closed then. */
  world.press = async (data) => {
    let closed = false;
    await tell('notificationclick', { notification: { data, close: () => (closed = true) } });
    return closed;
  };
  /** Lets a push come. */
  world.push = (text) => tell('push', { data: text === null ? null : { text: () => text } });
  /** Lets the push service change the browser's address. */
  world.changePush = (event) => tell('pushsubscriptionchange', event);
  /** A page's answer to a request; undefined where the worker keeps out of it. */
  world.get = async (
    path,
    { mode = 'no-cors', method = 'GET', origin = ORIGIN, preloadResponse = undefined, wait = true } = {},
  ) => {
    let given;
    const request = { url: origin + path, mode, method };
    const event = { request, preloadResponse: Promise.resolve(preloadResponse), respondWith: (promise) => (given = promise) };
    const told = tell('fetch', event);
    const text = (await given)?.text;
    // Until the worker is done: its caches are there when the next request comes.
    if (wait) await told.then(settled);
    return text;
  };
  return world;
}

const PAGE = { mode: 'navigate' };
/** When everything that waits for nothing but promises is done. */
const settled = () => new Promise((go) => setImmediate(go));
const away = async () => {
  throw new TypeError('no network');
};

test('pages come from the server while there is one', async () => {
  const { get } = await worker('a');
  assert.equal(await get('/local?game=shogi', PAGE), 'a network /local');
  assert.equal(await get('/m/1', PAGE), 'a network /m/1');
});

test('a request of the browser during the worker’s start is not repeated', async () => {
  const { get, asked } = await worker('a');
  assert.equal(await get('/m/1', { ...PAGE, preloadResponse: answer('preloaded') }), 'preloaded');
  assert.deepEqual(asked, []);
});

test('what never changes at its address is taken from this version', async () => {
  const { get, asked } = await worker('a');
  assert.equal(await get('/f/play-1.js'), 'a network /f/play-1.js');
  assert.deepEqual(asked, []);
});

test('a notification that is pressed shows its room, in the window that has it where there is one', async () => {
  const windows = [`${ORIGIN}/`, `${ORIGIN}/m/2?x`];
  const { press, shown } = await worker('a', { windows });
  assert.ok(await press({ url: '/m/2' }));
  await press({ url: '/m/3' });
  await press(null);
  await press({ url: 'https://elsewhere.example/' });
  assert.deepEqual(shown, [`focus ${ORIGIN}/m/2?x`, `open ${ORIGIN}/m/3`, `focus ${ORIGIN}/`]);
});

/** What pages keep for notifications. */
const KEPT = {
  words: { turn: 'Your turn.', 'turn.by': 'Your turn against {name}.', waiting: 'Accept.', 'found.by': '{name} plays.' },
  games: { shogi: 'Shogi' },
  language: 'en',
  kinds: ['turn', 'found'],
};
const pushStores = (kept = KEPT) => new Map([['yiguan-push', new Map([['/push-words', { json: async () => kept }]])]]);
const notice = (fields) => JSON.stringify({ game: 'shogi', match: null, opponent: null, ...fields });

test('a push is shown in the words stored by pages, also by a new version', async () => {
  const stores = pushStores();
  await worker('a', { stores });
  const { push, notified } = await worker('b', { stores });
  await push(notice({ kind: 'turn', match: '7', opponent: '$& Li' }));
  await push(notice({ kind: 'turn', match: '7' }));
  await push(notice({ kind: 'found' }));
  await push(notice({ kind: 'found', match: '8', opponent: 'Wu' }));
  assert.deepEqual(
    notified.map(({ title, body, tag, data, lang }) => [title, body, tag, data.url, lang]),
    [
      ['Shogi', 'Your turn against $& Li.', '/m/7', '/m/7', 'en'],
      ['Shogi', 'Your turn.', '/m/7', '/m/7', 'en'],
      ['Shogi', 'Accept.', '/', '/', 'en'],
      ['Shogi', 'Wu plays.', '/m/8', '/m/8', 'en'],
    ],
  );
});

test('something is shown for a push that cannot be read, and without words', async () => {
  const { push, notified } = await worker('a');
  for (const text of [null, 'nonsense', notice({ kind: 'turn', match: '7' })]) await push(text);
  assert.deepEqual(
    notified.map(({ title, body }) => [title, body]),
    Array(3).fill(['Yiguan 弈馆', '']),
  );
});

test('a viewer of the match is not notified of the turn there, and a viewer of any page not of the rest', async () => {
  const windows = [`${ORIGIN}/m/7`];
  const { push, notified } = await worker('a', { windows, stores: pushStores() });
  await push(notice({ kind: 'turn', match: '7' }));
  await push(notice({ kind: 'challenge', match: '9' }));
  assert.deepEqual(notified, []);
  await push(notice({ kind: 'turn', match: '8' }));
  const hidden = await worker('a', { windows, isHidden: true, stores: pushStores() });
  await hidden.push(notice({ kind: 'turn', match: '7' }));
  assert.deepEqual(
    [...notified, ...hidden.notified].map(({ tag }) => tag),
    ['/m/8', '/m/7'],
  );
});

test('an address that the push service changes is sent to the server', async () => {
  const keys = { p256dh: 'p', auth: 'a' };
  const fresh = { toJSON: () => ({ endpoint: 'https://push.example/2', keys, expirationTime: null }) };
  const expected = ['/api/me/push', 'PUT', { endpoint: 'https://push.example/2', keys, kinds: ['turn', 'found'] }];
  const { changePush, sent } = await worker('a', {
    stores: pushStores(),
    subscribe: (options) => (options === 'as before' ? fresh : null),
  });
  await changePush({ newSubscription: fresh });
  await changePush({ oldSubscription: { options: 'as before' } });
  await changePush({});
  assert.deepEqual(sent, [expected, expected]);
  const without = await worker('a', { stores: new Map() });
  await without.changePush({ newSubscription: fresh });
  assert.deepEqual(without.sent, [], 'who has asked for nothing is told nothing');
});

test('code of a newer server is asked of that server', async () => {
  const { get } = await worker('a');
  assert.equal(await get('/f/play-2.js'), undefined, 'without the worker');
});

test('a new version takes over the unchanged files, fetches the rest, and drops the old', async () => {
  const stores = new Map();
  await worker('a', { stores });
  const fetched = [];
  const serve = async (path) => {
    fetched.push(path);
    return answer(`b network ${path}`, { version: 'b' });
  };
  const { get } = await worker('b', { stores, serve, files: ['/f/play-2.js', '/f/shogi-1.json'] });
  assert.deepEqual([...stores.keys()], ['yiguan-b']);
  assert.ok(fetched.includes('/f/play-2.js') && !fetched.includes('/f/shogi-1.json'), String(fetched));
  assert.equal(await get('/f/shogi-1.json'), 'a network /f/shogi-1.json');
  assert.equal(await get('/f/play-2.js'), 'b network /f/play-2.js');
});

test('an old version that still answers does not bring its cache back', async () => {
  const stores = new Map();
  const old = await worker('a', { stores, used: ['/f/shogi-1.json'] });
  await worker('b', { stores, files: ['/f/play-2.js'] });
  assert.equal(await old.get('/f/shogi-1.json'), 'a network /f/shogi-1.json');
  assert.equal(await old.get('/local', PAGE), 'a network /local');
  assert.deepEqual([...stores.keys()], ['yiguan-b']);
});

test('no file and no page of another version is cached', async () => {
  for (const [path, given] of [
    ['/f/play-2.js', answer('not found', { status: 404, version: 'a' })],
    ['/local', answer('a network /local', { version: 'a' })],
    ['/api/games', answer('busy', { status: 503, version: 'b' })],
  ]) {
    const stores = new Map();
    await worker('a', { stores });
    const serve = async (asked) => (asked === path ? given : answer(`b ${asked}`, { version: 'b' }));
    const { installed } = await worker('b', { stores, serve, files: ['/f/play-2.js', '/f/shogi-1.json'] });
    assert.equal(installed, false, path);
    assert.deepEqual([...stores.keys()], ['yiguan-a'], 'what was there still is');
  }
});

test('an answer of another version does not replace the cached one', async () => {
  const world = await worker('a');
  world.serve = async (path) => answer(`b network ${path}`, { version: 'b' });
  assert.equal(await world.get('/local', PAGE), 'b network /local', 'but it is shown');
  world.serve = away;
  assert.equal(await world.get('/local', PAGE), 'a network /local');
});

test('a visitor who saves data has the requested files cached', async () => {
  const world = await worker('a', { saveData: true });
  assert.deepEqual([...world.stores.get('yiguan-a').keys()].sort(), [...PAGES, '/api/games'].sort());
  await world.get('/f/play-1.js');
  world.serve = away;
  assert.equal(await world.get('/f/play-1.js'), 'a network /f/play-1.js');
  await assert.rejects(world.get('/f/shogi-1.json'));
});

test('without a server, local play, rules and analysis work, and missing pages have a text', async () => {
  const world = await worker('a');
  world.serve = away;
  for (const page of ['/', '/local', '/analysis', '/rules'])
    assert.equal(await world.get(`${page}?game=shogi`, PAGE), `a network ${page}`);
  assert.equal(await world.get('/rules/shogi', PAGE), 'a network /rules');
  assert.equal(await world.get('/f/shogi-1.json'), 'a network /f/shogi-1.json');
  assert.equal(await world.get('/api/games'), 'a network /api/games');
  for (const page of ['/g/1', '/m/1']) assert.equal(await world.get(page, PAGE), 'a network /offline');
});

test('a link that swallows everything holds no page up that is here', async () => {
  const world = await worker('a');
  let answered = () => {};
  world.serve = (path) => new Promise((go) => (answered = () => go(answer(`late ${path}`))));
  for (const [page, path] of [
    ['/local', '/local'],
    ['/rules/shogi', '/rules'],
  ]) {
    const shown = world.get(page, { ...PAGE, wait: false });
    await settled();
    world.passTime();
    assert.equal(await shown, `a network ${path}`);
    // The network's answer is too late to be shown, and is cached for the next time.
    answered();
    await settled();
  }
  world.serve = away;
  assert.equal(await world.get('/local', PAGE), 'late /local');
  assert.equal(await world.get('/rules', PAGE), 'a network /rules', 'the page of one game is not that of all');
});

test('what only a server can answer is left alone', async () => {
  const { get } = await worker('a');
  assert.equal(await get('/api/matches'), undefined);
  assert.equal(await get('/api/matches', { method: 'POST' }), undefined);
  assert.equal(await get('/x', { origin: 'https://elsewhere.example' }), undefined);
});

test('files that may change are never taken from the cache', async () => {
  const { get, stores } = await worker('dev', { files: [], pages: [] });
  assert.equal(await get('/js/pages/play.js'), undefined);
  assert.equal(await get('/local', PAGE), 'dev network /local');
  assert.equal(stores.get('yiguan-dev').size, 0);
});
