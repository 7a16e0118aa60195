// Two people who keep their identity play a rated game, and see what it changed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { ask, bySide, matchId, play, roomLink, saved } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Somebody who keeps their identity by name and password. */
async function kept(t, server, name, options = {}) {
  const page = await person(t, browser, options);
  await page.goto(server.origin);
  const answer = await page.request.post(`${server.origin}/api/me/keep`, { data: { name, password: 'seven horses cross the river' } });
  assert.equal(answer.status(), 201);
  await page.reload();
  return page;
}

/** Makes a rated game of Xia Si in the dialog; returns its link. */
async function makeRated(page) {
  await page.getByTestId('game-xia-si').click();
  await page.locator('[name=clock][value=none]').check();
  await page.locator('[name=seat][value=first]').check();
  await page.getByTestId('create-rated').check();
  await page.getByTestId('create-room').click();
  return roomLink(page);
}

/** The strip of a side once it has this in it. */
const strip = (page, side, text) => page.locator(`.player[data-side=${side}]`, { hasText: text }).waitFor();

test('a rated game is made in the dialog and joined, and both see their ratings change, in their languages', async (t) => {
  const server = await Server.start(t);
  const one = await kept(t, server, 'Li Bai');
  const two = await kept(t, server, '杜甫', { locale: 'zh-CN', viewport: { width: 390, height: 844 } });
  const link = await makeRated(one);
  await two.goto(server.origin);
  await two.getByTestId('open-room').filter({ hasText: 'Li Bai' }).filter({ hasText: '等级分对局' }).waitFor();
  await two.goto(link);
  await two.getByTestId('join').click();
  await bySide([one, two]);
  await strip(one, 'first', 'rated 1500?');
  // Before both have acted a game is called off, not resigned.
  for (const [ply, page] of [one, two].entries()) {
    const { legal } = await ask(page, `/api/matches/${matchId(page)}?legal=1`);
    await play(page, legal[0]);
    for (const each of [one, two]) await saved(each, ply + 1);
  }
  await one.getByTestId('resign').click();
  await one.getByTestId('confirm-yes').click();
  await one.getByTestId('end-rating').getByText('Rating 1500 → 1338? (−162)').waitFor();
  await two.getByTestId('end-rating').getByText('等级分 1500 → 1662?（+162）').waitFor();
  for (const side of ['first', 'second']) await strip(one, side, `rated 1500 → ${side === 'first' ? 1338 : 1662}?`);
  await strip(two, 'second', '等级分 1500 → 1662?');
  assert.equal(await two.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'nothing beyond the edge');

  // Whoever comes later sees it in Japanese, and the page of the winner has it.
  const watcher = await person(t, browser, { locale: 'ja-JP' });
  await watcher.goto(link);
  await strip(watcher, 'second', 'レート 1500 → 1662?');
  const { id } = await ask(two, '/api/me');
  await watcher.goto(`${server.origin}/people/${id}`);
  await watcher.getByTestId('person-pool').filter({ hasText: '1662?' }).locator('summary').click();
  await watcher.getByTestId('rating-chart').waitFor();

  // The rematch counts, too.
  const before = matchId(one);
  await one.getByTestId('end-rematch').click();
  await two.getByTestId('end-accept').click();
  for (const page of [one, two]) await page.waitForURL((url) => !url.pathname.endsWith(before));
  assert.equal((await ask(one, `/api/matches/${matchId(one)}`)).rated, true);
});

test('a guest is not asked whether a game is to count, and cannot take a seat of one that does', async (t) => {
  const server = await Server.start(t);
  const [one, guest] = [await kept(t, server, 'Li Bai'), await person(t, browser)];
  const link = await makeRated(one);
  await guest.goto(link);
  await guest.getByTestId('join').click();
  await guest.getByText('Guests cannot play rated games.').waitFor();
  await guest.goto(server.origin);
  await guest.getByTestId('game-xia-si').click();
  await guest.getByTestId('create-room').waitFor();
  assert.equal(await guest.getByTestId('create-rated').count(), 0);
});
