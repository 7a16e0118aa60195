// How a board feels: premoves, moves that are confirmed, arrows, sounds, and that
// nothing on the page moves while people play.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, chooseLanguage, createRoom, join, play, saved, shows, snapshot } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Two people at a fresh table: who acts first, and the other. */
async function table(t, game, { choices = {}, options = [{}, {}] } = {}) {
  const server = await Server.start(t);
  const pages = [await person(t, browser, options[0]), await person(t, browser, options[1])];
  await join(pages[1], await createRoom(pages[0], server.origin, game, { seat: 'first', ...choices }));
  await bySide(pages);
  return pages;
}

/** The middle of a point on the screen. */
async function middle(page, point) {
  const { x, y, width, height } = await page.locator(`[data-point="${point}"]`).boundingBox();
  return [x + width / 2, y + height / 2];
}

const press = (page, point) => page.locator(`[data-point="${point}"]`).click();
const premoves = (page) => page.locator('.yg-mark--premove');

test('a premove is played when the turn comes, and can be taken back before', async (t) => {
  const [first, second] = await table(t, 'tui-da-che');
  for (const point of ['a4', 'a3']) await press(second, point);
  await premoves(second).nth(1).waitFor();
  await press(second, 'd2');
  await premoves(second).first().waitFor({ state: 'detached' });

  for (const point of ['b4', 'b3']) await press(second, point);
  await premoves(second).first().waitFor();
  await play(first, 'a1a2');
  await saved(second, 2);
  await shows(first, 2);
  assert.deepEqual((await snapshot(first)).moves, ['a1a2', 'b4b3']);
});

test('a premove outlives a change of the language', async (t) => {
  const [first, second] = await table(t, 'tui-da-che');
  for (const point of ['a4', 'a3']) await press(second, point);
  await premoves(second).first().waitFor();
  await chooseLanguage(second, 'ja');
  await second.locator('html[lang=ja]').waitFor();
  await premoves(second).first().waitFor();
  await play(first, 'a1a2');
  await shows(second, 2);
  assert.deepEqual((await snapshot(second)).moves, ['a1a2', 'a4a3']);
});

test('a board that was turned is turned when the page is loaded again', async (t) => {
  const [first] = await table(t, 'tui-da-che');
  const upside = () =>
    first.waitForFunction(() => {
      const y = (point) => document.querySelector(`[data-point="${point}"]`)?.getBoundingClientRect().y ?? NaN;
      return y('a1') < y('a4');
    });
  await first.getByTestId('flip').click();
  await upside();
  await first.reload();
  await first.getByTestId('flip').waitFor();
  await upside();
});

test('a phone shows that the link is lost, without a press', async (t) => {
  const [first] = await table(t, 'tui-da-che', { options: [PHONE, {}] });
  await first.locator('[data-point=a1].yg-hit--source').waitFor();
  await first.context().setOffline(true);
  const notice = await first.locator('[data-testid=connection][data-state=reconnecting]').boundingBox();
  for (const part of ['#player-top', '[data-testid=board]', '#player-bottom', '.bar']) {
    const { y, height } = await first.locator(part).boundingBox();
    assert.ok(notice.y + notice.height <= y || notice.y >= y + height, part);
  }
  await first.context().setOffline(false);
  await first.locator('[data-testid=connection][data-state=connected]').waitFor({ state: 'attached' });
});

test('a premove that is not legal when the turn comes is dropped without a word', async (t) => {
  const [first, second] = await table(t, 'tui-da-che');
  for (const point of ['a4', 'a1']) await press(second, point);
  await premoves(second).first().waitFor();
  await play(first, 'a1a2');
  await shows(second, 1);
  await premoves(second).first().waitFor({ state: 'detached' });
  assert.ok(await second.getByTestId('refusal').isHidden());
  assert.deepEqual((await snapshot(first)).moves, ['a1a2']);
});

