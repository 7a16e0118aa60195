// The space of large windows, and of a window at 200 %: what stands where, and how much of it is seen at once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { vectors } from './support/play.js';
import { Server } from './support/server.js';
import { guest, send } from './support/tables.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A match between the visitor of a page and a guest. */
async function match(page, opponent, origin, game) {
  const data = { game, seat: 'first', clock: { kind: 'fischer', initial: 600, increment: 5 } };
  const { id } = await (await page.request.post(`${origin}/api/matches`, { data })).json();
  await opponent.join(id);
  return id;
}

/** Resizes the window, and waits for boards that follow it. */
async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** In the page: how many of some elements are seen whole in the list that they are in, in which nothing is cut. */
const whole = (page, list, item) =>
  page.locator(list).evaluate((host, selector) => {
    const { top, bottom } = host.getBoundingClientRect();
    const isSeen = (box) => box.top >= top - 0.5 && box.bottom <= Math.min(bottom, innerHeight) + 0.5;
    return [...host.querySelectorAll(selector)].filter((each) => isSeen(each.getBoundingClientRect())).length;
  }, item);

/** Parts of the page that are not whole in the window. */
const outside = (page, selectors) =>
  page.evaluate(
    (all) =>
      all.filter((selector) => {
        const found = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
        const isSeen = ({ top, bottom, left, right }) => top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
        return found.length === 0 || !found.every((each) => isSeen(each.getBoundingClientRect()));
      }),
    selectors,
  );

