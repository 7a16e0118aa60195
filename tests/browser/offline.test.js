// Without a server: what the installed page still does.

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
  // The worker is in charge once everything it promises is kept.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
  await server.kill();

  await page.goto(`${server.origin}/local?game=xiangqi`);
  await page.locator('.yg-hit--source').first().waitFor();
  await play(page, 'h2e2');
  await at(page, '1 / 1');
  await page.reload();
  await at(page, '1 / 1');

  await page.goto(`${server.origin}/rules/diu-fang`);
  await page.getByTestId('figure').first().waitFor();

  await page.goto(`${server.origin}/analysis`);
  await page.getByTestId('import-text').fill('手合割：平手\n   1 ７六歩(77)\n');
  await page.getByTestId('import-open').click();
  await page.waitForURL(/\/analysis\?game=shogi/);
  await at(page, '1 / 1');

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
  await kept.getByTestId('connection').filter({ hasText: /^Connected/ }).waitFor();
  await kept.getByTestId('whoami').filter({ hasText: 'Guest' }).waitFor();
  await kept.getByText('Nobody is waiting').waitFor();
  await kept.getByText('No finished games yet').waitFor();
  await kept.locator('#problem').waitFor({ state: 'hidden' });
  const [answer] = await Promise.all([page.waitForResponse(`${server.origin}/`), page.goto(server.origin)]);
  assert.equal(answer.fromServiceWorker(), true);
  await page.getByTestId('whoami').filter({ hasText: 'Guest' }).waitFor();
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