/** Blocks the rules from a page, until the test lets them through. */
async function withoutRules(page) {
  /** @type {() => void} */
  let release;
  const held = new Promise((done) => (release = done));
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.locator('[data-point]').first().waitFor();
  return release;
}

test('presses before the rules are loaded are played when they are', async (t) => {
  const quiet = { serviceWorkers: 'block' };
  const [first, second] = await table(t, 'shogi', { options: [quiet, quiet] });
  await play(first, '7g7f');
  await saved(first, 1);
  await play(second, '3c3d');
  await saved(second, 2);
  const releases = [await withoutRules(first), await withoutRules(second)];
  // By the one in turn a move that asks, by the other one for later.
  for (const point of ['2h', '4h', '8h']) await press(first, point);
  await press(second, '3a');
  for (const release of releases) release();
  await shows(second, 2);
  await press(second, '2b');
  await premoves(second).first().waitFor();
  await shows(first, 2);
  await press(first, '2b');
  await first.locator('[data-choice="8h2b+"]').click();
  await saved(second, 4);
  assert.deepEqual((await snapshot(first)).moves, ['7g7f', '3c3d', '8h2b+', '3a2b']);
});

test('a stone put and a move typed before the rules are loaded are played when they are', async (t) => {
  const quiet = { serviceWorkers: 'block' };
  const [first, second] = await table(t, 'diu-fang', { options: [quiet, quiet] });
  const release = await withoutRules(first);
  await press(first, 'c3');
  release();
  await saved(first, 1);
  await shows(second, 1);
  const releaseSecond = await withoutRules(second);
  await second.getByTestId('typed').fill('d4');
  await second.getByTestId('typed').press('Enter');
  releaseSecond();
  await saved(second, 2);
  assert.deepEqual((await snapshot(first)).moves, ['@c3', '@d4']);
});

test('a piece in hand is dropped ahead, and dragged from its stand', async (t) => {
  const [first, second] = await table(t, 'shogi');
  for (const [page, move, ply] of [
    [first, '7g7f', 1],
    [second, '3c3d', 2],
    [first, '8h2b+', 3],
  ]) {
    await play(page, move, move.endsWith('+'));
    await saved(page, ply);
  }
  await play(second, '3a2b');
  await saved(second, 4);
  await shows(first, 4);
  await play(first, '2g2f');
  await saved(first, 5);
  await shows(second, 5);

  // It is the turn of the second side; the first drops its bishop ahead.
  await first.locator('[data-hand="B"]').click();
  await press(first, '5e');
  await premoves(first).first().waitFor();
  const { x, y } = await second.locator('[data-hand="B"]').boundingBox();
  await second.mouse.move(x + 20, y + 20);
  await second.mouse.down();
  await second.mouse.move(...(await middle(second, '4d')), { steps: 6 });
  assert.equal(await second.locator('.yg-ring-target').getAttribute('visibility'), 'visible');
  await second.mouse.up();
  await saved(first, 7);
  assert.deepEqual((await snapshot(first)).moves.slice(5), ['B*4d', 'B*5e']);
});

test('with confirmation nothing is sent before it is given', async (t) => {
  const [first] = await table(t, 'zhuo-qi-zi');
  await first.getByTestId('settings-open').click();
  await first.getByTestId('set-confirm').check();
  await first.getByTestId('settings-close').click();

  await play(first, 'a1a2');
  await first.getByTestId('move-no').click();
  await first.getByTestId('move-no').waitFor({ state: 'hidden' });
  await play(first, 'b1b2');
  await first.locator('[data-testid=move-yes]:focus').waitFor();
  assert.deepEqual((await snapshot(first)).moves, []);
  await first.keyboard.press('Enter');
  await saved(first, 1);
  assert.deepEqual((await snapshot(first)).moves, ['b1b2']);
});

test('a move is asked about as it is written in the language', async (t) => {
  const [first] = await table(t, 'shogi', { options: [{ locale: 'ja' }, {}] });
  await first.getByTestId('settings-open').click();
  await first.getByTestId('set-confirm').check();
  await first.getByTestId('settings-close').click();
  await play(first, '7g7f');
  await first.locator('.confirm--move p', { hasText: /^７六歩/ }).waitFor();
});

