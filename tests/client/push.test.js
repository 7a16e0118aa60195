// Notifications as a page turns them on and off, with a browser and a server in the hands of the test.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { beforeEach, test } from 'node:test';

import { setLanguage, TEXTS } from '../../static/js/i18n/i18n.js';
import ja from '../../static/js/i18n/ja/push.js';
import { keptKinds } from '../../static/js/push/kept.js';
import { Denied, handOver, idOf, subscribe, subscribedKinds, unsubscribe } from '../../static/js/push/subscription.js';

const ENDPOINT = 'https://push.example/1';
const KEYS = { p256dh: 'p', auth: 'a' };
const TURNS = ['turn'];

/** Requests to the server, and the browser's part of the test. */
let world;

beforeEach(() => {
  const storage = new Map();
  world = { asked: [], kept: [], subscription: null, permission: 'granted', keyOfAnother: false, stored: new Map() };
  const pushManager = {
    getSubscription: async () => world.subscription,
    async subscribe({ userVisibleOnly, applicationServerKey }) {
      assert.deepEqual([userVisibleOnly, applicationServerKey], [true, 'KEY']);
      if (world.keyOfAnother) throw new DOMException('another key', 'InvalidStateError');
      world.subscription ??= subscription();
      return world.subscription;
    },
  };
  const subscription = () => ({
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS, expirationTime: null }),
    async unsubscribe() {
      world.subscription = null;
      world.keyOfAnother = false;
    },
  });
  world.subscribed = subscription;
  const registration = { pushManager };
  const answers = {
    'GET /api/push': () => ({ key: 'KEY' }),
    'GET /api/games': () => ({ games: [{ id: 'shogi', name: { en: 'Shogi', ja: '将棋' } }] }),
    'GET /api/me/push': () => ({ subscriptions: world.kept }),
    'PUT /api/me/push': ({ endpoint, kinds }) => {
      const id = createHash('sha256').update(endpoint).digest('base64url');
      world.kept = [{ id, kinds }];
      return world.kept[0];
    },
    [`DELETE /api/me/push/${createHash('sha256').update(ENDPOINT).digest('base64url')}`]: () => {
      world.kept = [];
      return null;
    },
  };
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  define('navigator', { serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration } });
  define('PushManager', class {});
  define('Notification', { requestPermission: async () => world.permission });
  define('document', { documentElement: { lang: 'en' } });
  define('localStorage', {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, text) => storage.set(key, text),
    removeItem: (key) => storage.delete(key),
  });
  define('caches', {
    open: async (name) => ({ put: async (address, kept) => world.stored.set(`${name} ${address}`, await kept.json()) }),
    delete: async (name) => [...world.stored.keys()].filter((key) => key.startsWith(name)).map((key) => world.stored.delete(key)),
  });
  define('fetch', async (path, { method, body }) => {
    const sent = body ? JSON.parse(body) : undefined;
    world.asked.push([`${method} ${path}`, sent]);
    const answer = answers[`${method} ${path}`];
    return { ok: Boolean(answer), status: answer ? 200 : 404, json: async () => (answer ? answer(sent) : { code: 'not_found' }) };
  });
});

const puts = () => world.asked.filter(([what]) => what.startsWith('PUT')).map(([, sent]) => sent);

test('a device receives the chosen notifications, and its worker has the words', async () => {
  assert.deepEqual(await subscribedKinds(), []);
  await subscribe(TURNS);
  assert.deepEqual(puts(), [{ endpoint: ENDPOINT, keys: KEYS, kinds: TURNS }]);
  assert.deepEqual(await subscribedKinds(), TURNS);
  const { words, games, kinds } = world.stored.get('yiguan-push /push-words');
  assert.deepEqual([Object.keys(words).length, games, kinds], [8, { shogi: 'Shogi' }, TURNS]);
  assert.deepEqual(keptKinds(), { kinds: TURNS, language: 'en' });
});

test('a device without notifications has no subscription left', async () => {
  await subscribe(TURNS);
  await subscribe([]);
  assert.deepEqual([world.subscription, world.kept, keptKinds(), world.stored.size], [null, [], null, 0]);
  await unsubscribe();
});

test('without the permission nothing is asked of the server', async () => {
  world.permission = 'denied';
  await assert.rejects(subscribe(TURNS), Denied);
  assert.deepEqual([world.asked, keptKinds()], [[], null]);
});

test('a subscription with the key of another server is replaced', async () => {
  world.subscription = world.subscribed();
  world.keyOfAnother = true;
  await subscribe(TURNS);
  assert.equal(puts().length, 1);
});

test('a failure shows no notification as switched on', async () => {
  globalThis.fetch = async () => ({ ok: false, status: 429, json: async () => ({ code: 'rate' }) });
  await assert.rejects(subscribe(TURNS), { code: 'rate' });
  assert.equal(keptKinds(), null);
});

test('another visitor of the browser is notified instead of the one before', async () => {
  await handOver();
  await subscribe(TURNS);
  await handOver();
  assert.deepEqual(puts(), Array(2).fill({ endpoint: ENDPOINT, keys: KEYS, kinds: TURNS }));
});

test('the words are those of the page’s language', async () => {
  Object.assign(TEXTS.ja, ja);
  setLanguage('ja');
  await subscribe(TURNS);
  setLanguage('en');
  const { words, games } = world.stored.get('yiguan-push /push-words');
  assert.deepEqual([words.turn, games.shogi, keptKinds().language], [ja['push.notice.turn'], '将棋', 'ja']);
});

test('a subscription is named as the server names it', async () => {
  assert.equal(await idOf(ENDPOINT), createHash('sha256').update(ENDPOINT).digest('base64url'));
});
