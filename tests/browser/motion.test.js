// That pieces are seen to move: what other tests switch off, since it takes time.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A board for both sides, on a page that shows motion by default. */
async function open(t, query, options = { reducedMotion: 'no-preference' }) {
  const server = await Server.start(t);
  const page = await person(t, browser, options);
  await page.goto(`${server.origin}/local?${new URLSearchParams(query)}`);
  await page.locator('.yg-hit--source, .yg-hit--target').first().waitFor();
  return page;
}

/**
 * The animations that start during an action, as the animated property and its piece. Each is
 * noted as it starts, since it may be over before the test looks.
 */
async function animated(page, what) {
  await page.evaluate(() => {
    window.started_ = [];
    const animate = (window.animate_ ??= Element.prototype.animate);
    Element.prototype.animate = function (frames, timing) {
      const motion = animate.call(this, frames, timing);
      window.started_.push({ motion, frames, isRunning: document.getAnimations().includes(motion) });
      return motion;
    };
  });
  await what();
  await page.waitForFunction(() => window.started_.length > 0);
  return page.evaluate(() =>
    window.started_.map(({ motion, frames, isRunning }) => ({
      what: Object.keys(frames).sort().join(),
      gone: motion.effect.target.classList.contains('yg-piece--gone'),
      from: frames.transform?.[0],
      isRunning,
    })),
  );
}

const points = async (page, ...names) => {
  for (const name of names) await page.locator(name.length === 1 ? `[data-hand="${name}"]` : `[data-point="${name}"]`).click();
};

const kinds = (motions) => motions.map(({ what, gone }) => `${gone ? 'gone ' : ''}${what}`).sort();

test('a move glides from where the piece stood, and back when it is taken back', async (t) => {
  const page = await open(t, { game: 'xiangqi', ruleset: 'standard' });
  const forth = await animated(page, () => points(page, 'h2', 'e2'));
  assert.deepEqual(kinds(forth), ['transform']);
  assert.ok(forth[0].isRunning, 'the document knows of it');
  const back = await animated(page, () => page.getByTestId('replay-back').click());
  assert.deepEqual(kinds(back), ['transform']);
  assert.notEqual(back[0].from, forth[0].from);
});

test('a captured piece fades while the other arrives', async (t) => {
  const page = await open(t, { game: 'xiangqi', ruleset: 'standard' });
  const motions = await animated(page, () => points(page, 'h2', 'h9'));
  assert.deepEqual(kinds(motions), ['gone opacity', 'transform']);
  await page.locator('.yg-piece--gone').waitFor({ state: 'detached' });
});

test('a piece that promotes turns over on the way', async (t) => {
  const page = await open(t, { game: 'shogi', position: '4k4/9/9/P8/9/9/9/9/4K4 b - 1' });
  await points(page, '9d', '9c');
  const motions = await animated(page, () => page.locator('[data-choice="9d9c+"]').click());
  assert.deepEqual(kinds(motions), ['scale', 'scale', 'transform']);
  await page.waitForFunction(() => document.querySelectorAll('.yg-pieces .yg-wedge').length === 3);
});

test('a drop flies from the hand, and back into it', async (t) => {
  const page = await open(t, { game: 'shogi', position: '4k4/9/9/9/9/9/9/9/4K4 b G 1' });
  const forth = await animated(page, () => points(page, 'G', '5e'));
  assert.deepEqual(kinds(forth), ['transform']);
  const back = await animated(page, () => page.getByTestId('replay-back').click());
  assert.deepEqual(kinds(back), ['gone opacity,transform']);
});

test('a stone comes down where it is placed, and fades where it is removed', async (t) => {
  const page = await open(t, { game: 'diu-fang' });
  const placed = await animated(page, () => points(page, 'a1'));
  assert.deepEqual(kinds(placed), ['opacity,scale']);
  for (const [index, point] of ['e5', 'b1', 'f6', 'a2', 'd6', 'b2'].entries()) {
    await points(page, point);
    await page.locator(`[data-ply="${index + 2}"]`).waitFor();
  }
  // The list of moves comes before the board does.
  await page.waitForFunction(() => document.querySelectorAll('.yg-pieces .yg-piece').length === 7);
  const removed = await animated(page, () => points(page, 'e5'));
  assert.deepEqual(kinds(removed), ['gone opacity']);
});

for (const [why, options, setting] of [
  ['the system asks for stillness', { reducedMotion: 'reduce' }, true],
  ['it is switched off', { reducedMotion: 'no-preference' }, false],
]) {
  test(`nothing moves where ${why}`, async (t) => {
    const page = await open(t, { game: 'xiangqi', ruleset: 'standard' }, options);
    await page.evaluate((animation) => localStorage.setItem('yiguan.settings', JSON.stringify({ animation })), setting);
    await page.reload();
    await page.locator('.yg-hit--source').first().waitFor();
    await page.evaluate(() => {
      window.started_ = 0;
      Element.prototype.animate = () => {
        window.started_ += 1;
      };
    });
    await points(page, 'h2', 'h9');
    await page.locator('[data-ply="1"]').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.yg-piece').length === 31);
    assert.equal(await page.evaluate(() => window.started_), 0);
  });
}

test('a dragged piece starts its animation from where it was dropped', async (t) => {
  const page = await open(t, { game: 'xiangqi', ruleset: 'standard' });
  const middle = async (point) => {
    const { x, y, width, height } = await page.locator(`[data-point="${point}"]`).boundingBox();
    return [x + width / 2, y + height / 2, width];
  };
  const [x, y] = await middle('h2');
  const [toX, toY, width] = await middle('e2');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(toX + width / 4, toY, { steps: 4 });
  const motions = await animated(page, () => page.mouse.up());
  assert.deepEqual(kinds(motions), ['transform'], 'one motion, none back to where it stood');
  const [, from] = /translate\(([\d.]+)px/.exec(motions[0].from);
  const [, to] = /translate\(([\d.]+)px/.exec(await page.locator('.yg-piece').last().getAttribute('style'));
  assert.ok(Math.abs(Number(from) - Number(to)) < 40, `from ${from} to ${to}`);
});