test('a refusal in Chinese names no points that the board does not name', async (t) => {
  const [first] = await table(t, 'xiangqi', { options: [{ locale: 'zh-CN' }, {}] });
  for (const point of ['b0', 'b1']) await press(first, point);
  const refusal = first.getByTestId('refusal');
  await refusal.waitFor();
  assert.doesNotMatch(await refusal.textContent(), /[a-i]\d/);
  assert.ok((await first.locator('.yg-mark--refused').count()) > 0, 'they are marked on the board');
});

test('a press on the board while looking back returns to the game', async (t) => {
  const [first, second] = await table(t, 'tui-da-che');
  await play(first, 'a1a2');
  await shows(second, 1);
  await play(second, 'a4a3');
  await shows(first, 2);
  await first.locator('.move[data-ply="1"]').click();
  await first.getByTestId('follow').waitFor();
  await press(first, 'b1');
  await first.getByTestId('follow').waitFor({ state: 'hidden' });
  await play(first, 'b1b2');
  await saved(first, 3);
});

test('the focus goes to the board from a button that can do nothing more, and to the rematch at the end', async (t) => {
  const [first, second] = await table(t, 'tui-da-che');
  await first.getByTestId('draw').click();
  await first.locator('[data-point]:focus').waitFor();
  await play(first, 'a1a2');
  await shows(second, 1);
  await play(second, 'a4a3');
  await shows(first, 2);
  await first.getByTestId('resign').click();
  await first.getByTestId('confirm-yes').click();
  await first.locator('[data-testid=result][data-reason=resignation]').waitFor();
  await first.locator('[data-testid=end-rematch]:focus').waitFor();
  await first.keyboard.press('Escape');
  await first.locator('[data-point]:focus').waitFor();
});

test('after the end it is seen who has gone', async (t) => {
  const [first, second] = await table(t, 'tui-da-che');
  await first.getByTestId('abort').click();
  await first.getByTestId('confirm-yes').click();
  await first.getByTestId('result').waitFor();
  await first.locator('#player-top .presence').waitFor();
  await second.close();
  await first.locator('#player-top .presence--away').waitFor();
});

test('arrows and circles are drawn with the right button and wiped with the left', async (t) => {
  const [first] = await table(t, 'xiangqi');
  const drag = async (from, to) => {
    await first.mouse.move(...(await middle(first, from)));
    await first.mouse.down({ button: 'right' });
    await first.mouse.move(...(await middle(first, to)), { steps: 3 });
    await first.mouse.up({ button: 'right' });
  };
  await drag('a0', 'a4');
  await drag('e5', 'e5');
  await first.locator('circle.yg-shape').waitFor();
  assert.equal(await first.locator('.yg-shape').count(), 2);
  await drag('a0', 'a4');
  await first.locator('path.yg-shape').waitFor({ state: 'detached' });
  await press(first, 'e4');
  await first.locator('.yg-shape').waitFor({ state: 'detached' });
});

/** Has a page count the tones it begins. */
const countTones = (page) =>
  page.evaluate(() => {
    globalThis.tones = 0;
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (...when) {
      globalThis.tones += 1;
      return start.apply(this, when);
    };
  });

test('moves are heard unless the sound is off', async (t) => {
  const [first, second] = await table(t, 'tui-da-che');
  for (const page of [first, second]) await countTones(page);
  await second.getByTestId('settings-open').click();
  await second.getByTestId('set-sound').uncheck();
  await second.getByTestId('settings-close').click();
  await play(first, 'a1a2');
  await first.waitForFunction(() => globalThis.tones > 0);
  await shows(second, 1);
  await play(second, 'a4a3');
  await saved(second, 2);
  assert.equal(await second.evaluate(() => globalThis.tones), 0);
});

