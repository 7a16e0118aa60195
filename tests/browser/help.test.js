// The help next to the board: the goal of the game, the task of the turn, and the rules without leaving the game.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { join, play, saved } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Two people at a table that begins with a position. */
async function seated(t, game, position, options = {}, second = {}) {
  const server = await Server.start(t);
  const [black, white] = [await person(t, browser), await person(t, browser, second)];
  await black.goto(server.origin);
  const data = { game, options, position, seat: 'first', visibility: 'link' };
  const { url } = await (await black.request.post(`${server.origin}/api/matches`, { data })).json();
  await black.goto(`${server.origin}${url}`);
  await join(white, `${server.origin}${url}`);
  await black.getByTestId('invite').waitFor({ state: 'hidden' });
  return [black, white];
}

test('the goal, the phase and the task are next to the board, and a new phase when it begins', async (t) => {
  // Each side has one stone left to place.
  const [black, white] = await seated(t, 'diu-fang', '6/6/6/6/b1b1b1/w1w1w1 b p1,1', { board: '6x6' });
  const help = (page) => page.getByTestId('help');
  await help(black).getByText('Phase 1 of 3: Placement, 1 left').waitFor();
  await help(black).getByText('Goal: Capture every enemy stone to win.').waitFor();
  await help(black)
    .getByText(/^Place a stone on any empty point/)
    .waitFor();
  await play(black, '@f6');
  await saved(black, 1);
  await play(white, '@a6');
  await saved(white, 2);
  await help(black).getByText('Phase 3 of 3: Movement').waitFor();
  await black
    .getByTestId('owed')
    .getByText(/^Movement begins\. Move one of your stones/)
    .waitFor();
  await black
    .getByTestId('spoken')
    .getByText(/Movement begins/)
    .waitFor();
  assert.ok((await black.locator('#board .yg-mark--must').count()) > 0, 'what may be moved is marked');
});

test('the rules open over the game and close again, with the refused action first', async (t) => {
  const [black] = await seated(t, 'tui-da-che');
  await black.locator('[data-point="a1"]').click();
  await black.locator('[data-point="c3"]').click();
  await black.getByTestId('refusal').waitFor();
  await black.getByTestId('help-rules').click();
  const dialog = black.getByTestId('rules-dialog');
  await dialog.getByRole('heading', { name: 'Rules of Tui Da Che' }).waitFor();
  await dialog.getByTestId('figure').first().waitFor();
  await dialog.getByTestId('rules-close').click();
  await dialog.waitFor({ state: 'detached' });
  await play(black, 'a1a2');
  await saved(black, 1);
  for (const link of ['#game-name', '#masthead nav a[href^="/rules"]']) {
    assert.equal(await black.locator(link).getAttribute('href'), '/rules/tui-da-che#original');
    assert.equal(await black.locator(link).getAttribute('target'), '_blank');
  }
});

test('on a phone help, moves and talk are one tap from the board, and one tap from it again', async (t) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const [black, white] = await seated(t, 'tui-da-che', undefined, {}, phone);
  await play(black, 'a1a2');
  await saved(black, 1);
  for (const [panel, part] of [
    ['help', 'help-goal'],
    ['moves', 'move-list'],
    ['chat', 'chat-text'],
  ]) {
    const tab = white.getByTestId(`tab-${panel}`);
    await tab.tap();
    await white.getByTestId(part).waitFor();
    assert.equal(await tab.getAttribute('aria-expanded'), 'true');
    const { y, height } = await white.locator(`#panel-${panel}`).boundingBox();
    assert.ok(y > 0 && Math.round(y + height) <= 844, `${panel} at ${y}`);
    await white.keyboard.press('Escape');
    await white.getByTestId(part).waitFor({ state: 'hidden' });
    assert.ok(await tab.evaluate((button) => button === document.activeElement));
  }
});

test('the page asks once for a name, next to the game', async (t) => {
  const [black, white] = await seated(t, 'tui-da-che');
  await black.getByTestId('name-card').waitFor();
  // Nothing waits for the answer.
  await play(black, 'a1a2');
  await saved(black, 1);
  await black.getByTestId('name-text').fill('Li Bai');
  await black.getByTestId('name-save').click();
  await black.getByTestId('name-card').waitFor({ state: 'hidden' });
  for (const page of [black, white]) await page.locator('.player-name', { hasText: 'Li Bai' }).waitFor();
  await white.getByTestId('name-skip').click();
  await white.reload();
  await white.locator('.player-name', { hasText: 'Li Bai' }).waitFor();
  assert.ok(await white.getByTestId('name-card').isHidden());
});

test('the last effect is shown on the board, as long as the pointer is on its line', async (t) => {
  // With d1 there is a square of four black stones.
  const [black] = await seated(t, 'diu-fang', 'w5/6/6/6/b1bb2/w1b1w1 b p5,5', { board: '6x6' });
  await play(black, '@d1');
  await saved(black, 1);
  const event = black.getByTestId('event');
  await event.focus();
  await black.waitForFunction(() => document.querySelectorAll('#board circle[r="48"]').length === 4);
  await event.blur();
  await black.waitForFunction(() => document.querySelectorAll('#board circle[r="48"]').length === 0);
  await event.click();
  await black.waitForFunction(() => document.querySelectorAll('#board circle[r="48"]').length === 4);
  assert.equal(await event.getAttribute('aria-pressed'), 'true');
});
