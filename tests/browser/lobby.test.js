// The lobby: the ways from it to a game, and its tables, the visitor's own first.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { ask, bySide, chooseLanguage, createRoom, join, matchId, play, roomLink, saved, says, snapshot } from './support/play.js';
import { Server } from './support/server.js';
import { guest as program } from './support/tables.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Has the lobby hear of these rooms alone. */
const lobbyOf = (page, rooms) =>
  page.routeWebSocket('**/ws/lobby', (socket) => {
    socket.send(JSON.stringify({ type: 'matches', now: 0, client: 'dev', matches: rooms }));
    socket.onMessage(() => {});
  });

/** An open table of Tui Da Che. */
const table = (number, more = {}) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  game: 'tui-da-che',
  ruleset: 'original',
  options: {},
  clock: { kind: 'none' },
  state: 'open',
  seat: 'second',
  players: { first: { id: 'x', name: `Guest ${number}`, guest: true }, second: null },
  ply: 0,
  position: 'wwww/4/4/bbbb b -',
  turn: null,
  presence: { first: true, second: false, spectators: 0 },
  spectators: 0,
  rated: false,
  visibility: 'public',
  created_at: number,
  active_at: number,
  ...more,
});

test('one tap on an open table seats', async (t) => {
  const server = await Server.start(t);
  const [maker, guest] = [await person(t, browser), await person(t, browser, PHONE)];
  await createRoom(maker, server.origin, 'tui-da-che', { seat: 'first' });
  await guest.goto(server.origin);
  await guest.getByTestId('join-table').tap();
  await guest.waitForURL(/\/m\//);
  assert.equal((await bySide([maker, guest])).second, guest);
});

test('a seat that another player has just taken shows as taken, and the game can be watched', async (t) => {
  const server = await Server.start(t);
  const [maker, late, other] = [await person(t, browser), await person(t, browser), await person(t, browser)];
  const link = await createRoom(maker, server.origin, 'tui-da-che');
  await late.goto(server.origin);
  await late.route('**/join', async (route) => {
    // Its own page hides the button already when it is pressed.
    const seated = other.waitForResponse('**/join');
    await join(other, link);
    await seated;
    await route.continue();
  });
  await late.getByTestId('join-table').click();
  await says(late, 'taken', 'Somebody else has just taken that seat.');
  assert.equal(late.url(), `${server.origin}/`);
  await late.getByTestId('taken').getByRole('link').click();
  await late.waitForURL(link);
});

test("one's own games stand on top, those with one's turn first", async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await join(other, await createRoom(page, server.origin, 'er-chi-yi', { seat: 'second' }));
  await bySide([page, other]);
  await join(other, await createRoom(page, server.origin, 'tui-da-che', { seat: 'second' }));
  await bySide([page, other]);
  await play(other, 'a1a2');
  await saved(other, 1);
  await createRoom(page, server.origin, 'xia-si');
  await page.goto(server.origin);
  const own = page.getByTestId('own-game');
  await own.nth(2).waitFor();
  const { name } = await ask(other, '/api/me');
  assert.deepEqual(
    await own.evaluateAll((all) =>
      all.map((game) => [...game.querySelectorAll('.room-name, .room-detail')].map((line) => line.textContent)),
    ),
    [
      ['Tui Da Che', `${name} · Casual`, 'Your turn'],
      ['Er Chi Yi', `${name} · Casual`, 'Opponent’s turn'],
      ['Xia Si', 'No clock · Casual', 'Waiting for an opponent'],
    ],
  );
  for (const elsewhere of ['open-room', 'live-rooms'])
    assert.equal(await page.getByTestId(elsewhere).locator('.room-name').count(), 0);
  // The first visible part is their place, so that nothing moves when they come.
  await page.reload();
  assert.ok(await page.locator('#mine-section').isVisible());
  await own.first().click();
  await page.waitForURL(/\/m\//);
  assert.equal((await snapshot(page)).game, 'tui-da-che');
});

test("a game by link stands among one's own, though the lobby does not list it", async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await createRoom(page, server.origin, 'shogi', { opponent: 'link' });
  await page.goto(server.origin);
  await says(page, 'own-game', 'Waiting for an opponent');
  await other.goto(server.origin);
  await other.getByText('No open tables').waitFor();
});

test('a table whose host is away is marked, and has no bright button', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const seen = (first) => ({ presence: { first, second: false, spectators: 0 } });
  await lobbyOf(page, [table(3, seen(false)), table(2, seen(true)), table(1, seen(true))]);
  await page.goto(server.origin);
  const tables = page.getByTestId('open-room');
  await tables.nth(2).waitFor();
  assert.deepEqual(
    await tables.evaluateAll((all) =>
      all.map((each) => [/Guest \d( is away)?/.exec(each.textContent)[0], each.querySelector('.button--main') !== null]),
    ),
    [
      ['Guest 2', true],
      ['Guest 1', true],
      ['Guest 3 is away', false],
    ],
  );
  assert.ok(await page.getByTestId('invite-friend').isHidden());

  // Where all hosts are away, no opponent is waiting.
  const alone = await person(t, browser);
  await lobbyOf(alone, [table(3, seen(false))]);
  await alone.goto(server.origin);
  await alone.getByTestId('open-room').waitFor();
  assert.ok(await alone.getByTestId('invite-friend').isVisible());
});