test('a page out of sight shows in its title that it is our turn, and plays a sound', async (t) => {
  const [first, second] = await table(t, 'tui-da-che');
  await second.locator('#game-detail').click();
  await countTones(second);
  await second.evaluate(() => {
    globalThis.requestAnimationFrame = () => 1;
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await play(first, 'a1a2');
  await second.waitForFunction(() => /^Your move/.test(document.title) && globalThis.tones > 0, null, { polling: 100 });
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('nothing moves under a finger while a game is played', async (t) => {
  const [first, second] = await table(t, 'tui-da-che', { options: [PHONE, {}] });
  for (const page of [first, second]) {
    await page.evaluate(() => {
      globalThis.shift = 0;
      globalThis.moved = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          globalThis.shift += entry.value;
          for (const { node } of entry.sources) globalThis.moved.push(node?.outerHTML?.slice(0, 80) ?? String(node));
        }
      }).observe({ type: 'layout-shift' });
    });
  }
  const places = (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('#controls > .button:not([hidden]), #board')].map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left, top, width, height].join();
      }),
    );
  const before = [await places(first), await places(second)];
  // A refusal, moves, a capture, an offer and its answer.
  await press(first, 'a1');
  await press(first, 'd2');
  await play(first, 'b1b2');
  await saved(first, 1);
  await play(second, 'b4b3');
  await saved(second, 2);
  await play(first, 'a1b1');
  await shows(second, 3);
  assert.deepEqual([await places(first), await places(second)], before);
  for (const page of [first, second]) {
    const { shift, moved } = await page.evaluate(() => ({ shift: globalThis.shift, moved: globalThis.moved }));
    assert.ok(shift < 0.01, `${shift}: ${moved.join('\n')}`);
  }
});

test('on phones the board takes the width and the controls stay under the thumb', async (t) => {
  const [page] = await table(t, 'xiangqi', { options: [PHONE, {}] });
  const inView = (selector) =>
    page.locator(selector).evaluate((element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      return { fits: left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1, width, height };
    });
  const screens = [
    [360, 800],
    [390, 844],
    [430, 932],
  ];
  for (const [width, height] of [...screens, [390, 800], [430, 800]]) {
    await page.setViewportSize({ width, height });
    const board = await inView('[data-testid=board] > svg');
    // All the width of a phone's screen; of a shorter window all that is left of its height.
    const isScreen = screens.some(([wide, high]) => wide === width && high === height);
    const [has, may] = isScreen ? [board.width, width] : [board.height, (await inView('.stage')).height];
    assert.ok(board.fits && has > may - 2, `the board at ${width}x${height}: ${has} of ${may}`);
    for (const part of ['#player-top', '#player-bottom', '#verdict', '#controls'])
      assert.ok((await inView(part)).fits, `${part} at ${width}x${height}`);
  }
  await page.setViewportSize({ width: 800, height: 360 });
  await page.evaluate(() => scrollTo(0, document.querySelector('#masthead').offsetHeight));
  const { fits, width } = await inView('[data-testid=board] > svg');
  assert.ok(fits && width > 300, `lying: ${width}`);
});

test('a finger carries a piece above itself, with a ring where it will stand', async (t) => {
  const [page] = await table(t, 'tui-da-che', { options: [PHONE, {}] });
  await page.locator('[data-point=a1].yg-hit--source').waitFor();
  const [[x, y], [toX, toY]] = [await middle(page, 'a1'), await middle(page, 'a2')];
  const finger = await page.context().newCDPSession(page);
  const touch = (type, points) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  await touch('touchMove', [{ x, y: y - 20 }]);
  await touch('touchMove', [{ x: toX, y: toY }]);
  const piece = await page.locator('.yg-piece--large').boundingBox();
  assert.ok(piece.y + piece.height / 2 < toY - 30, 'the piece is seen above the finger');
  assert.equal(await page.locator('.yg-ring-target').getAttribute('visibility'), 'visible');
  await touch('touchEnd', []);
  await saved(page, 1);
  assert.deepEqual((await snapshot(page)).moves, ['a1a2']);
});
