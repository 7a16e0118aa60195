// What a visitor chooses about the board is seen at once, and again at the next visit.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { createRoom } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test('theme and pieces are chosen beside the board, at once and for good', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await createRoom(page, server.origin, 'xiangqi');
  const board = page.getByTestId('board');
  await board.locator('.ground--elm').waitFor();
  await board.getByText('帥').waitFor();
  // Pieces are written in the font that comes with the page.
  await page.waitForFunction(() => [...document.fonts].some(({ family, status }) => family === 'Kai' && status === 'loaded'));

  await page.getByTestId('settings-open').click();
  await page.getByTestId('disc-slab').check();
  await page.getByTestId('pieces-symbols').check();
  for (const loaded of ['now', 'after loading again']) {
    await board.locator('.ground--slab').first().waitFor();
    assert.equal(await board.locator('use[href$="#horse"]').count(), 4, loaded);
    assert.equal(await board.getByText('帥').count(), 0, loaded);
    await page.reload();
  }
});

test('the panel is worked by keyboard and gives the focus back', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await createRoom(page, server.origin, 'shogi');
  await page.getByTestId('settings-open').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('pieces-characters').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByTestId('board').locator('use[href$="#king"]').first().waitFor();
  await page.getByTestId('set-coordinates').focus();
  await page.keyboard.press('Space');
  await page.getByTestId('board').locator('.coordinates').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByTestId('settings').waitFor({ state: 'detached' });
  await page.locator('[data-testid=settings-open]:focus').waitFor();
});
