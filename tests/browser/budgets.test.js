// What each page costs those who come for the first time: measured in a browser, on the bundle that
// releases have, in bytes as they are sent. A test that fails names what weighs most.

import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bundle } from './support/bundle.js';
import { Server } from './support/server.js';
import { begin, guest, resign } from './support/tables.js';

const KB = 1_000;
/** Before the first board is seen: requests of any kind, and bytes of HTML, style sheets and scripts. */
const FIRST = { requests: 16, bytes: 30 * KB, fonts: 35 * KB };
/** All HTML, style sheets and scripts of a page, the engine's own apart. */
const WHOLE = 60 * KB;
/** Rooms, and pages of analysis, load a little more than the limit for all. */
const HEAVY = { room: 65.4 * KB, game: 63.1 * KB, analysis: 62.8 * KB, local: 64.2 * KB };
/** Files of a page that no other page has. */
const OWN = 25 * KB;
/** A room, too, has a little more of its own. */
const HEAVY_OWN = { room: 25.4 * KB };
/** The WebAssembly of the rules and what calls it. */
const ENGINE = 200 * KB;
/** All that the service worker keeps; a ninth of it is the hand in which Chinese and Japanese headings are written. */
const KEPT = 520 * KB;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Notes the first frame in which there is a board. */
function watch() {
  const look = () => {
    if (document.querySelector('svg.yg-board .yg-pieces > *')) window.boardAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * @typedef {object} File
 * @property {string} path
 * @property {number} bytes as they are sent, without their head
 * @property {boolean} first whether it was asked for before the first board was seen
 */

/**
 * Files of a page on a first visit.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} url
 * @param {boolean} hasBoard
 * @returns {Promise<File[]>}
 */
async function load(t, url, hasBoard) {
  const page = await person(t, browser);
  await page.addInitScript(watch);
  await page.goto(url);
  if (hasBoard) await page.waitForFunction(() => window.boardAt);
  await page.waitForLoadState('networkidle');
  const files = await page.evaluate(() => {
    const [{ encodedBodySize: bytes }] = performance.getEntriesByType('navigation');
    const files = performance.getEntriesByType('resource').map(({ name, encodedBodySize, startTime }) => ({
      path: new URL(name).pathname,
      bytes: encodedBodySize,
      first: startTime < (window.boardAt ?? Infinity),
    }));
    return [{ path: `${location.pathname}.html`, bytes, first: true }, ...files];
  });
  // A file that is preloaded and then requested is listed twice, and sent once.
  return files.filter(({ path }, index) => files.findIndex((other) => other.path === path) === index);
}

const isEngine = ({ path }) => path.includes('/yiguan_engine');
const isFont = ({ path }) => path.endsWith('.woff2');
const isCode = (file) => /\.(html|css|js)$/.test(file.path) && !isEngine(file);
const sum = (files) => files.reduce((total, { bytes }) => total + bytes, 0);

/** The heaviest of some files. */
const heaviest = (files) =>
  [...files]
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, 8)
    .map(({ path, bytes }) => `${basename(path)} ${bytes}`)
    .join(', ');

/**
 * @param {string} what
 * @param {File[]} files
 * @param {number} limit
 */
const within = (what, files, limit) =>
  assert.ok(sum(files) <= limit, `${what}: ${sum(files)} bytes, may be ${limit}: ${heaviest(files)}`);

test('pages are as light as they are meant to be', async (t) => {
  const made = await bundle(t);
  const server = await Server.start(t, { YIGUAN_STATIC_DIR: made });
  const player = await person(t, browser);
  await player.goto(`${server.origin}/offline`);
  const opponent = await guest(server.origin);
  const match = async (setup) => {
    const id = await opponent.open(setup);
    await player.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
    return id;
  };
  const over = await match({ game: 'xiangqi' });
  await begin(player, opponent, over, ['a0a1', 'a9a8']);
  await resign(player, over);
  const room = await match({ game: 'shogi' });
  await player.goto('about:blank');

  /** Addresses by the name of their page; without a board, all files count. */
  const pages = {
    lobby: [server.origin, true],
    room: [`${server.origin}/m/${room}`, true],
    game: [`${server.origin}/g/${over}`, true],
    analysis: [`${server.origin}/analysis?game=xiangqi`, true],
    local: [`${server.origin}/local?game=xiangqi`, true],
    rules: [`${server.origin}/rules`, true],
    'rules of a game': [`${server.origin}/rules/shogi`, true],
    offline: [`${server.origin}/offline`, false],
    missing: [`${server.origin}/nothing`, false],
  };
  const loads = {};
  for (const [name, [url, hasBoard]] of Object.entries(pages)) loads[name] = await load(t, url, hasBoard);

  const rows = Object.entries(loads).map(([name, files]) => {
    const first = files.filter((file) => file.first);
    const others = Object.entries(loads).filter(([other]) => other.split(' ')[0] !== name.split(' ')[0]);
    const elsewhere = new Set(others.flatMap(([, loaded]) => loaded.map(({ path }) => path)));
    const own = files.filter((file) => isCode(file) && !elsewhere.has(file.path));
    return { name, first, code: first.filter(isCode), fonts: first.filter(isFont), whole: files.filter(isCode), own };
  });
  console.table(
    rows.map(({ name, first, code, fonts, whole, own }) => ({
      page: name,
      'first requests': first.length,
      first: sum(code),
      fonts: sum(fonts),
      whole: sum(whole),
      own: sum(own),
    })),
  );
  const all = new Map(Object.values(loads).flatMap((files) => files.filter(isCode).map((file) => [file.path, file])));
  console.log(`HTML, style sheets and scripts of all pages: ${sum([...all.values()])} bytes`);

  for (const { name, first, code, fonts, whole, own } of rows) {
    await t.test(name, () => {
      const named = first.map(({ path }) => basename(path)).join(', ');
      assert.ok(first.length <= FIRST.requests, `${first.length} requests before the first board: ${named}`);
      within('HTML, style sheets and scripts before the first board', code, FIRST.bytes);
      within('fonts before the first board', fonts, FIRST.fonts);
      within('HTML, style sheets and scripts of the whole page', whole, HEAVY[name] ?? WHOLE);
      within('what no other page has', own, HEAVY_OWN[name] ?? OWN);
      within('the engine', loads[name].filter(isEngine), ENGINE);
    });
  }
});

test('a script names its source map in the head of its answer', async (t) => {
  const server = await Server.start(t, { YIGUAN_STATIC_DIR: await bundle(t) });
  const page = await (await fetch(`${server.origin}/rules`)).text();
  const [script] = /\/f\/rules-\w+\.js/.exec(page) ?? [];
  const answer = await fetch(server.origin + script);
  assert.doesNotMatch(await answer.text(), /sourceMappingURL/);
  const map = await fetch(new URL(answer.headers.get('sourcemap'), server.origin + script));
  assert.equal(JSON.parse(await map.text()).version, 3);
});

test('the service worker caches few bytes', async (t) => {
  const made = await bundle(t);
  const { kept: all } = JSON.parse(await readFile(join(made, 'manifest.json'), 'utf8'));
  // Computer players, solved games, readers of records and courses are cached after their first use.
  const kept = all.filter((path) => !/[/_](search(_bg)?|solver|yiguan_(records|tables)_bg)-|\/course_(of_|view-)/.test(path));
  const files = await Promise.all(
    kept.map(async (path) => {
      const plain = await stat(join(made, path));
      const compressed = await stat(join(made, `${path}.br`)).catch(() => plain);
      return { path, bytes: compressed.size, first: false };
    }),
  );
  console.log(`the worker keeps ${files.length} files, ${sum(files)} bytes`);
  within('what the service worker keeps', files, KEPT);
});

test('a press in the lobby fetches the files of a match ahead', async (t) => {
  const server = await Server.start(t, { YIGUAN_STATIC_DIR: await bundle(t) });
  const page = await person(t, browser);
  await page.goto(server.origin);
  // The match is never made: only what was fetched ahead can be asked for.
  await page.route('**/api/matches', () => undefined);
  const answers = [/\/f\/match-\w+\.css$/, /\/f\/table-\w+\.js$/, /\/f\/yiguan_engine-\w+\.js$/].map((file) =>
    page.waitForResponse(file),
  );
  await page.locator('[data-testid=now-shogi]').click();
  for (const answer of await Promise.all(answers)) assert.equal(answer.status(), 200, answer.url());
});
