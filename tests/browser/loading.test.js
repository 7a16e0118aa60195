// Parts of a page that do not come at once, and pages that are older than the server.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { launch, person } from './support/browser.js';
import { createRoom, join, play, saved } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Requests of a page are seen here, and not by a service worker. */
const ALONE = { serviceWorkers: 'block' };

/** Fails the next `times` requests of the pattern, and counts them. */
async function fail(page, pattern, times) {
  const failed = { count: 0 };
  await page.route(pattern, (route) => {
    if (failed.count >= times) return route.fallback();
    failed.count += 1;
    return route.abort();
  });
  return failed;
}

/** A part of the room that comes after its first board, in the modules as they are and in a bundle. */
const LATER_PART = /\/js\/match\/announcer\.js|\/table-\w+\.js/;

test('a module that fails to load once is loaded again', async (t) => {
  const server = await Server.start(t);
  const [host, guest] = [await person(t, browser, ALONE), await person(t, browser, ALONE)];
  const link = await createRoom(host, server.origin, 'tui-da-che', { seat: 'first' });
  const failed = await fail(guest, LATER_PART, 1);
  await join(guest, link);
  await play(host, 'a1a2');
  await saved(guest, 1);
  assert.equal(failed.count, 1);
});

test('a module that never loads is reported, with a button that reloads it', async (t) => {
  const server = await Server.start(t);
  const [host, guest] = [await person(t, browser, ALONE), await person(t, browser, ALONE)];
  const link = await createRoom(host, server.origin, 'tui-da-che', { seat: 'first' });
  await fail(guest, LATER_PART, Infinity);
  await guest.goto(link);
  const notice = guest.getByTestId('load-failed');
  await notice.waitFor();
  await guest.unroute(LATER_PART);
  await guest.getByTestId('load-failed-act').click();
  await guest.getByTestId('join').click();
  await play(host, 'a1a2');
  await saved(guest, 1);
  assert.equal(await notice.count(), 0);
});

test('a page none of whose modules runs shows a text in its language, with a button that reloads it', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { ...ALONE, locale: 'zh-CN' });
  const entry = /\/js\/pages\/lobby\.js|\/lobby-\w+\.js/;
  await page.route(entry, (route) => route.fulfill({ status: 404 }));
  await page.goto(server.origin);
  const notice = page.locator('#not-loaded');
  await notice.getByText('页面未能加载。').waitFor();
  await page.unroute(entry);
  await notice.getByRole('button', { name: '重新加载' }).click();
  await page.getByTestId('game-shogi').waitFor();
  assert.equal(await notice.count(), 0);
});

test('rules that fail to load once are fetched again, and played by', async (t) => {
  const server = await Server.start(t);
  const [host, guest] = [await person(t, browser, ALONE), await person(t, browser, ALONE)];
  const failed = await fail(host, /yiguan_engine_bg.*\.wasm/, 1);
  const link = await createRoom(host, server.origin, 'tui-da-che', { seat: 'first' });
  await join(guest, link);
  await play(host, 'a1a2');
  await saved(host, 1);
  assert.equal(failed.count, 1);
});

test('a move that was not sent is sent by the page that is loaded next', async (t) => {
  const server = await Server.start(t);
  const [host, guest] = [await person(t, browser, ALONE), await person(t, browser, ALONE)];
  const link = await createRoom(host, server.origin, 'tui-da-che', { seat: 'first' });
  await join(guest, link);
  await play(host, 'a1a2');
  await saved(guest, 1);
  await server.kill();
  await guest.waitForFunction(() => document.querySelector('[data-testid=connection]')?.dataset.state === 'reconnecting');
  await play(guest, 'a4a3');
  await guest.waitForFunction(() => document.querySelector('[data-testid=delivery]')?.dataset.state === 'waiting');
  await server.start();
  await guest.reload();
  await saved(host, 2);
});

/** Makes the page one of an older version, the first `times` times that it is loaded. */
const old = (page, times) =>
  page.addInitScript((most) => {
    const loads = Number(localStorage.getItem('test.loads') ?? 0) + 1;
    localStorage.setItem('test.loads', String(loads));
    if (loads > most) return;
    addEventListener('DOMContentLoaded', () => {
      const meta = Object.assign(document.createElement('meta'), { name: 'yiguan-version', content: 'old' });
      document.head.prepend(meta);
    });
  }, times);

const loads = (page) => page.evaluate(() => Number(localStorage.getItem('test.loads')));

/** Waits until the page has been loaded so often, and stands. */
const loaded = (page, times) => page.waitForFunction((wanted) => localStorage.getItem('test.loads') === String(wanted), times);

test('a page older than the server reloads by itself when nothing is pending', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, ALONE);
  await old(page, 1);
  await page.goto(server.origin);
  await loaded(page, 2);
});

test('a page older than the server plays on with a notice while words are half written', async (t) => {
  const server = await Server.start(t);
  const [host, guest] = [await person(t, browser, ALONE), await person(t, browser, ALONE)];
  const link = await createRoom(host, server.origin, 'tui-da-che', { seat: 'first' });
  await join(guest, link);
  // Words that are being written when the server is replaced.
  await old(host, 1);
  await host.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const words = document.querySelector('#chat-text');
      if (document.querySelector('meta[content=old]') && words) words.value = 'half a sen';
    });
  });
  await host.reload();
  await host.getByTestId('renewal').waitFor();
  await play(host, 'a1a2');
  await saved(guest, 1);
  await host.getByTestId('chat-text').fill('');
  await loaded(host, 2);
  await saved(host, 1);
});

test('a page that is old again after a reload leaves the choice to the visitor', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, ALONE);
  await old(page, 9);
  await page.goto(server.origin);
  await page.getByTestId('renewal').waitFor();
  assert.equal(await loads(page), 2);
});
