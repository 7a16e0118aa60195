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
  const link = await createRoom(page, server.origin, 'xiangqi', { seat: 'first' });
  await other.goto(link);
  // Neither is the one who is invited counted.
  await other.getByTestId('join').waitFor();
  assert.equal(await other.getByTestId('spectators').textContent(), '');
  await other.request.put(`${server.origin}/api/me`, { data: { name: 'Bartholomew Fitzgerald' } });
  await join(other, link);
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
  assert.notEqual(
    await answer.evaluate((element) => getComputedStyle(element).color),
    await page.locator('#status').evaluate((element) => {
      element.className = 'refusal';
      return getComputedStyle(element).color;
    }),
  );

  // Without a link of its own the page knows no presence.
  await page.locator('#player-top .presence').waitFor();
  await page.context().setOffline(true);
  await page.locator('.presence').first().waitFor({ state: 'detached' });
  assert.equal(await page.locator('.presence').count(), 0);
  await page.context().setOffline(false);
  await page.locator('#player-top .presence').waitFor();

  await other.goto('about:blank');
  await page
    .locator('#player-top')
    .filter({ hasText: /away 0:\d\d/ })
    .filter({ hasText: /claim in \d:\d\d/ })
    .waitFor();
  // Both are read in the narrowest windows, however long the name is.
  for (const [width, height] of [
    [320, 640],
    [360, 640],
    [390, 664],
    [640, 400],
    [1200, 900],
  ]) {
    await page.setViewportSize({ width, height });
    const cut = await page.locator('#player-top').evaluate((strip) => {
      const host = strip.querySelector('.player-who').getBoundingClientRect();
      const [away, dot] = ['.player-away', '.presence'].map((part) => strip.querySelector(part).getBoundingClientRect().right);
      const detail = document.createRange();
      detail.selectNodeContents(strip.querySelector('.player-detail'));
      const text = detail.startContainer.firstChild;
      detail.setStart(text, 0);
      detail.setEnd(text, text.data.indexOf(' · '));
      return [away, dot, detail.getBoundingClientRect().right].filter((right) => right > host.right + 0.5);
    });
    assert.deepEqual(cut, [], `${width}x${height}`);
  }

  // And one who has deleted the account has left.
  await other.request.delete(`${server.origin}/api/me`);
  await page
    .locator('#player-top')
    .filter({ hasText: /left the game.*claim in/ })
    .waitFor();
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
