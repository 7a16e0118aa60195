// The opponent who is not there, and the visitor's own lost link, as the page of a match shows them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, play, saved, shows } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test('an opponent who is away is shown with the time until a claim', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await join(other, await createRoom(page, server.origin, 'xiangqi', { seat: 'first' }));
  await bySide([page, other]);
  await play(page, 'b2e2');
  await shows(other, 1);
  await play(other, 'b9c7');
  await saved(other, 2);
  await shows(page, 2);
  // Only two players are there: the one who followed the invitation watches no more.
  assert.doesNotMatch(await other.locator('#game-detail').textContent(), /watching/);

  // The answer to an offer names the offer, and is no error.
  await page.getByTestId('draw').click();
  await other.getByTestId('decline-draw').click();
  const answer = page.getByTestId('refusal').filter({ hasText: 'declined the draw' });
  await answer.waitFor();
  assert.notEqual(await answer.evaluate((element) => getComputedStyle(element).color), await page.locator('#status').evaluate((element) => {
    element.className = 'refusal';
    return getComputedStyle(element).color;
  }));

  // Without a link of its own the page knows of nobody's presence.
  await page.locator('#player-top .presence').waitFor();
  await page.context().setOffline(true);
  await page.locator('.presence').first().waitFor({ state: 'detached' });
  assert.equal(await page.locator('.presence').count(), 0);
  await page.context().setOffline(false);
  await page.locator('#player-top .presence').waitFor();

  await other.goto('about:blank');
  await page.locator('#player-top').filter({ hasText: /away for 0:\d\d · claim the win in \d:\d\d/ }).waitFor();

  // And one who has deleted the account has left.
  await other.request.delete(`${server.origin}/api/me`);
  await page.locator('#player-top').filter({ hasText: /left the game · claim the win in/ }).waitFor();
});

test('clocks and empty hands have names for screen readers', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await join(other, await createRoom(page, server.origin, 'shogi', { seat: 'first', clock: 'custom' }));
  await bySide([page, other]);
  for (const side of ['Black (sente)', 'White (gote)']) {
    await page.getByRole('timer', { name: `${side}: clock` }).waitFor();
    await page.getByRole('img', { name: `${side}, in hand: nothing` }).waitFor();
  }
});
