// Two people find each other by one seek, in the lobby and while one of them does something else.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, matchId, snapshot } from './support/play.js';
import { Server } from './support/server.js';
import { guest } from './support/tables.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const bar = (page, kind) => page.locator(`[data-testid=seek-bar][data-kind=${kind}]`);

test('two people find each other by one press each, and play', async (t) => {
  const server = await Server.start(t);
  const [one, other] = [await person(t, browser), await person(t, browser, PHONE)];
  for (const page of [one, other]) {
    await page.goto(server.origin);
    await page.getByTestId('find-game').selectOption('xia-si');
  }
  await one.getByTestId('find-quick').nth(1).click();
  await bar(one, 'looking').waitFor();
  assert.match((await bar(one, 'looking').textContent()) ?? '', /Looking for an opponent: Xia Si/);
  await other.getByTestId('find-quick').nth(1).tap();
  for (const page of [one, other]) await bar(page, 'found').waitFor();
  assert.match(await one.title(), /Opponent found/);
  await one.getByTestId('seek-accept').click();
  await bar(one, 'accepted').waitFor();
  await other.getByTestId('seek-accept').tap();
  for (const page of [one, other]) await page.waitForURL(/\/m\//);
  assert.equal(matchId(one), matchId(other));
  await bySide([one, other]);
  const { initial, increment } = (await snapshot(one)).clock;
  assert.deepEqual([initial, increment], [180, 5]);
});

test('who accepts comes to the match though the answer to that is late', async (t) => {
  const server = await Server.start(t);
  const [one, other] = [await person(t, browser), await person(t, browser)];
  // The server has the answer, and the page gets no reply to it.
  let asked = () => undefined;
  const reached = new Promise((done) => (asked = done));
  await one.route('**/api/seeks/found', async (route) => {
    await route.fetch();
    asked();
  });
  for (const page of [one, other]) {
    await page.goto(server.origin);
    await page.getByTestId('find-game').selectOption('xia-si');
    await page.getByTestId('find-quick').nth(1).click();
  }
  for (const page of [one, other]) await bar(page, 'found').waitFor();
  await other.getByTestId('seek-accept').click();
  await bar(other, 'accepted').waitFor();
  await one.getByTestId('seek-accept').click();
  await reached;
  for (const page of [one, other]) await page.waitForURL(/\/m\//);
  assert.equal(matchId(one), matchId(other));
});

test('who seeks several games keeps looking on other pages, by keyboard too, and can stop', async (t) => {
  const server = await Server.start(t);
  const [one, other] = [await person(t, browser, PHONE), await person(t, browser)];
  await one.goto(server.origin);
  await one.getByTestId('find-several').tap();
  // A game that joins brings its usual clock, one that leaves takes its clocks along; days are there for all.
  const usual = one.getByTestId('seek-clock-10+30x1');
  for (const clock of ['10+30x1', '3d']) await one.getByTestId(`seek-clock-${clock}`).waitFor();
  await one.getByTestId('seek-game-xia-si').check();
  await one.getByTestId('seek-clock-3+5').and(one.locator(':checked')).waitFor();
  await one.getByTestId('seek-game-shogi').uncheck();
  await usual.waitFor({ state: 'detached' });
  await one.getByTestId('seek-game-shogi').check();
  await usual.and(one.locator(':checked')).waitFor();
  await one.getByTestId('seek-submit').tap();
  await bar(one, 'looking').waitFor();
  // The closed form takes its entry out of the history, which would stop the way to another page.
  await one.waitForFunction(() => !history.state?.open);
  await one.goto(`${server.origin}/rules/shogi`);
  await bar(one, 'looking').waitFor();
  await other.goto(server.origin);
  await other.getByTestId('find-game').selectOption('shogi');
  await other.getByRole('button', { name: /Shogi: 10 min \+ byoyomi 30 s/ }).focus();
  await other.keyboard.press('Enter');
  for (const page of [one, other]) await bar(page, 'found').waitFor();
  await one.getByTestId('seek-decline').tap();
  for (const page of [one, other]) await bar(page, 'looking').waitFor();
  await one.getByTestId('seek-cancel').tap();
  await one.getByTestId('seek-bar').waitFor({ state: 'hidden' });
  await bar(other, 'looking').waitFor();
});

test('two who keep their identity find each other for a rated game, as near as they wish', async (t) => {
  const server = await Server.start(t);
  const [one, other] = [await person(t, browser, PHONE), await person(t, browser)];
  for (const [page, name] of [
    [one, 'Li Bai'],
    [other, 'Du Fu'],
  ]) {
    await page.goto(server.origin);
    const kept = await page.request.post(`${server.origin}/api/me/register`, {
      data: { name, password: 'seven horses cross the river' },
    });
    assert.equal(kept.status(), 201);
    await page.reload();
    await page.getByTestId('find-several').click();
    await page.getByTestId('rated-1').check();
    await page.getByTestId('within-200').check();
    await page.getByTestId('seek-submit').click();
  }
  for (const page of [one, other]) await bar(page, 'found').waitFor();
  assert.match((await bar(one, 'found').textContent()) ?? '', /Du Fu .* · Rated/);
  await one.getByTestId('seek-accept').tap();
  await other.getByTestId('seek-accept').click();
  for (const page of [one, other]) await page.waitForURL(/\/m\//);
  assert.equal((await snapshot(one)).rated, true);
});

test('a game by days is made by hand, shows its days, and its address changes with each move', async (t) => {
  const server = await Server.start(t);
  const [one, other] = [await person(t, browser), await person(t, browser, PHONE)];
  await one.goto(server.origin);
  await one.getByTestId('game-xia-si').click();
  await one.locator('[name=clock][value="3d"]').check();
  await one.locator('[name=seat][value=first]').check();
  await one.getByTestId('create-room').click();
  await one.waitForURL(/\/m\//);
  await other.goto(one.url());
  await other.getByTestId('join').tap();
  const { first, second } = await bySide([one, other]);
  await first.getByTestId('grace').filter({ hasText: 'within 2 d 23 h' }).waitFor();
  assert.equal(await first.getByTestId('clock-second').textContent(), '3 d 0 h');
  await first.waitForURL(/\?p=0$/);
  await first
    .getByTestId('typed')
    .fill((await (await first.request.get(`${server.origin}/api/matches/${matchId(first)}?legal=1`)).json()).legal[0]);
  await first.getByTestId('typed').press('Enter');
  for (const page of [first, second]) await page.waitForURL(/\?p=1$/);
  await first.getByTestId('turn-link').waitFor();
  await second.getByTestId('turn-link').waitFor({ state: 'hidden' });
  await second.goto(server.origin);
  await second
    .getByTestId('own-game')
    .filter({ hasText: /Your turn · 2 d 23 h left/ })
    .waitFor();
});

test('a challenge is found in the lobby, and accepted there', async (t) => {
  const server = await Server.start(t);
  const [one, other] = [await person(t, browser), await person(t, browser, PHONE)];
  await other.goto(server.origin);
  await other.getByTestId('find-several').waitFor();
  const me = await (await other.request.get(`${server.origin}/api/me`)).json();
  await one.goto(`${server.origin}/?to=${me.id}`);
  await one.getByTestId('create-to').filter({ hasText: 'You challenge Guest' }).waitFor();
  await one.getByTestId('create-room').click();
  await one.waitForURL(/\/m\//);
  await other
    .getByTestId('challenge')
    .filter({ hasText: /Casual/ })
    .waitFor();
  await assert.rejects((await guest(server.origin)).join(matchId(one)), /409/);
  await other.getByTestId('challenge-accept').tap();
  await other.waitForURL(/\/m\//);
  await bySide([one, other]);
});

test('a reply that was planned on a board of its own is played when it comes up, also after a reload', async (t) => {
  const server = await Server.start(t);
  const [one, other] = [await person(t, browser), await person(t, browser, PHONE)];
  await one.goto(server.origin);
  await one.getByTestId('game-xiangqi').click();
  await one.locator('[name=clock][value="3d"]').check();
  await one.locator('[name=seat][value=first]').check();
  await one.getByTestId('create-room').click();
  await one.waitForURL(/\/m\//);
  await other.goto(one.url());
  await other.getByTestId('join').tap();
  const { first, second } = await bySide([one, other]);
  const plan = second.getByTestId('plan-open');
  await plan.filter({ hasText: /^Conditional moves$/ }).waitFor();
  await plan.tap();
  const board = second.getByTestId('plan-board');
  // The opponent's possible moves, and the reply to each.
  for (const [from, to] of [
    ['h2', 'e2'],
    ['h9', 'g7'],
  ]) {
    await board.locator(`[data-point=${from}].yg-hit--source`).tap();
    await board.locator(`[data-point=${to}].yg-hit--target`).tap();
  }
  await second.locator('[data-testid=plan-add]:enabled').waitFor();
  await second.getByTestId('plan-add').tap();
  assert.equal((await snapshot(second)).ply, 0, 'nothing is played by planning');
  await second.getByTestId('plan-save').tap();
  await second.getByTestId('plan-dialog').waitFor({ state: 'detached' });
  // The room shows that there is a plan.
  await plan.filter({ hasText: /^Conditional moves: 1$/ }).waitFor();
  await second.reload();
  await plan.filter({ hasText: /^Conditional moves: 1$/ }).waitFor();
  await plan.tap();
  const line = second.getByTestId('plan-lines').locator('li');
  await line.waitFor();
  // Points and moves are called as in the room.
  await line.filter({ hasText: 'C2=5 H8+7' }).waitFor();
  const labels = (host) => second.locator(`${host} .yg-coordinates text`).allTextContents();
  const called = await labels('#board');
  assert.ok(called.length > 0);
  assert.deepEqual(await labels('.plan-board'), called);
  await first.getByTestId('typed').fill('h2e2');
  await first.getByTestId('typed').press('Enter');
  await first.waitForURL(/\?p=2$/);
  assert.deepEqual((await snapshot(first)).moves, ['h2e2', 'h9g7']);
  await second.waitForURL(/\?p=2$/);
  await second.getByTestId('plan-close').tap();
  // And when it has played a move.
  await second.getByTestId('plan-played').filter({ hasText: 'Conditional moves played: H8+7' }).waitFor();
  await plan.filter({ hasText: /^Conditional moves$/ }).waitFor();
  await plan.tap();
  await second.getByTestId('plan-fired').filter({ hasText: 'Conditional moves played: H8+7' }).waitFor();
  assert.equal(await line.count(), 0, 'nothing is left of it');
});

test('an opponent who is found takes the focus, also from a dialog, and is answered with the next keys', async (t) => {
  const server = await Server.start(t);
  const [one, other] = [await person(t, browser), await person(t, browser)];
  for (const page of [one, other]) {
    await page.goto(server.origin);
    await page.getByTestId('find-game').selectOption('xia-si');
  }
  await one.getByTestId('find-quick').nth(1).click();
  await bar(one, 'looking').waitFor();
  await one.getByTestId('game-shogi').click();
  await one.getByTestId('create-dialog').locator(':focus').waitFor();
  await other.getByTestId('find-quick').nth(1).click();
  for (const page of [one, other]) await page.locator('[data-testid=seek-bar][data-kind=found]:focus').waitFor();
  // A key that was meant for something else answers nothing.
  await one.keyboard.press('Enter');
  await one.keyboard.press('Tab');
  assert.equal(await one.locator(':focus').getAttribute('data-testid'), 'seek-accept');
  await one.keyboard.press('Enter');
  await bar(one, 'accepted').waitFor();
  await other.getByTestId('seek-accept').click();
  for (const page of [one, other]) await page.waitForURL(/\/m\//);
});