test('a full lobby shows a window of its tables, and draws the boards that are seen', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 1280, height: 800 } });
  const players = { first: { id: 'x', name: 'A', guest: true }, second: { id: 'y', name: 'B', guest: true } };
  const live = Array.from({ length: 60 }, (_, index) =>
    table(100 + index, { state: 'live', seat: null, turn: 'first', players }),
  );
  await lobbyOf(page, [...Array.from({ length: 70 }, (_, index) => table(index)), ...live]);
  await page.goto(server.origin);
  const tables = page.getByTestId('open-room');
  const drawn = () => page.locator('#open svg.yg-board, #live svg.yg-board').count();
  await tables.locator('svg.yg-board').first().waitFor();
  await page.waitForLoadState('networkidle');
  const games = page.getByTestId('live-rooms').locator('li');
  assert.deepEqual([await tables.count(), await games.count()], [6, 6]);
  await page.getByTestId('open-more').click();
  await tables.nth(35).waitFor();
  assert.ok((await drawn()) < 30, `${await drawn()} boards are drawn`);
  await page.getByTestId('open-more').click();
  await tables.nth(65).waitFor();
  await page.getByTestId('open-more').click();
  await tables.nth(69).waitFor();
  assert.ok(await page.getByTestId('open-more').isHidden());
  await page.getByTestId('live-more').click();
  await page.getByTestId('live-more').click();
  await games.nth(59).waitFor();
  assert.ok(await page.getByTestId('live-more').isHidden());
  await games.last().scrollIntoViewIfNeeded();
  await games.last().locator('svg.yg-board').waitFor();
});

test('a change of one row of a full lobby is one change of the page', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 1280, height: 800 } });
  const player = (id) => ({ id, name: `Guest ${id}`, guest: true });
  const live = (number, first = `first ${number}`) =>
    table(number, { state: 'live', seat: null, turn: 'first', players: { first: player(first), second: player('y') } });
  let lobby = null;
  await page.routeWebSocket('**/ws/lobby', (socket) => {
    lobby = socket;
    const matches = Array.from({ length: 160 }, (_, number) => (number < 100 ? table(number) : live(number)));
    socket.send(JSON.stringify({ type: 'matches', now: 0, client: 'dev', matches }));
    socket.onMessage(() => {});
  });
  await page.goto(server.origin);
  for (const more of ['open-more', 'live-more']) await page.getByTestId(more).click();
  await page.getByTestId('live-rooms').locator('li').nth(35).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    window.changes = [];
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    const observer = new MutationObserver((list) => window.changes.push(...list.map(({ type }) => type)));
    observer.observe(document.querySelector('.open-section'), options);
    observer.observe(document.querySelector('.live-section'), options);
  });
  lobby.send(JSON.stringify({ type: 'match', match: live(130, 'with another name') }));
  await page.getByText('Guest with another name').waitFor();
  assert.deepEqual(await page.evaluate(() => window.changes), ['characterData']);
});

test('the lobby shows the tables of one game alone, also at the next visit', async (t) => {
  const server = await Server.start(t);
  const [one, two] = [await program(server.origin), await program(server.origin)];
  await one.open({ game: 'shogi' });
  await two.join(await one.open({ game: 'xiangqi' }));
  const page = await person(t, browser, PHONE);
  await page.goto(server.origin);
  const [open, live] = ['open-rooms', 'live-rooms'].map((id) => page.getByTestId(id).locator('li'));
  const filter = page.getByTestId('lobby-filter');
  await filter.waitFor();
  for (const list of [open, live]) await list.first().waitFor();
  await filter.selectOption('xiangqi');
  await open.first().waitFor({ state: 'detached' });
  assert.equal(await live.count(), 1);
  await page.reload();
  await live.first().waitFor();
  assert.deepEqual([await filter.inputValue(), await open.count()], ['xiangqi', 0]);
  await filter.selectOption('');
  await open.first().waitFor();
});

test('an empty lobby names the next steps, and inviting a friend takes two clicks', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await page.goto(server.origin);
  await page.getByText('No open tables').waitFor();
  for (const path of ['/rules#learn', '/local', '/analysis'])
    assert.ok(await page.locator(`#open-none a[href="${path}"]`).isVisible(), path);
  await page.getByTestId('invite-friend').click();
  await page.getByTestId('create-game').selectOption('er-chi-yi');
  await page.locator('h2', { hasText: 'New game: Er Chi Yi' }).waitFor();
  assert.ok(await page.getByTestId('opponent-link').isChecked(), 'who is invited stays when the game is changed');
  await page.getByTestId('create-room').click();
  await roomLink(page);
  const { game, visibility } = await snapshot(page);
  assert.deepEqual([game, visibility], ['er-chi-yi', 'link']);
  await other.goto(server.origin);
  await other.getByText('No open tables').waitFor();
});

