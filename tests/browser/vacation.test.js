// A vacation from games by days: begun and ended by its owner, and seen by both at the table.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { ask, says, snapshot } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A game by days between two people, who look at its room. */
async function playByDays(server, [one, other]) {
  for (const page of [one, other]) await page.goto(server.origin);
  const data = { game: 'er-chi-yi', seat: 'first', clock: { kind: 'correspondence', days: 3 } };
  const { id } = await (await one.request.post(`${server.origin}/api/matches`, { data })).json();
  await other.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
  await other.goto(`${server.origin}/m/${id}`);
  return id;
}

test('a vacation is begun in one’s own games, stops the clock for both to see, and is ended at the table', async (t) => {
  const server = await Server.start(t);
  const people = [await person(t, browser, { viewport: { width: 390, height: 800 } }), await person(t, browser)];
  const [one, other] = people;
  const id = await playByDays(server, people);
  await other.getByTestId('grace').filter({ hasText: '2 d 23 h' }).waitFor();

  // By the keyboard alone.
  await one.goto(server.origin);
  await one.getByTestId('vacation').locator('summary').focus();
  await one.keyboard.press('Enter');
  await says(one, 'vacation-state', 'Days left this year: 30');
  await one.getByTestId('vacation-begin').focus();
  await one.keyboard.press('Enter');
  await says(one, 'vacation-state', 'You’re on vacation');
  await one.locator('[data-testid=vacation-end]:focus').waitFor();
  assert.equal(await one.getByTestId('vacation').locator('summary').count(), 0, 'no fold hides the way to end it');
  const { until } = await ask(one, '/api/me/vacation');
  assert.ok(until > 0);

  // The opponent sees it at once, and the clock stands.
  await says(other, 'on-vacation', 'is on vacation, back by');
  await other.getByTestId('grace').waitFor({ state: 'hidden' });
  await other.locator('[data-testid=clock-first]:not(.clock--running)').filter({ hasText: '3 d 0 h' }).waitFor();
  assert.equal(await other.getByTestId('vacation-end').count(), 0, 'it is not theirs to end');
  assert.equal((await snapshot(other)).clock.vacation.first, until);

  // Its owner finds the way to end it in the lobby, without a fold.
  await one.reload();
  await one.getByTestId('vacation-end').waitFor();
  assert.equal(await one.getByTestId('vacation').locator('summary').count(), 0);

  // Its owner sees when it ends, in their language, and ends it there.
  await one.goto(`${server.origin}/m/${id}`);
  await says(one, 'on-vacation', 'You’re on vacation');
  for (const [language, text] of [
    ['zh', '你在休假'],
    ['ja', '休暇中です'],
    ['en', 'You’re on vacation'],
  ]) {
    await one.evaluate((chosen) => localStorage.setItem('yiguan.language', chosen), language);
    await one.reload();
    await says(one, 'on-vacation', text);
  }
  const width = await one.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `${width} pixels wide`);
  await one.getByTestId('vacation-end').focus();
  await one.keyboard.press('Enter');
  for (const page of people) {
    await page.getByTestId('on-vacation').waitFor({ state: 'hidden' });
    await page.getByTestId('grace').filter({ hasText: '2 d 23 h' }).waitFor();
  }
});

test('a vacation is begun and ended in the panel of the account, and another page that is behind copes', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  await page.getByTestId('account-open').click();
  const fold = page.getByTestId('identity').getByTestId('vacation');
  await fold.locator('summary').click();
  await says(page, 'vacation-state', 'Days left this year: 30');
  // Begun on another page.
  await page.request.post(`${server.origin}/api/me/vacation`, { data: {} });
  await page.getByTestId('vacation-begin').click();
  await says(page, 'vacation-state', 'You’re on vacation');
  await page.getByTestId('vacation-end').click();
  await says(page, 'vacation-state', 'Days left this year: 29');
  await page.getByTestId('vacation-begin').waitFor();
});

test('lists and pages show in every language that the opponent is on vacation', async (t) => {
  const server = await Server.start(t);
  const [one, other] = [await person(t, browser, { viewport: { width: 390, height: 800 } }), await person(t, browser)];
  await playByDays(server, [one, other]);
  await one.request.post(`${server.origin}/api/me/vacation`, { data: {} });
  const { id } = await ask(one, '/api/me');

  // In the match next to the name, in the visitor's own games, and on the page of the absent player.
  await other.locator('#player-top').filter({ hasText: 'on vacation' }).waitFor();
  for (const [language, list, page] of [
    ['zh', '休假至', '休假中，最晚'],
    ['ja', 'まで休暇中', '休暇中（遅くとも'],
    ['en', 'on vacation until', 'On vacation, back by'],
  ]) {
    await other.goto(server.origin);
    await other.evaluate((chosen) => localStorage.setItem('yiguan.language', chosen), language);
    await other.reload();
    await other.getByTestId('own-game').filter({ hasText: list }).waitFor();
    await other.goto(`${server.origin}/people/me`);
    await other.getByTestId('unfinished').filter({ hasText: list }).waitFor();
    await other.goto(`${server.origin}/people/${id}`);
    await says(other, 'person-vacation', page);
  }
  await other.getByTestId('challenge-person').click();
  await says(other, 'create-vacation', 'They’re on vacation, back by');

  await one.request.delete(`${server.origin}/api/me/vacation`);
  await other.goto(`${server.origin}/people/${id}`);
  await other.getByTestId('challenge-person').waitFor();
  assert.equal(await other.getByTestId('person-vacation').count(), 0);
  await other.goto(server.origin);
  await other.getByTestId('own-game').filter({ hasText: ' left' }).waitFor();
  assert.equal(await other.getByTestId('own-game').filter({ hasText: 'vacation' }).count(), 0);
});
