// Several games at once: the way from one to the next in which it is the visitor's turn.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { matchId, play, saved } from './support/play.js';
import { Server } from './support/server.js';
import { begin, guest } from './support/tables.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** So many matches of the page's visitor, who moves first, against a guest. */
async function matches(page, opponent, origin, count) {
  const ids = [];
  for (let made = 0; made < count; made += 1) {
    const id = await opponent.open({ game: 'shogi', seat: 'second' });
    await page.request.post(`${origin}/api/matches/${id}/join`, { data: {} });
    ids.push(id);
  }
  return ids;
}

test('a game leads to the next in which it is the visitor’s turn, in the head and next to the board', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/offline`);
  const opponent = await guest(server.origin);
  const [one, two, three] = await matches(page, opponent, server.origin, 3);
  await page.goto(`${server.origin}/m/${one}`);
  const head = page.getByTestId('next-game').filter({ hasText: 'Next game: your turn (2)' });
  await head.waitFor();
  // It is the visitor's turn here, too.
  assert.equal(await page.getByTestId('next-game-board').isVisible(), false);
  await play(page, '7g7f');
  await saved(page, 1);
  await page.getByTestId('next-game-board').filter({ hasText: 'Next game: your turn (2)' }).click();
  await page.waitForURL(`${server.origin}/m/${two}`);
  await page.getByTestId('next-game').filter({ hasText: '(1)' }).waitFor();
  // On a phone it is a sign in the head, which does not break.
  await page.setViewportSize({ width: 390, height: 664 });
  assert.ok((await page.locator('#masthead').boundingBox()).height < 60);
  await page.getByRole('link', { name: 'Next game: your turn (1)' }).first().click();
  await page.waitForURL(`${server.origin}/m/${three}`);
  await page.locator('.yg-hit--source').first().waitFor();
  // The second still waits.
  await page.getByTestId('next-game').waitFor({ state: 'attached' });
});

test('the way to the next game is there also where it was found before the match came', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/offline`);
  const [id] = await matches(page, await guest(server.origin), server.origin, 2);
  let go;
  const found = new Promise((resolve) => {
    go = resolve;
  });
  // The board with what stands next to it.
  await page.route(/\/(f|js)\/.*(board|verdict|table)/, async (route) => {
    await found;
    await route.continue();
  });
  await page.routeWebSocket(/\/ws\/matches\//, async (socket) => {
    await found;
    socket.connectToServer();
  });
  await page.goto(`${server.origin}/m/${id}`);
  await page.getByTestId('next-game').waitFor();
  go();
  await page.locator('.yg-hit--source').first().waitFor();
  await play(page, '7g7f');
  await page.getByTestId('next-game-board').waitFor({ timeout: 5_000 });
});

test('in the longest texts the head stays one row', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { locale: 'ja-JP', viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.origin}/offline`);
  const [id] = await matches(page, await guest(server.origin), server.origin, 2);
  await page.goto(`${server.origin}/m/${id}`);
  for (const width of [1280, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByTestId('next-game').waitFor();
    const { height } = await page.locator('#masthead').boundingBox();
    assert.ok(height < 70, `${height} pixels high at ${width}`);
  }
});

test('the line about a duty has the width of the card below the way to the next game', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/offline`);
  const opponent = await guest(server.origin);
  await matches(page, opponent, server.origin, 1);
  const id = await opponent.open({ game: 'diu-fang', seat: 'first' });
  await page.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
  await page.goto(`${server.origin}/m/${id}`);
  await page.getByTestId('next-game').waitFor();
  await page.locator('#status').filter({ hasText: 'Black to move' }).waitFor();
  const widths = await page.locator('.verdict').evaluate((card) => {
    // As after a fang, with the link in its place.
    const place = card.querySelector('.next-place');
    if (place.childElementCount === 0) place.append('Next game: your turn (1)');
    const duty = card.querySelector('#owed');
    duty.hidden = false;
    return [card.offsetWidth, duty.offsetWidth];
  });
  assert.ok(widths[1] > widths[0] - 50, `${widths[1]} of ${widths[0]} pixels`);
});

test('a page leaves neither a finished game nor an open dialog by itself', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/offline`);
  const opponent = await guest(server.origin);
  const [one] = await matches(page, opponent, server.origin, 2);
  await page.goto(`${server.origin}/m/${one}`);
  await page.locator('.yg-hit--source').first().waitFor();
  await begin(page, opponent, one, ['7g7f', '3c3d']);
  await opponent.send(one, { type: 'resign' });
  await page.getByTestId('end').waitFor();
  await page.getByTestId('next-game-board').filter({ hasText: '(1)' }).waitFor();
  await page.getByTestId('rematch').first().click();
  await page.getByTestId('settings-open').click();
  await page.locator('dialog[open]').waitFor();
  await opponent.send(one, { type: 'rematch', answer: 'accept' });
  await page.getByTestId('next-match').waitFor({ state: 'attached' });
  assert.equal(matchId(page), one);
  assert.equal(await page.locator('dialog[open]').count(), 1);
});
