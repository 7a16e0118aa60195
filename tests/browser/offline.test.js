// Without a server: the abilities of the installed page.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { KEEPING, launch, person } from './support/browser.js';
import { play } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const at = (page, text) => page.waitForFunction((t) => document.querySelector('[data-testid=ply]')?.textContent === t, text);

test('two people play, rules are read and a game gone over with the server gone', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, KEEPING);
  await page.goto(server.origin);
  // The worker is in charge once every promised file is cached.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
  // Readers of other programs' records are cached once a record was opened.
  const open = async (record, game) => {
    await page.goto(`${server.origin}/analysis`);
    await page.getByTestId('import-text').fill(record);
    await page.getByTestId('import-open').click();
    await page.waitForURL(new RegExp(`/analysis\\?game=${game}`));
    await at(page, '1 / 1');
  };
  await open('[Game "Chinese Chess"]\n1. C2=5\n', 'xiangqi');
  await server.kill();

  await page.goto(`${server.origin}/local?game=xiangqi`);
  await page.locator('.yg-hit--source').first().waitFor();
  await play(page, 'h2e2');
  await at(page, '1 / 1');
  await page.reload();
  await at(page, '1 / 1');

  await page.goto(`${server.origin}/rules/diu-fang`);
  await page.getByTestId('figure').first().waitFor();

  await open('手合割：平手\n   1 ７六歩(77)\n', 'shogi');

  await page.goto(server.origin);
  await page.getByTestId('game-shogi').click();
  await page.getByTestId('opponent-local').check();
  await page.getByTestId('create-room').click();
  await page.waitForURL(/\/local\?game=shogi/);

  // A lobby that is opened now claims nothing that it does not know, and asks when it can.
  const kept = await page.context().newPage();
  await kept.goto(server.origin);
  await kept.getByTestId('connection').filter({ hasText: 'Reconnecting' }).waitFor();
  for (const none of await kept.locator('.empty').all()) assert.ok(await none.isHidden());

  // Back again, the page is the server's.
  await server.start();
  await kept
    .getByTestId('connection')
    .filter({ hasText: /^Connected/ })
    .waitFor();
  await kept.getByTestId('whoami').filter({ hasText: 'Guest' }).waitFor();
  await kept.getByText('No open tables').waitFor();
  await kept.getByText('No finished games yet').waitFor();
  await kept.locator('#problem').waitFor({ state: 'hidden' });
  const [answer] = await Promise.all([page.waitForResponse(`${server.origin}/`), page.goto(server.origin)]);
  assert.equal(answer.fromServiceWorker(), true);
  await page.getByTestId('whoami').filter({ hasText: 'Guest' }).waitFor();
});

test('before the worker has the pages a line that breaks leaves the visitor on the page', async (t) => {
  const server = await Server.start(t);
  // No worker comes here, as in the first seconds of the first visit.
  const page = await person(t, browser);
  await page.goto(server.origin);
  await page.getByTestId('game-shogi').waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.locator('#masthead a[href="/rules"]').click();
  await page.getByTestId('away').filter({ hasText: 'No connection to the server' }).waitFor();
  await page.getByTestId('away-act').click();
  await page.getByTestId('now-er-chi-yi').click();
  await page.locator('#problem', { hasText: 'The server cannot be reached' }).waitFor();
  assert.equal(page.url(), `${server.origin}/`);
  await page.context().setOffline(false);
  await page.getByTestId('away-act').click();
  await page.waitForURL(`${server.origin}/rules`);
});

test('before the worker has the pages no link leads to a server that is gone', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  await page
    .getByTestId('connection')
    .filter({ hasText: /^Connected/ })
    .waitFor();
  await server.kill();
  await page.getByTestId('connection').filter({ hasText: 'Reconnecting' }).waitFor();
  await page.locator('#masthead a[href="/rules"]').click();
  await page.getByTestId('away').filter({ hasText: 'No connection to the server' }).waitFor();
  assert.equal(page.url(), `${server.origin}/`);
  await server.start();
  await page.getByTestId('away-act').click();
  await page.waitForURL(`${server.origin}/rules`);
});

test('a link is given up when the network goes, and comes back with it', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, KEEPING);
  const says = (text) => page.getByTestId('connection').filter({ hasText: text }).waitFor();
  await page.goto(server.origin);
  await says(/^Connected/);
  await page.context().setOffline(true);
  await says('Reconnecting');
  await page.context().setOffline(false);
  await says(/^Connected/);
});
