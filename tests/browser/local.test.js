// Games of two on one device, the rules they are played by, and the headlines of an analysis.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { launch, person } from './support/browser.js';
import { play } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const ready = (page) => page.getByTestId('move-list').locator('li').first().waitFor();
const headline = (page, text) => page.getByTestId('result').filter({ hasText: text }).waitFor();

test('each game of this device is stored separately', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/local?game=shogi`);
  await headline(page, 'Black');
  await play(page, '7g7f');
  await page.locator('[data-ply="1"]').waitFor();
  await page.goto(`${server.origin}/local?game=xia-si`);
  await ready(page);
  await page.goto(`${server.origin}/local?game=tui-da-che`);
  await headline(page, 'Black to move');
  await play(page, 'a1a2');
  await headline(page, 'White to move');
  await page.goto(`${server.origin}/local?game=shogi`);
  await page.locator('[data-ply="1"]').waitFor();
  await page.goto(`${server.origin}/local`);
  assert.match(await page.getByTestId('resume').getAttribute('href'), /game=tui-da-che/);
});

for (const where of ['local', 'analysis']) {
  test(`the rules of a game are chosen in ${where}, too`, async (t) => {
    const server = await Server.start(t);
    const page = await person(t, browser);
    await page.goto(`${server.origin}/${where}?game=xiangqi`);
    await ready(page);
    await page.getByTestId('rules-summary').click();
    await page.getByTestId('rules-ruleset').selectOption('walker');
    await page.getByTestId('rules-apply').click();
    await page.waitForURL(/ruleset=walker/);
    await headline(page, 'Black to move');
  });
}

test('one board is shown from the first on', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/analysis?game=shogi`);
  await ready(page);
  assert.equal(await page.locator('[data-testid=board] svg').count(), 1);
});

test('an unknown game is reported, and a damaged record opens as far as it can be read', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/analysis?game=go`);
  await page.getByRole('heading', { name: 'does not have this game' }).waitFor();
  await page.goto(`${server.origin}/analysis`);
  await page.getByTestId('import-text').fill('{"game":"tui-da-che","moves":["a1a2"],"times":{},"options":7,"players":[]}');
  await page.getByTestId('import-open').click();
  await page.locator('[data-ply="1"]').waitFor();
});
