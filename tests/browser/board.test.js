// The board itself: its marks, its questions, and its answers to finger, mouse and keys.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { press as keys, tabTo, walkTo } from './support/keyboard.js';
import { bySide, createRoom, join, play, saved, shows, snapshot } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const TOUCH = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A board for both sides. */
async function open(t, query, options = {}) {
  const server = await Server.start(t);
  const page = await person(t, browser, options);
  await page.goto(`${server.origin}/local?${new URLSearchParams(query)}`);
  await page.locator('.yg-hit--source, .yg-hit--target').first().waitFor();
  return page;
}

/** Two people at a fresh table: who acts first, and the other. */
async function table(t, game) {
  const server = await Server.start(t);
  const pages = [await person(t, browser), await person(t, browser)];
  await join(pages[1], await createRoom(pages[0], server.origin, game, { seat: 'first' }));
  await bySide(pages);
  return pages;
}

const at = (page, point) => page.locator(`[data-point="${point}"]`);

async function middle(page, target) {
  // A redrawn element has no box for a moment.
  const locator = page.locator(target);
  let box = await locator.boundingBox();
  while (!box) box = await locator.boundingBox();
  const { x, y, width, height } = box;
  return [x + width / 2, y + height / 2];
}

test('the last move is a small ring where it began and a ring on the stone, neither as large as a stone', async (t) => {
  const page = await open(t, { game: 'tui-da-che' });
  for (const point of ['a1', 'a2']) await at(page, point).click();
  await page.locator('circle[data-last="a1"]').waitFor();
  await page.locator('circle[data-last="a2"]').waitFor();
  const stone = await page.locator('.yg-stone .yg-body').first().boundingBox();
  for (const ring of await page.locator('circle[data-last]').all()) {
    assert.equal(await ring.evaluate((element) => getComputedStyle(element).fill), 'none');
    assert.ok((await ring.boundingBox()).width < stone.width * 0.7);
  }
});

test('after a removal the mark stays on the stone that was placed, and the fang is drawn with its word', async (t) => {
  const page = await open(t, { game: 'diu-fang' });
  for (const [index, point] of ['a1', 'e5', 'b1', 'f6', 'a2', 'd6', 'b2', 'e5'].entries()) {
    await at(page, point).click();
    await page.locator(`[data-ply="${index + 1}"]`).waitFor();
    if (index < 6) continue;
    // It exists as soon as it is created and after it is removed, for every observer.
    await page.locator('[data-last="b2"]').waitFor();
    const corners = await page
      .locator('[data-pattern]')
      .evaluateAll((rings) => rings.map((ring) => ring.getAttribute('data-pattern')).sort());
    assert.deepEqual(corners, ['a1', 'a2', 'b1', 'b2']);
  }
  assert.equal(await page.locator('.yg-named').count(), 1, 'said once');
  const [word, first, last] = await Promise.all(
    ['.yg-named', '[data-point=a1]', '[data-point=b2]'].map((target) => middle(page, target)),
  );
  assert.ok(word[0] > first[0] && word[0] < last[0] && word[1] < first[1] && word[1] > last[1], 'between its corners');
  await page.locator('.yg-taken').waitFor();
  await at(page, 'g7').click();
  await page.locator('[data-pattern]').first().waitFor({ state: 'detached' });
});

test('a quick swipe out of the hand drops the piece and leaves the page where it is', async (t) => {
  const page = await open(t, { game: 'shogi', position: '4k4/9/9/9/9/9/9/9/4K4 b B 1' }, TOUCH);
  const [x, y] = await middle(page, '[data-hand="B"]');
  const [toX, toY] = await middle(page, '[data-point="5e"]');
  const devtools = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py]) => ({ x: px, y: py })) });
  await touch('touchStart', [x, y]);
  // As fast as a thumb: the first movement is of many pixels.
  for (const share of [0.15, 0.4, 0.7, 1]) await touch('touchMove', [x + (toX - x) * share, y + (toY - y) * share]);
  await touch('touchEnd');
  await page.locator('[data-ply="1"]').waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
});

test('the board can be scrolled next to the pieces, and two quick taps do not zoom', async (t) => {
  const page = await open(t, { game: 'xiangqi', ruleset: 'standard' }, TOUCH);
  const action = (target) =>
    page
      .locator(target)
      .first()
      .evaluate((element) => getComputedStyle(element).touchAction);
  assert.equal(await action('.yg-board'), 'manipulation');
  assert.equal(await action('.yg-hit--source'), 'none');
});