test('next to the board of a match are eight moves, four lines of chat and all buttons', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.origin}/offline`);
  const opponent = await guest(server.origin);
  const id = await match(page, opponent, server.origin, 'shogi');
  const { moves } = vectors('shogi-games').find((vector) => (vector.moves?.length ?? 0) > 30);
  for (const [ply, move] of moves.slice(0, 24).entries()) {
    const command = { type: 'play', ply, move };
    if (ply % 2 === 0) await send(page, id, command);
    else await opponent.send(id, command);
  }
  for (const text of ['Hello', 'Good luck', 'A good move', 'Thank you', 'Once more?'])
    await opponent.send(id, { type: 'chat', text });
  await page.goto(`${server.origin}/m/${id}`);
  await page.locator('#moves [data-ply="24"]').waitFor();
  await page.getByText('Once more?').waitFor();
  // A guest is still asked for a name there.
  await page.getByTestId('name-card').waitFor();
  const buttons = ['#controls .button', '#step-back', '#step-forward', '#typed-text', '#chat-text', '#help-rules', '#name-text'];
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
  ]) {
    await resize(page, width, height);
    const [rows, lines] = [await whole(page, '#moves', '.moves-row'), await whole(page, '#chat-lines', 'li')];
    assert.ok(rows >= 8 && lines >= 4, `${width}x${height}: ${rows} moves, ${lines} lines of chat`);
    assert.deepEqual(await outside(page, buttons), [], `${width}x${height}`);
  }
  await opponent.send(id, {
    type: 'chat',
    text: 'My grandfather played it every evening under the big tree in our village. '.repeat(3),
  });
  await page.getByText('My grandfather').waitFor();
  const cut = await page
    .locator('#chat-lines li')
    .evaluateAll((all) => all.filter((line) => line.scrollHeight > line.clientHeight + 1).length);
  assert.equal(cut, 0, 'a long line of chat has the height that it needs');
  // The same game gone over: the notes on a move are in the window, too.
  await opponent.send(id, { type: 'resign' });
  await page.goto(`${server.origin}/g/${id}`);
  await page.locator('#moves [data-ply="24"]').waitFor();
  await page.getByTestId('tab-notes').click();
  await page.getByTestId('remark-save').waitFor();
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ]) {
    await resize(page, width, height);
    const rows = await whole(page, '#moves', '.moves-row');
    assert.ok(rows >= 6, `${width}x${height}: ${rows} moves of a replay`);
    const notes = ['[data-testid=remark]', '[data-testid=remark-save]', '#transport .button'];
    assert.deepEqual(await outside(page, notes), [], `a replay, ${width}x${height}`);
  }
});

test('a wide window is used: the board of shogi is as high as that of xiangqi', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 1920, height: 1080 } });
  await page.goto(`${server.origin}/offline`);
  const opponent = await guest(server.origin);
  const heights = [];
  for (const game of ['shogi', 'xiangqi']) {
    await page.goto(`${server.origin}/m/${await match(page, opponent, server.origin, game)}`);
    await page.locator('.yg-hit--source').first().waitFor();
    heights.push((await page.locator('#board svg').boundingBox()).height);
  }
  assert.ok(Math.abs(heights[0] - heights[1]) < 8, `shogi ${heights[0]}, xiangqi ${heights[1]}`);
});

test('at 200 % the board has the height of the window', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 640, height: 400 } });
  for (const game of ['shogi', 'xiangqi']) {
    await page.goto(`${server.origin}/local?game=${game}`);
    await page.locator('.yg-hit--source').first().waitFor();
    const { height } = await page.locator('#board svg').boundingBox();
    assert.ok(height > 360 && height <= 400, `${game}: ${height}`);
  }
});

test('the head and the content below it have the same edges, however wide the window is', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  for (const path of ['/', '/games', '/rules', '/rules/shogi', '/people/me', '/local?game=shogi']) {
    await page.goto(server.origin + path);
    await page.locator('main h1, main svg').first().waitFor();
    for (const [width, height] of [
      [1280, 800],
      [1920, 1080],
      [2560, 1440],
    ]) {
      await resize(page, width, height);
      const edges = await page.evaluate(() =>
        ['#masthead', 'main.match, main.lobby, main.archive, main.person, .rules-page'].map((selector) => {
          const element = document.querySelector(selector);
          const { left, right } = element.getBoundingClientRect();
          const { paddingLeft, paddingRight } = getComputedStyle(element);
          return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)].map(Math.round);
        }),
      );
      assert.deepEqual(edges[1], edges[0], `${path}, ${width} pixels wide`);
    }
  }
});

/** In the page: the texts of some buttons that have several lines, or are not in the row of the first one. */
const broken = (page, selector) =>
  page.locator(selector).evaluateAll((all) => {
    const seen = all.filter((each) => each.checkVisibility());
    const row = seen[0]?.getBoundingClientRect().top;
    const isWhole = (button) => {
      const text = document.createRange();
      text.selectNodeContents(button);
      const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
      return lines.size === 1 && Math.abs(button.getBoundingClientRect().top - row) < 6;
    };
    return seen.filter((each) => !isWhole(each)).map((each) => each.textContent);
  });

for (const locale of ['en-GB', 'zh-CN', 'ja-JP']) {
  test(`the buttons of a match are in one row, with their texts in one line each, in ${locale}`, async (t) => {
    const server = await Server.start(t);
    const page = await person(t, browser, { locale });
    const other = await person(t, browser);
    for (const each of [page, other]) await each.goto(`${server.origin}/offline`);
    await other.request.put(`${server.origin}/api/me`, { data: { name: 'Bartholomew Fitz' } });
    const look = async (selector, sizes) => {
      const faults = [];
      for (const [width, height] of sizes) {
        await resize(page, width, height);
        const texts = await broken(page, selector);
        if (texts.length > 0) faults.push(`${width}x${height}: ${texts.join(', ')}`);
      }
      return faults;
    };
    const sizes = [
      [320, 640],
      [390, 664],
      [820, 1106],
      [844, 390],
      [1280, 800],
    ];
    const days = { kind: 'correspondence', days: 3 };
    for (const clock of [{ kind: 'fischer', initial: 600, increment: 5 }, days]) {
      const data = { game: 'shogi', seat: 'first', clock };
      const { id } = await (await page.request.post(`${server.origin}/api/matches`, { data })).json();
      await other.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
      await send(page, id, { type: 'play', ply: 0, move: '7g7f' });
      await page.goto(`${server.origin}/m/${id}`);
      await page.locator('#moves [data-ply="1"]').waitFor({ state: 'attached' });
      const buttons = '#controls > .button, #controls > .menu > summary';
      assert.deepEqual(await look(buttons, sizes), [], clock.kind);
      if (clock === days) assert.deepEqual(await look('.turn-link', sizes), [], 'the links');
    }
    await page.goto(`${server.origin}/local?game=shogi`);
    await page.getByTestId('local-notes').waitFor();
    // On a phone there are two rows.
    assert.deepEqual(await look('#local .button', [sizes[2], sizes[4]]), [], 'on one device');
    await page.getByTestId('local-notes').locator('summary').click();
    await page.getByTestId('remark').waitFor();
    assert.equal(await page.locator('[role=tab]').count(), 0, 'a single tab is no choice');
  });
}