test('the form begins with the choices for a newcomer, and folds the rest', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, PHONE);
  await page.goto(server.origin);
  for (const [game, usual] of Object.entries({ shogi: '10+30x1', xiangqi: '15+5', 'diu-fang': '10+10', 'xia-si': '3+5' })) {
    await page.getByTestId(`game-${game}`).click();
    await page.getByTestId('create-room').waitFor();
    const { scrollHeight, clientHeight } = await page
      .getByTestId('create-dialog')
      .evaluate((dialog) => ({ scrollHeight: dialog.scrollHeight, clientHeight: dialog.clientHeight }));
    assert.ok(scrollHeight <= clientHeight, `${game}: ${scrollHeight} in ${clientHeight}`);
    const fields = await page
      .locator('#create :is(input, select)')
      .evaluateAll((all) => [...new Set(all.filter((field) => field.checkVisibility()).map(({ name }) => name))]);
    assert.deepEqual(fields, ['opponent', 'clock', 'seat'], game);
    assert.equal(await page.locator('[name=clock]:checked').inputValue(), usual);
    await page.getByTestId('create-cancel').click();
  }
  await page.getByTestId('game-xiangqi').click();
  const fold = page.getByTestId('create-rules');
  await fold.locator('summary').click();
  await page.getByTestId('ruleset-walker').check();
  await fold.locator('summary', { hasText: 'Rules: Walker' }).waitFor();
  await page.getByTestId('create-room').click();
  await roomLink(page);
  const { ruleset, clock } = await snapshot(page);
  assert.deepEqual([ruleset, clock.initial, clock.increment], ['walker', 900, 5]);
});

test('pass and play has a description, and asks for no clock and no side', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/#tui-da-che`);
  await page.getByTestId('opponent-local').check();
  await page.locator('#opponent-hint', { hasText: 'Two players take turns on this device.' }).waitFor();
  for (const field of ['clock', 'seat']) assert.equal(await page.locator(`[name=${field}]:visible`).count(), 0, field);
  await page.getByTestId('create-room').click();
  await page.waitForURL(/\/local\?game=tui-da-che/);
});

test('walking over the languages by keys loses nothing, and choosing one preserves the typed text', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await join(other, await createRoom(page, server.origin, 'tui-da-che'));
  await bySide([page, other]);
  await page.getByTestId('chat-text').fill('half a word');
  await page.evaluate(() => (globalThis.same = true));
  await page.getByTestId('language').locator('summary').focus();
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByTestId('language-ja').waitFor();
  for (const key of ['Tab', 'ArrowDown', 'Tab', 'ArrowUp']) await page.keyboard.press(key);
  await page.locator('[data-testid=language-ja]:focus').waitFor();
  assert.equal(await page.evaluate(() => globalThis.same), true, 'the page is still the same');
  await page.keyboard.press('Escape');
  await page.locator('[data-testid=language] > summary:focus').waitFor();

  const id = matchId(page);
  await chooseLanguage(page, 'zh');
  await page.locator('html[lang="zh-Hans"]').waitFor({ state: 'attached' });
  await page.locator('[data-testid=language] > summary:focus').waitFor();
  assert.equal(await page.getByTestId('chat-text').inputValue(), 'half a word');
  assert.equal(matchId(page), id);
});

test('on a phone open tables are at the top, and are sorted and filtered', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { ...PHONE, viewport: { width: 390, height: 664 } });
  const wishes = [
    { clock: { kind: 'none' } },
    { clock: { kind: 'fischer', initial: 600, increment: 5 }, rated: true },
    { clock: { kind: 'fischer', initial: 60, increment: 0 } },
    { clock: { kind: 'correspondence', days: 3 }, presence: { first: false, second: false, spectators: 0 } },
  ];
  await lobbyOf(
    page,
    Array.from({ length: 40 }, (_, number) => table(number, wishes[number % 4])),
  );
  await page.goto(server.origin);
  const tables = page.getByTestId('open-room');
  await tables.nth(5).waitFor();
  const seen = await tables.evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().bottom <= innerHeight).length);
  assert.ok(seen >= 2, `${seen} tables are seen`);
  assert.ok(await page.getByText('No open tables').isHidden());
  const lines = () =>
    tables.evaluateAll((all) => all.map((each) => each.querySelector('.room-detail').textContent.split(' · ')[0]));
  await page.getByTestId('lobby-order').selectOption('shortest');
  await page.waitForFunction(() => document.querySelector('#open .room-detail')?.textContent.startsWith('1 min'));
  assert.deepEqual(new Set(await lines()), new Set(['1 min']));
  await page.getByTestId('lobby-kind').selectOption('rated');
  await page.waitForFunction(() => document.querySelector('#open .room-detail')?.textContent.startsWith('10 min'));
  assert.deepEqual(new Set(await lines()), new Set(['10 min + 5 s']));
  for (const text of await tables.allTextContents()) assert.match(text, /Rated/);
});
