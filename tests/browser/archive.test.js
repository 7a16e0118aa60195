// Finished games: the search, positions of them on the analysis board, ratings next to names.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, matchId, play, saved } from './support/play.js';
import { Server } from './support/server.js';
import { resign } from './support/tables.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Two people play a short game of Er Chi Yi and one resigns; its id. */
async function finished(pages, origin, moves) {
  const [one, other] = pages;
  await join(other, await createRoom(one, origin, 'er-chi-yi'));
  const seats = await bySide(pages);
  for (const [ply, move] of moves.entries()) {
    await play(ply % 2 === 0 ? seats.first : seats.second, move);
    await saved(ply % 2 === 0 ? seats.first : seats.second, ply + 1);
  }
  const id = matchId(one);
  await resign(seats.second, id);
  return id;
}

test('games are found by their facts, by keyboard and on a phone too', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser), await person(t, browser)];
  const id = await finished(pages, server.origin, ['a1a2', 'a5a4']);
  const page = await person(t, browser, { viewport: { width: 390, height: 800 } });
  await page.goto(server.origin);
  await page.getByTestId('archive-link').click();
  const games = page.getByTestId('found-game');
  await games.first().waitFor();
  assert.equal(await games.first().getAttribute('href'), `/g/${id}`);
  // The day as British write it.
  const day = new Date().toLocaleDateString('en-GB', { dateStyle: 'medium' });
  await games.first().filter({ hasText: day }).waitFor();
  // The games come first on a phone: most of the form is folded.
  const { y } = await games.first().boundingBox();
  assert.ok(y < 500, `the first game is at ${y}`);
  await page.getByTestId('archive-fold').locator('summary').click();
  assert.ok(await page.getByTestId('archive-moves').isDisabled(), 'first moves need a game');
  await page.getByTestId('found-game').first().waitFor();
  await page.locator('select[name=game]').selectOption('er-chi-yi');
  await page.getByTestId('archive-moves').fill('a1a2 a5a4');
  await page.keyboard.press('Enter');
  await page.waitForURL(/moves=a1a2/);
  await games.first().waitFor();
  await page.getByTestId('archive-moves').fill('b1b2');
  await page.keyboard.press('Enter');
  await page.getByTestId('archive-none').waitFor();
  const asked = page.url();
  await page.goto(`${server.origin}/g/${id}`);
  await page.locator('#game-detail', { hasText: day }).waitFor();
  // The address is the question.
  await page.goto(asked);
  await page.getByTestId('archive-none').waitFor();
  assert.equal(await page.getByTestId('archive-moves').inputValue(), 'b1b2');
  await page.getByTestId('archive-clear').click();
  await games.first().waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `nothing is wider than the page: ${wide}`);

  // Nor does the form push the games down in a wide window, and in the narrowest one no field is cut.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.origin}/games`);
  await games.first().waitFor();
  const { y: beginning } = await games.first().boundingBox();
  assert.ok(beginning < 420, `the first game is at ${beginning}`);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByTestId('archive-fold').locator('summary').click();
  const { width } = await page.getByTestId('archive-since').boundingBox();
  assert.ok(width > 150, `${width} pixels for a day`);
});

test('every page offers the games in one order, and the best players of each', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  const listed = page.locator('#games [data-testid^=game-]');
  await listed.nth(7).waitFor();
  const order = await listed.evaluateAll((all) => all.map((each) => each.dataset.testid.replace('game-', '')));
  assert.equal(order[0], 'shogi');
  for (const [path, links, id] of [
    ['/rules', '#index a', (href) => href.split('/').at(-1)],
    ['/analysis', '#free a', (href) => new URL(href).searchParams.get('game')],
    ['/local', '#free a', (href) => new URL(href).searchParams.get('game')],
  ]) {
    await page.goto(server.origin + path);
    await page.locator(links).nth(7).waitFor();
    const hrefs = await page.locator(links).evaluateAll((all) => all.map(({ href }) => href));
    assert.deepEqual(hrefs.map(id), order, path);
  }
  await page.goto(`${server.origin}/games`);
  const offered = page.getByTestId('best-game').locator('option');
  await offered.nth(7).waitFor({ state: 'attached' });
  const options = await offered.evaluateAll((all) => all.map(({ value }) => value));
  assert.deepEqual(options, order);
  const asked = page.waitForRequest('**/api/ratings/xia-si*');
  await page.getByTestId('best-game').selectOption('xia-si');
  await asked;
  await page.getByTestId('best-none').filter({ hasText: 'Nobody has played enough' }).waitFor();
});

