// Accessibility: the keyboard alone, dragging with a mouse, and the texts for screen readers.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, roomLink, saved, shows, snapshot } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Two people at a fresh table of Tui Da Che: who acts first, and the other. */
async function table(t, server) {
  const [first, second] = [await person(t, browser), await person(t, browser)];
  await join(second, await createRoom(first, server.origin, 'tui-da-che', { seat: 'first' }));
  await bySide([first, second]);
  return [first, second];
}

test('a table is opened and a move played without a mouse', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  await page.getByTestId('game-tui-da-che').focus();
  await page.keyboard.press('Enter');
  // The dialog opens with its one button focused.
  await page.locator('[data-testid=create-room]:focus').waitFor();
  await page.getByTestId('seat-random').focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('create-room').focus();
  await page.keyboard.press('Enter');
  const link = await roomLink(page);
  const other = await person(t, browser);
  await join(other, link);
  assert.equal((await bySide([page, other])).first, page);

  await page.locator('[data-point="a1"]').focus();
  for (const key of ['ArrowRight', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await saved(page, 1);
  assert.deepEqual((await snapshot(page)).moves, ['b1b2']);
});

test('a stone is dragged to where it goes', async (t) => {
  const server = await Server.start(t);
  const [first, second] = await table(t, server);
  const [from, to] = await Promise.all(
    ['a1', 'a2'].map(async (point) => {
      const { x, y, width, height } = await first.locator(`[data-point="${point}"]`).boundingBox();
      return [x + width / 2, y + height / 2];
    }),
  );
  await first.mouse.move(...from);
  await first.mouse.down();
  await first.mouse.move(...to, { steps: 8 });
  await first.mouse.up();
  await saved(first, 1);
  await shows(second, 1);
});

test('everything that can be pressed has a name', async (t) => {
  const server = await Server.start(t);
  const [first] = await table(t, server);
  assert.deepEqual(await nameless(first), [], 'a table');
  for (const path of ['/', '/rules', '/rules/shogi']) {
    await first.goto(server.origin + path);
    await first.locator('main svg').first().waitFor();
    assert.deepEqual(await nameless(first), [], path);
  }
});

test('whatever has the focus shows it', async (t) => {
  const server = await Server.start(t);
  const [first] = await table(t, server);
  for (const path of [new URL(first.url()).pathname, '/', '/rules/xia-si']) {
    await first.goto(server.origin + path);
    await first.locator('main svg').first().waitFor();
    const seen = new Set();
    for (let presses = 0; presses < 30; presses += 1) {
      await first.keyboard.press('Tab');
      const { name, shown } = await first.evaluate(() => {
        const element = document.activeElement;
        const { outlineStyle, outlineWidth, stroke } = getComputedStyle(element);
        const outlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
        return { name: element.outerHTML.slice(0, 100), shown: element === document.body || outlined || stroke !== 'none' };
      });
      assert.ok(shown, `${path}: ${name}`);
      seen.add(name);
    }
    assert.ok(seen.size > 5, `${path}: Tab goes round`);
  }
});

test('nothing moves for who asked for stillness', async (t) => {
  const server = await Server.start(t);
  const [first, second] = await table(t, server);
  const moving = () => document.getAnimations().filter(({ effect }) => effect.getComputedTiming().activeDuration > 1).length;
  for (const point of ['a1', 'a2']) await first.locator(`[data-point="${point}"]`).click();
  assert.equal(await first.evaluate(moving), 0);
  await shows(second, 1);
  assert.equal(await second.evaluate(moving), 0);
  await first.goto(server.origin);
  await first.locator('[data-testid^=game-]').first().hover();
  assert.equal(await first.evaluate(moving), 0);
});

/** Controls in view for which a screen reader would have no word. */
const nameless = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], input, select, [role=button]')]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true]'))
      .filter((element) => {
        const labels = [...(element.labels ?? [])].map((label) => label.textContent);
        const texts = [element.getAttribute('aria-label'), element.textContent, ...labels];
        return !texts.some((text) => text?.trim());
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
