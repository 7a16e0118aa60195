// Two servers of different releases behind one proxy, as there are while a release is rolled out:
// no page ever runs a part of one with a part of the other, be it from the network or from the cache
// of the service worker.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { KEEPING, launch, person } from './support/browser.js';
import { bundle } from './support/bundle.js';
import { Server } from './support/server.js';

let browser;
/** Where the bundles of two releases are. */
const releases = { old: '', new: '' };
const undo = [];
before(async () => {
  browser = await launch();
  for (const name of /** @type {const} */ (['old', 'new']))
    releases[name] = await bundle({ after: (step) => undo.push(step) }, release(name));
});
after(async () => {
  await browser.close();
  for (const step of undo) await step();
});

/**
 * A release in which modules need exports that another release lacks: the page shows its version.
 *
 * @param {string} name
 */
const release = (name) => async (folder) => {
  const change = async (path, edit) => {
    const file = join(folder, path);
    await writeFile(file, edit(await readFile(file, 'utf8')));
  };
  await change(
    'js/ui/dom.js',
    (text) => `${text}\nexport const release_${name} = () => (document.documentElement.dataset.release = '${name}');\n`,
  );
  for (const entry of ['lobby', 'replay', 'offline'])
    await change(
      `js/pages/${entry}.js`,
      (text) => `${text}\nimport { release_${name} } from '../ui/dom.js';\nrelease_${name}();\n`,
    );
  await change('rules/shogi.json', (text) => text.replace('{', `{ "release": "${name}",`));
};

/**
 * Servers of two releases, and a proxy before them.
 *
 * @param {import('node:test').TestContext} t
 */
async function rollout(t) {
  const servers = {
    old: await Server.start(t, { YIGUAN_STATIC_DIR: releases.old }),
    new: await Server.start(t, { YIGUAN_STATIC_DIR: releases.new }),
  };
  const proxy = {
    origin: '',
    /** Which server answers a path; none where the network is away. @type {(path: string) => 'old' | 'new' | null} */
    choose: () => 'old',
  };
  const listener = createServer((asked, answer) => {
    const chosen = proxy.choose(asked.url ?? '/');
    if (!chosen) return asked.socket.destroy();
    const { hostname, port } = new URL(servers[chosen].origin);
    const { method, url: path, headers } = asked;
    // A connection of its own: one that had been idle could be closed by the server just now.
    const passed = request({ hostname, port, method, path, headers, agent: false }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  // Sockets are not what this is about.
  listener.on('upgrade', (_, socket) => socket.destroy());
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => {
    listener.closeAllConnections();
    listener.close();
  });
  proxy.origin = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (listener.address()).port}`;
  return proxy;
}

const releaseOf = (page) => page.evaluate(() => document.documentElement.dataset.release);

/** Has the worker of the page look for a newer one, and returns the result. */
const updated = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    while (!['activated', 'redundant'].includes(worker.state))
      await new Promise((go) => worker.addEventListener('statechange', go, { once: true }));
    return worker.state;
  });

test('without a worker a page runs modules of its own release or none', async (t) => {
  const proxy = await rollout(t);
  // The one who watches for errors in the page is the point: a mixture would be one.
  const page = await person(t, browser);
  for (const first of /** @type {const} */ (['old', 'new'])) {
    const other = first === 'old' ? 'new' : 'old';
    // The page of one, and files of the other.
    proxy.choose = (path) => (path.startsWith('/f/') ? other : first);
    await page.goto(proxy.origin);
    assert.equal(await releaseOf(page), undefined);
    // Every second request.
    for (const start of [0, 1]) {
      let count = start;
      proxy.choose = () => ((count += 1) % 2 ? first : other);
      await page.goto(`${proxy.origin}/local`);
    }
    proxy.choose = () => first;
    await page.goto(proxy.origin);
    await page.waitForFunction((name) => document.documentElement.dataset.release === name, first);
  }
});

test('a worker keeps one release whole, however the servers answer', async (t) => {
  const proxy = await rollout(t);
  const page = await person(t, browser, KEEPING);
  await page.goto(proxy.origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  const kept = () => page.evaluate(async () => (await caches.keys()).sort());
  const [before] = await kept();

  for (const mixed of [
    (path) => (/shogi/.test(path) ? 'old' : 'new'),
    (path) => (path === '/sw.js' ? 'new' : 'old'),
    (path) => (path === '/sw.js' || path.startsWith('/f/') ? 'new' : 'old'),
    (path) => (path === '/local' ? 'old' : 'new'),
  ]) {
    proxy.choose = mixed;
    assert.equal(await updated(page), 'redundant', String(mixed));
    assert.deepEqual(await kept(), [before], 'what was kept stays');
    proxy.choose = () => null;
    await page.goto(`${proxy.origin}/local`);
    assert.equal(await releaseOf(page), 'old');
  }

  proxy.choose = () => 'new';
  await page.goto(`${proxy.origin}/local`);
  assert.equal(await updated(page), 'activated');
  const [now, ...others] = await kept();
  assert.ok(now !== before && others.length === 0);
  // All of it is the new release's.
  const files = await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    const texts = {};
    for (const { url } of await cache.keys()) texts[new URL(url).pathname] = await (await cache.match(url)).text();
    return texts;
  }, now);
  const hashed = Object.keys(files).filter((path) => path.startsWith('/f/'));
  assert.ok(hashed.length > 30, String(hashed));
  for (const path of hashed.filter((name) => /\.(js|css|json|svg)$/.test(name)))
    assert.equal(files[path], await readFile(join(releases.new, path), 'utf8'), path);
  proxy.choose = () => null;
  for (const path of ['/', '/local', '/m/none']) {
    await page.goto(proxy.origin + path);
    await page.waitForFunction(() => document.documentElement.dataset.release === 'new');
  }
});

test('a new release fetches only the changed files', async (t) => {
  const proxy = await rollout(t);
  const page = await person(t, browser, KEEPING);
  await page.goto(proxy.origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  const asked = [];
  proxy.choose = (path) => {
    asked.push(path);
    return 'new';
  };
  assert.equal(await updated(page), 'activated');
  const files = asked.filter((path) => path.startsWith('/f/'));
  assert.ok(
    files.some((path) => path.startsWith('/f/shogi-')),
    'the rules that changed',
  );
  for (const path of files) assert.match(path, /\.js$|\/shogi-/, 'no font, no picture, not the engine');
});