test('games are found by the name of a player, typed and chosen by keyboard', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser), await person(t, browser)];
  await pages[0].goto(server.origin);
  await pages[0].evaluate(() =>
    fetch('/api/me', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: '弈館 Lin' }),
    }),
  );
  const id = await finished(pages, server.origin, ['a1a2', 'a5a4']);
  await finished([await person(t, browser), await person(t, browser)], server.origin, ['a1a2', 'a5a4']);
  const page = await person(t, browser, { viewport: { width: 390, height: 800 } });
  await page.goto(`${server.origin}/games`);
  await page.getByTestId('found-game').nth(1).waitFor();
  const field = page.getByTestId('archive-player');
  // Simplified, as the name is not.
  await field.fill('弈馆');
  const option = page.getByTestId('archive-player-option');
  await option.filter({ hasText: '弈館 Lin' }).waitFor();
  assert.equal(await field.getAttribute('aria-expanded'), 'true');
  await field.press('ArrowDown');
  await page.locator('[data-testid=archive-player-option][aria-selected=true]').waitFor();
  await field.press('Enter');
  await page.getByTestId('archive-players').waitFor({ state: 'hidden' });
  assert.equal(await field.inputValue(), '弈館 Lin');
  assert.ok(await page.getByTestId('archive-shortest').isEnabled(), 'of a player lengths can be asked for');
  await field.press('Enter');
  await page.waitForURL(/player=/);
  await page.locator('[data-testid=found-game]').nth(1).waitFor({ state: 'detached' });
  assert.equal(await page.getByTestId('found-game').getAttribute('href'), `/g/${id}`);
  // The address is the query, and the field shows the name.
  await page.reload();
  await page.waitForFunction(() => document.querySelector('[data-testid=archive-player]')?.value === '弈館 Lin');
  await page.getByTestId('found-game').waitFor();
  // Who is not chosen is looked up when the games are.
  await field.fill('nobody of that name');
  await field.press('Enter');
  await page.waitForFunction(() => document.querySelector('[data-testid=archive-player]')?.validationMessage);
  await field.fill('弈館 lin');
  await field.press('Enter');
  await page.waitForFunction(() => document.querySelector('[data-testid=archive-player]')?.value === '弈館 Lin');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `nothing is wider than the page: ${wide}`);
});

test('games with the position on the analysis board are listed', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser), await person(t, browser)];
  const id = await finished(pages, server.origin, ['a1a2', 'a5a4']);
  const mirrored = await finished([await person(t, browser), await person(t, browser)], server.origin, ['e1e2', 'b5b4']);
  await finished([await person(t, browser), await person(t, browser)], server.origin, ['b1b2', 'b5b4']);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/g/${id}#1`);
  await page.getByTestId('tab-explorer').click();
  await page.getByTestId('explored').first().waitFor();
  await page.getByTestId('explorer-games').click();
  await page.waitForURL(/\/games\?.*position=/);
  const games = page.getByTestId('found-game');
  await games.nth(1).waitFor();
  assert.deepEqual(await games.evaluateAll((list) => list.map((each) => each.getAttribute('href'))), [
    `/g/${mirrored}`,
    `/g/${id}`,
  ]);
  await page.getByTestId('archive-position').locator('svg').waitFor();
  // Together with something else.
  await page.getByTestId('archive-fold').evaluate((fold) => (fold.open = true));
  await page.getByTestId('archive-moves').fill('e1e2');
  await page.keyboard.press('Enter');
  await page.waitForURL(/moves=e1e2/);
  await games.nth(1).waitFor({ state: 'detached' });
  assert.equal(await games.first().getAttribute('href'), `/g/${mirrored}`);
  await page.getByTestId('archive-moves').fill('');
  await page.getByTestId('archive-position-clear').click();
  await games.nth(2).waitFor();
  assert.ok(!page.url().includes('position='));
});

test('the analysis board lists the moves played in a position', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser), await person(t, browser)];
  const id = await finished(pages, server.origin, ['a1a2', 'a5a4']);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/g/${id}#0`);
  await page.getByTestId('tab-explorer').click();
  const explored = page.getByTestId('explored');
  await explored.first().waitFor();
  // The action and its image in the mirror, with the same figures.
  assert.deepEqual((await explored.evaluateAll((list) => list.map((each) => each.dataset.action))).sort(), ['a1a2', 'e1e2']);
  await page.locator('[data-testid=explored][data-action=a1a2]').click();
  await page.locator('[data-testid=explored][data-action=a5a4]').waitFor();
  await page.getByTestId('replay-last').click();
  await page
    .getByTestId('explorer-state')
    .getByText(/Nobody has played/)
    .waitFor();
});

test('finished games are one press away on every page, on a phone too', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 390, height: 844 } });
  for (const path of ['/', '/rules', '/rules/shogi', '/analysis?game=shogi', '/local?game=shogi', '/people/me', '/games']) {
    await page.goto(server.origin + path);
    await page.locator('#masthead a[href="/games"]').click();
    await page.getByTestId('archive-form').waitFor();
    assert.equal(await page.locator('#masthead [aria-current=page]').getAttribute('href'), '/games');
    await page.getByTestId('own-games').waitFor();
  }
});

test('a computer player is rated where the ladder has them', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  const made = await page.evaluate(async () => {
    const answer = await fetch('/api/matches', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ game: 'er-chi-yi', computer: 4, seat: 'first' }),
    });
    return answer.json();
  });
  await page.goto(server.origin + made.url);
  await play(page, 'a1a2');
  await page.locator('.move[data-ply="2"]').waitFor({ state: 'attached' });
  await page.locator('#player-top .player-detail').filter({ hasText: 'rated 1500?' }).waitFor();
  // Guests are not asked whether a game is to count.
  await page.goto(server.origin);
  await page.getByTestId('game-er-chi-yi').click();
  await page.getByTestId('create-room').waitFor();
  assert.equal(await page.getByTestId('create-rated').count(), 0);
});

test('an empty archive does not ask for a filter to be removed', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/games`);
  await page.getByTestId('archive-none').getByText('No finished games yet.').waitFor();
  await page.goto(`${server.origin}/games?game=shogi`);
  await page.getByTestId('archive-none').getByText('No games match. Remove a filter.').waitFor();
});
