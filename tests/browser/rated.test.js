// Two players with accounts play a rated game, and see the changed ratings.

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

/** A visitor with an account, by name and password. */
async function kept(t, server, name, options = {}) {
  const page = await person(t, browser, options);
  await page.goto(server.origin);
  const answer = await page.request.post(`${server.origin}/api/me/register`, {
    data: { name, password: 'seven horses cross the river' },
  });
  assert.equal(answer.status(), 201);
  await page.reload();
  return page;
}

/** Has two find each other for a rated game of Xia Si; both pages go there. Returns its link. */
async function findRated(server, pages) {
  const clocks = [{ kind: 'fischer', initial: 600, increment: 5 }];
  const data = { games: [{ game: 'xia-si' }], clocks, rated: true };
  for (const page of pages) {
    // Away from the lobby, which goes to the match by itself.
    await page.goto(`${server.origin}/api/me`);
    assert.equal((await page.request.post(`${server.origin}/api/seeks`, { data })).status(), 201);
  }
  const [one] = pages;
  await one.waitForFunction(async () => (await (await fetch('/api/seeks')).json()).found);
  const { id } = (await ask(one, '/api/seeks')).found;
  let started;
  for (const page of pages) {
    const answer = await page.request.post(`${server.origin}/api/seeks/found`, { data: { id, accept: true } });
    ({ started } = await answer.json());
  }
  const link = `${server.origin}/m/${started}`;
  for (const page of pages) await page.goto(link);
  return link;
}

/** The strip of a side once it has this in it. */
const strip = (page, side, text) => page.locator(`.player[data-side=${side}]`, { hasText: text }).waitFor();

test('a rated game that two seek changes both ratings, in their languages', async (t) => {
  const server = await Server.start(t);
  const one = await kept(t, server, 'Li Bai');
  const two = await kept(t, server, '杜甫', { locale: 'zh-CN', viewport: { width: 390, height: 844 } });
  const link = await findRated(server, [one, two]);
  const { first, second } = await bySide([one, two]);
  const [lost, won] = first === one ? ['first', 'second'] : ['second', 'first'];
  await strip(one, lost, 'rated 1500?');
  // Before both have acted a game is called off, not resigned.
  for (const [ply, page] of [first, second].entries()) {
    const { legal } = await ask(page, `/api/matches/${matchId(page)}?legal=1`);
    await play(page, legal[0]);
    for (const each of [one, two]) await saved(each, ply + 1);
  }
  await one.getByTestId('resign').click();
  await one.getByTestId('confirm-yes').click();
  await one.getByTestId('end-rating').getByText('Rating 1500 → 1338? (−162)').waitFor();
  await two.getByTestId('end-rating').getByText('等级分 1500 → 1662?（+162）').waitFor();
  for (const side of ['first', 'second']) await strip(one, side, `rated 1500 → ${side === lost ? 1338 : 1662}?`);
  // In the narrowest window what only repeats the board is cut off, not the rating.
  await one.setViewportSize({ width: 320, height: 640 });
  for (const id of ['top', 'bottom']) {
    const room = await one.locator(`#player-${id} .player-detail`).evaluate((detail) => {
      const range = document.createRange();
      range.setStart(detail.firstChild, 0);
      range.setEnd(detail.firstChild, detail.textContent.indexOf('?') + 1);
      return detail.getBoundingClientRect().right - range.getBoundingClientRect().right;
    });
    assert.ok(room >= 0, `${id}: ${room} pixels`);
  }
  await one.setViewportSize({ width: 1200, height: 900 });
  await strip(two, won, '等级分 1500 → 1662?');
  assert.equal(await two.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'nothing beyond the edge');

  // A later visitor sees it in Japanese, and the page of the winner has it.
  const spectator = await person(t, browser, { locale: 'ja-JP' });
  await spectator.goto(link);
  await strip(spectator, won, 'レート 1500 → 1662?');
  const { id } = await ask(two, '/api/me');
  await spectator.goto(`${server.origin}/people/${id}`);
  await spectator.getByTestId('person-pool').filter({ hasText: '1662?' }).locator('summary').click();
  await spectator.getByTestId('rating-chart').waitFor();
  await spectator
    .getByTestId('finished')
    .filter({ hasText: /勝ち · .+ · .+/ })
    .waitFor();

  // The rematch counts, too.
  const before = matchId(one);
  await one.getByTestId('end-rematch').click();
  await two.getByTestId('end-accept').click();
  for (const page of [one, two]) await page.waitForURL((url) => !url.pathname.endsWith(before));
  assert.equal((await ask(one, `/api/matches/${matchId(one)}`)).rated, true);
});

test('an invitation is rated after ten rated games: before them the form explains why it is casual', async (t) => {
  const server = await Server.start(t);
  const one = await kept(t, server, 'Li Bai');
  await one.getByTestId('game-xia-si').click();
  const rated = one.getByTestId('create-rated');
  await rated.check();
  await one.getByTestId('create-room').click();
  await one.getByText('First play ten rated games').waitFor();
  assert.equal(await rated.isChecked(), false);
  await one.getByTestId('create-room').click();
  await roomLink(one);
  assert.equal((await ask(one, `/api/matches/${matchId(one)}`)).rated, false);
});

test('a guest is not asked whether a game is to count', async (t) => {
  const server = await Server.start(t);
  const guest = await person(t, browser);
  await guest.goto(server.origin);
  await guest.getByTestId('game-xia-si').click();
  await guest.getByTestId('create-room').waitFor();
  assert.equal(await guest.getByTestId('create-rated').count(), 0);
});

test('a room, its invitation and the search for an opponent show whether the game is rated', async (t) => {
  const server = await Server.start(t);
  const [one, two] = [await kept(t, server, 'Li Bai'), await kept(t, server, 'Du Fu')];
  const other = await person(t, browser);
  await findRated(server, [one, two]);
  await one.locator('#game-detail', { hasText: 'Rated' }).waitFor();
  await other.goto(server.origin);
  const { url } = await (await other.request.post(`${server.origin}/api/matches`, { data: { game: 'xia-liu' } })).json();
  await other.goto(server.origin + url);
  await other.locator('#game-detail', { hasText: 'Casual' }).waitFor();
  await other.locator('#invite-terms', { hasText: 'Casual' }).waitFor();
  await other.goto(server.origin);
  await other.getByTestId('own-game').filter({ hasText: 'Casual' }).waitFor();
  await other.getByTestId('live-rooms').locator('li', { hasText: 'Rated' }).waitFor();
  // A guest has no rating; an account chooses, and is asked for both next time.
  await other.locator('.find-rated', { hasText: 'Casual' }).waitFor();
  await other.getByTestId('find-several').click();
  await other.getByTestId('seek-dialog').getByText('Casual games').waitFor();
  await one.goto(server.origin);
  await one.getByTestId('find-rated').selectOption('1');
  const sent = one.waitForRequest('**/api/seeks');
  await one.getByTestId('find-quick').first().click();
  assert.equal((await sent).postDataJSON().rated, true);
});
