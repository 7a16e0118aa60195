// The browser's Back closes an open dialog, and the page stays.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join } from './support/play.js';
import { Server } from './support/server.js';

const STATIC = fileURLToPath(new URL('../../static', import.meta.url));

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test('back closes a sheet of a live game and leaves the game in place', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [
    await person(t, browser, { viewport: { width: 390, height: 664 }, hasTouch: true }),
    await person(t, browser),
  ];
  await join(other, await createRoom(page, server.origin, 'xiangqi'));
  await bySide([page, other]);
  const address = page.url();
  for (const [tab, panel] of [
    ['tab-moves', '#panel-moves'],
    ['tab-chat', '#panel-chat'],
    ['tab-help', '#panel-help'],
  ]) {
    await page.getByTestId(tab).click();
    await page.waitForFunction(() => history.state?.open === 1);
    await page.goBack();
    await page.locator(panel).waitFor({ state: 'hidden' });
    assert.equal(page.url(), address);
    await page.locator(`[data-testid=${tab}]:focus`).waitFor();
  }
  // Closed in another way, a sheet leaves nothing behind.
  const entries = await page.evaluate(() => history.length);
  await page.getByTestId('tab-moves').click();
  await page.waitForFunction(() => history.state?.open === 1);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !history.state?.open);
  assert.equal(await page.evaluate(() => history.length), entries);
  // One sheet after the other is one entry, and the settings over it another.
  await page.getByTestId('tab-moves').click();
  await page.waitForFunction(() => history.state?.open === 1);
  await page.evaluate(() => document.querySelector('[data-testid=settings-open]').click());
  await page.getByTestId('settings').waitFor();
  assert.equal(await page.evaluate(() => history.state.open), 2);
  await page.goBack();
  await page.getByTestId('settings').waitFor({ state: 'detached' });
  assert.equal(await page.locator('#panel-moves').isVisible(), true);
  await page.goBack();
  await page.locator('#panel-moves').waitFor({ state: 'hidden' });
  assert.equal(page.url(), address);
});

test('back closes the settings and the form for a new game', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/rules`);
  await page.goto(server.origin);
  await page.getByTestId('settings-open').click();
  await page.getByTestId('settings').waitFor();
  await page.goBack();
  await page.getByTestId('settings').waitFor({ state: 'detached' });
  await page.getByTestId('game-xiangqi').click();
  await page.getByTestId('create-room').waitFor();
  await page.goBack();
  await page.getByTestId('create-room').waitFor({ state: 'hidden' });
  assert.equal(new URL(page.url()).pathname, '/');
  // With nothing open Back leaves the page.
  await page.goBack();
  await page.waitForURL(/rules/);
});

test('a dialog that opens while the entry of the one before is left stays open', async (t) => {
  const server = await Server.start(t, { YIGUAN_STATIC_DIR: STATIC });
  const page = await person(t, browser);
  await page.goto(`${server.origin}/offline`);
  const seen = await page.evaluate(async () => {
    const { closeByBack } = await import('/js/ui/back.js');
    const closed = [];
    const left = () => new Promise((go) => addEventListener('popstate', go, { once: true }));
    const opened = () => new Promise((go) => setTimeout(go));
    closeByBack(() => closed.push('one'))();
    await opened();
    closeByBack(() => closed.push('two'));
    await left();
    const during = [...closed];
    if (during.length > 0) return { during };
    history.back();
    await left();
    return { during, closed, entries: history.state?.open ?? 0 };
  });
  assert.deepEqual(seen, { during: [], closed: ['two'], entries: 0 });
});
