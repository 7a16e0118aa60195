// How a game ends on the page, and going back and forward in one that has not.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, play, saved, says, shows } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Two people at a table, and one who watches; some moves are played. */
async function playing(t, moves = ['a1a2', 'a4a3']) {
  const server = await Server.start(t);
  const pages = [await person(t, browser), await person(t, browser)];
  const link = await createRoom(pages[0], server.origin, 'tui-da-che');
  await join(pages[1], link);
  const seats = await bySide(pages);
  const spectator = await person(t, browser);
  await spectator.goto(link);
  for (const [ply, move] of moves.entries()) {
    const page = ply % 2 === 0 ? seats.first : seats.second;
    await play(page, move);
    await saved(page, ply + 1);
    await shows(spectator, ply + 1);
    assert.equal(await page.getByTestId('delivery').textContent(), '', 'a stored move needs no word');
  }
  return { ...seats, spectator };
}

test('the result stands over the board, as each side reads it, and can be put away', async (t) => {
  const { first, second, spectator } = await playing(t);
  await first.getByTestId('resign').click();
  await first.getByTestId('confirm-yes').click();
  const end = (page) => page.getByTestId('end');
  await end(first).getByText('You resigned.').waitFor();
  await end(second).getByText('Your opponent resigned.').waitFor();
  await end(spectator).getByText('White wins').waitFor();
  await spectator.getByTestId('result').filter({ hasText: 'White wins by resignation' }).waitFor();
  assert.equal(await spectator.getByTestId('end-rematch').count(), 0);
  await second.locator('.player--won', { hasText: 'winner' }).waitFor();
  const board = await first.getByTestId('board').boundingBox();
  const card = await end(first).boundingBox();
  assert.ok(card.y >= board.y && card.y + card.height <= board.y + board.height, 'it is over the board');
  // On coming back from the replay it is there again, until it is closed.
  await second.getByTestId('end-replay').click();
  await shows(second, 2);
  await second.goBack();
  await end(second).getByText('Your opponent resigned.').waitFor();
  await second.getByTestId('end-rematch').focus();
  await second.keyboard.press('Escape');
  await end(second).waitFor({ state: 'hidden' });
  await second.getByTestId('rematch').waitFor();
  await second.reload();
  await second.getByTestId('rematch').waitFor();
  assert.ok(await end(second).isHidden(), 'it was closed');

  await first.getByTestId('end-rematch').click();
  await first.getByTestId('end-cancel').click();
  await first.getByTestId('end-rematch').click();
  await second.getByTestId('accept-rematch').waitFor();
  await second.getByTestId('accept-rematch').click();
  const before = spectator.url();
  for (const page of [first, second]) await page.waitForURL((url) => url.href !== before);
});

test('a live game is leafed through by buttons, arrows and wheel, by players and spectators', async (t) => {
  const { first, spectator } = await playing(t, ['a1a2', 'a4a3', 'b1b2']);
  for (const page of [spectator, first]) {
    const current = (ply) => page.locator(`[data-testid=move-list] [data-ply="${ply}"][aria-current=true]`).waitFor();
    await current(3);
    await page.getByTestId('step-back').click();
    await current(2);
    await page.keyboard.press('ArrowLeft');
    await current(1);
    await page.keyboard.press('ArrowRight');
    await current(2);
    await page.getByTestId('board').hover();
    await page.mouse.wheel(0, 100);
    await current(3);
    await page.mouse.wheel(0, -100);
    await current(2);
    await page.getByTestId('follow').click();
    await current(3);
    await page.getByTestId('follow').waitFor({ state: 'hidden' });
  }
  // On the board the arrows walk, and with Shift they leaf.
  await first.locator('[data-point="b2"]').focus();
  await first.keyboard.press('ArrowLeft');
  await first.locator('[data-point="a2"]:focus').waitFor();
  await first.keyboard.press('Shift+ArrowLeft');
  await first.locator('[data-testid=move-list] [data-ply="2"][aria-current=true]').waitFor();
});

test('at 1280 by 800 a table needs no scrolling, and nothing is cut off', async (t) => {
  const { first } = await playing(t);
  await first.evaluate(() => localStorage.setItem('yiguan.named', '1'));
  await first.reload();
  await shows(first, 2);
  await first.setViewportSize({ width: 1280, height: 800 });
  const over = await first.evaluate(() => document.scrollingElement.scrollHeight - innerHeight);
  assert.ok(over <= 0, `${over} pixels too high`);
  const desk = await first.locator('.desk').evaluate((element) => element.scrollHeight - element.clientHeight);
  assert.ok(desk <= 1, `the desk is ${desk} pixels too high`);
  await says(first, 'help', 'Goal:');
  // With an offer and the card for a name, too, every text is within its card.
  await first.evaluate(() => localStorage.removeItem('yiguan.named'));
  await first.reload();
  await first.getByTestId('name-text').waitFor();
  await first.getByTestId('draw').click();
  await first.getByTestId('withdraw-draw').waitFor();
  const cut = await first.locator('#panel-help').evaluate((card) => {
    const { bottom } = card.getBoundingClientRect();
    return [...card.querySelectorAll('p')].filter((text) => text.getBoundingClientRect().bottom > bottom).length;
  });
  assert.equal(cut, 0, 'texts that stick out');
});
