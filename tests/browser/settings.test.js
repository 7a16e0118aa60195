// A visitor's choices about the board are seen at once, and again at the next visit.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { ask, chooseLanguage, createRoom, join, play, saved, says } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test('theme and pieces are chosen next to the board, at once and for good', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await createRoom(page, server.origin, 'xiangqi');
  const board = page.getByTestId('board');
  await board.locator('.yg-ground--elm').waitFor();
  await board.getByText('帥').waitFor();
  // Pieces are written in the font that comes with the page.
  await page.waitForFunction(() => [...document.fonts].some(({ family, status }) => family === 'Kai' && status === 'loaded'));

  await page.getByTestId('settings-open').click();
  await page.getByTestId('disc-slab').check();
  await page.getByTestId('discPieces-symbols').check();
  for (const loaded of ['now', 'after loading again']) {
    await board.locator('.yg-ground--slab').first().waitFor();
    await board.locator('use[href$="#horse"]').nth(3).waitFor();
    assert.equal(await board.locator('use[href$="#horse"]').count(), 4, loaded);
    assert.equal(await board.getByText('帥').count(), 0, loaded);
    await page.reload();
  }
});

test('the panel is worked by keyboard and gives the focus back', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await createRoom(page, server.origin, 'shogi');
  await page.getByTestId('settings-open').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('wedgePieces-characters').focus();
  // Two characters on each piece, then letters, then symbols.
  for (const [text, count] of [
    ['飛', 2],
    ['R', 2],
  ]) {
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      ([written, times]) =>
        [...document.querySelectorAll('.yg-pieces text')].filter(({ textContent }) => textContent === written).length === times,
      [text, count],
    );
  }
  await page.keyboard.press('ArrowRight');
  await page.getByTestId('board').locator('use[href$="#king"]').first().waitFor();
  await page.getByTestId('set-coordinates').focus();
  await page.keyboard.press('Space');
  await page.getByTestId('board').locator('.yg-coordinates').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByTestId('settings').waitFor({ state: 'detached' });
  await page.locator('[data-testid=settings-open]:focus').waitFor();
});

test('moves and coordinates are written in the notation chosen, at once and for good', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/analysis?game=xiangqi&ruleset=standard&moves=h2e2%20h9g7`);
  const first = page.locator('.move').first();
  await first.filter({ hasText: /^C2=5$/ }).waitFor();
  const labelled = (text) => page.getByTestId('board').locator('.yg-coordinates').filter({ hasText: text }).first().waitFor();
  await labelled(/^987654321123456789$/);

  await page.getByTestId('settings-open').click();
  await page.getByTestId('notation.xiangqi-chinese').check();
  await first.filter({ hasText: /^炮二平五$/ }).waitFor();
  await labelled(/^九八七六五四三二一123456789$/);
  await page.getByTestId('labels-letters').check();
  await labelled(/^abcdefghi/);
  await page.getByTestId('notation.xiangqi-iccs').check();
  await first.filter({ hasText: /^h2e2$/ }).waitFor();
  await page.reload();
  await first.filter({ hasText: /^h2e2$/ }).waitFor();
});

test('light or dark is chosen by hand, and holds before any module has run', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { colorScheme: 'light' });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto(`${server.origin}/rules`);
  const light = await paper();
  await page.getByTestId('settings-open').click();
  await page.getByTestId('scheme-dark').check();
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.route(/rules[^/]*\.js/, () => {});
  await page.reload({ waitUntil: 'commit' });
  await page.locator('main').waitFor({ state: 'attached' });
  assert.equal(await page.locator('#masthead a').count(), 0, 'the page has not begun');
  assert.equal(await paper(), dark);
  await page.unroute(/rules[^/]*\.js/);
  await page.reload();
  // As the device again, at once.
  await page.getByTestId('settings-open').click();
  await page.getByTestId('scheme-own').check();
  assert.equal(await paper(), light);
});

test('a visitor is called by the name they choose, and a guest by the word of the language', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await createRoom(page, server.origin, 'tui-da-che');
  await page.goto(server.origin);
  await says(page, 'whoami', /^Guest [0-9a-f]{4}$/);
  await other.goto(server.origin);
  await says(other, 'open-room', /Guest [0-9a-f]{4}/);

  await page.getByTestId('account-open').click();
  await page.getByTestId('set-name').fill('Guest 4f2a');
  await page.keyboard.press('Enter');
  await page.getByTestId('name-problem').waitFor();
  await page.getByTestId('set-name').fill(' 李白 ');
  await page.getByTestId('save-name').click();
  await says(page, 'name-saved', 'Saved.');
  assert.ok(await page.getByTestId('name-problem').isHidden());
  assert.equal((await ask(page, '/api/me')).name, '李白');
  await page.getByTestId('account-close').click();
  await says(page, 'whoami', '李白');
  await says(other, 'open-room', '李白');

  await chooseLanguage(page, 'ja');
  await says(page, 'whoami', '李白');
  await page.getByTestId('account-open').click();
  await page.getByTestId('set-name').fill('');
  await page.getByTestId('save-name').click();
  await says(page, 'whoami', /^ゲスト [0-9a-f]{4}$/);
});

test('a smaller board is seen at once and stays', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await createRoom(page, server.origin, 'shogi');
  const width = async () => (await page.locator('svg.yg-board').boundingBox()).width;
  const before = await width();
  await page.getByTestId('settings-open').click();
  await page.getByTestId('set-size').fill('80');
  const after = await width();
  assert.ok(Math.abs(after / before - 0.8) < 0.02, `${before} to ${after}`);
  await page.reload();
  await page.getByTestId('board').locator('.yg-piece').first().waitFor();
  assert.equal(await width(), after);
});

test('the times of moves are listed once that is chosen, in a room and in its replay', async (t) => {
  const server = await Server.start(t);
  const [host, guest] = [await person(t, browser), await person(t, browser)];
  await join(guest, await createRoom(host, server.origin, 'tui-da-che', { seat: 'first' }));
  await play(host, 'a1a2');
  await saved(host, 1);
  assert.equal(await host.locator('.move-time').count(), 0);
  await host.getByTestId('settings-open').click();
  await host.getByTestId('set-times').check();
  await host.keyboard.press('Escape');
  await host.locator('.move-time', { hasText: /^ \d:\d\d$/ }).waitFor();
  await play(guest, 'a4a3');
  await saved(guest, 2);
  await guest.getByTestId('resign').click();
  await guest.getByTestId('confirm-yes').click();
  await host.getByTestId('end').waitFor();
  await host.goto(host.url().replace('/m/', '/g/'));
  await host.locator('[data-testid=move-list] .move-time').nth(1).waitFor();
});