test('a piece that is taken while it is carried ahead is let go', async (t) => {
  const [first, second] = await table(t, 'xiangqi');
  const seats = { first, second };
  const moves = ['h2e2', 'h9g7'];
  for (const [index, move] of moves.entries()) {
    await play(index % 2 === 0 ? first : second, move);
    await saved(index % 2 === 0 ? first : second, index + 1);
    await shows(index % 2 === 0 ? second : first, index + 1);
  }
  // The second side carries the soldier that the cannon is about to take.
  await second.mouse.move(...(await middle(second, '[data-point=e6]')));
  await second.mouse.down();
  await second.mouse.move(...(await middle(second, '[data-point=d5]')), { steps: 4 });
  await second.locator('.yg-piece--dragged').waitFor();
  await play(seats.first, 'e2e6');
  await shows(second, 3);
  await second.mouse.move(...(await middle(second, '[data-point=c5]')), { steps: 4 });
  await second.locator('.yg-piece--dragged').waitFor({ state: 'detached' });
  await second.mouse.up();
  assert.ok(await second.getByTestId('refusal').isHidden());
  assert.deepEqual((await snapshot(first)).moves, [...moves, 'e2e6']);
});

test('a second mouse button returns the dragged piece', async (t) => {
  const page = await open(t, { game: 'xiangqi', ruleset: 'standard' });
  await page.mouse.move(...(await middle(page, '[data-point=h2]')));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, '[data-point=e2]')), { steps: 4 });
  await page.locator('.yg-piece--dragged').waitFor();
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await middle(page, '[data-point=f2]')), { steps: 2 });
  await page.locator('.yg-piece--dragged').waitFor({ state: 'detached' });
  await page.mouse.up({ button: 'right' });
  await page.mouse.up();
  await page.locator('[aria-selected=true]').waitFor({ state: 'detached' });
  assert.equal(await page.locator('[data-ply="1"]').count(), 0);
});

test('the board is one stop for Tab, and its rows are called by their labels', async (t) => {
  const page = await open(t, { game: 'xiangqi', ruleset: 'standard' });
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'svg', 'the picture itself is no stop');
  }
  const rows = await page.locator('[role=row]').evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')));
  assert.deepEqual(rows, [...'9876543210']);
});

test('a premove can decline a promotion, and is announced', async (t) => {
  const [first, second] = await table(t, 'shogi');
  for (const [page, other, move, ply] of [
    [first, second, '7g7f', 1],
    [second, first, '3c3d', 2],
    [first, second, '2g2f', 3],
  ]) {
    await play(page, move);
    await saved(page, ply);
    await shows(other, ply);
  }
  for (const point of ['8h', '2b']) await at(first, point).click();
  await first.locator('[data-choice="8h2b"]').click();
  await first.locator('.yg-mark--premove').first().waitFor();
  assert.match(await at(first, '2b').getAttribute('aria-label'), /premove/);
  await first.getByTestId('spoken').filter({ hasText: 'Premove' }).waitFor();
  await play(second, '8c8d');
  await saved(first, 5);
  assert.deepEqual((await snapshot(first)).moves.at(-1), '8h2b');
});

test('the question of a promotion stands on a shade, without hints behind', async (t) => {
  const page = await open(t, { game: 'shogi', position: '4k4/9/9/P8/9/9/9/9/4K4 b - 1' });
  for (const point of ['9d', '9c']) await at(page, point).click();
  await page.locator('[data-choice="9d9c+"]').waitFor();
  assert.equal(await page.locator('.yg-target').count(), 0);
  await page.locator('.yg-shade').click({ position: { x: 200, y: 300 } });
  await page.locator('[data-choice]').first().waitFor({ state: 'detached' });
  assert.equal(await page.locator('[data-ply="1"]').count(), 0);
});

test('labels of the points name the last move, legal moves and refused moves', async (t) => {
  const page = await open(t, { game: 'tui-da-che' });
  await tabTo(page, '[data-point]');
  await walkTo(page, 'a1');
  await keys(page, 'Enter');
  await walkTo(page, 'a2');
  await page.locator('[data-point="a2"][aria-label*="legal move"]').waitFor();
  await keys(page, 'Enter');
  await page.locator('[data-ply="1"]').waitFor();
  await page.locator('[data-point="a2"][aria-label*="the last move"]').waitFor();
});

test('the places in a hand stay where they are, whatever is in it', async (t) => {
  const page = await open(t, { game: 'shogi', position: '4k4/9/9/9/9/9/9/9/4K4 b GP 1' });
  const place = await middle(page, '[data-hand="P"]');
  for (const target of ['[data-hand="G"]', '[data-point="5e"]']) await page.locator(target).click();
  await page.locator('[data-ply="1"]').waitFor();
  // Fourteen places, one pawn: the gold has left the hand once its drop is drawn.
  await page.waitForFunction(() => document.querySelectorAll('.yg-hand--none').length === 13);
  assert.deepEqual(await middle(page, '[data-hand-of=first]'), place);
});
