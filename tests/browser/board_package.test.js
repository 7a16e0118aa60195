// That the board's package can be used by itself: the examples of its README, run as they stand.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';

const FOLDER = new URL('../../static/board/', import.meta.url);
const readme = readFileSync(new URL('README.md', FOLDER), 'utf8');
const examples = new Map(
  [...readme.matchAll(/```js\n\/\/ example: (\w+)\n([\s\S]*?)```/g)].map(([, name, code]) => [name, code]),
);
const KINDS = { js: 'text/javascript', css: 'text/css' };

let browser;
let server;
before(async () => {
  browser = await launch();
  // Nothing is served but the folder and a page round an example.
  server = createServer((request, response) => {
    const path = request.url.slice(1);
    if (examples.has(path)) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><title>Example</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/board.css"><div id="board"></div>
        <script type="module">${examples.get(path)}; globalThis.board = board;</script>`,
      );
      return;
    }
    const kind = KINDS[/^[\w]+\.(\w+)$/.exec(path)?.[1]];
    if (!kind) {
      response.statusCode = 404;
      response.end();
      return;
    }
    response.setHeader('content-type', kind);
    response.end(readFileSync(new URL(path, FOLDER)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(async () => {
  await browser.close();
  server.close();
});

/** A page with an example. */
async function open(t, name) {
  const page = await person(t, browser, { viewport: { width: 600, height: 700 } });
  await page.goto(`http://127.0.0.1:${server.address().port}/${name}`);
  await page.locator('.yg-piece').first().waitFor();
  return page;
}

const press = async (page, ...points) => {
  for (const point of points) await page.locator(`[data-point="${point}"]`).click();
};

/** Waits until a piece stands, or none, on points of the board's state. */
const stands = (page, wanted) =>
  page.waitForFunction(
    (points) =>
      Object.entries(points).every(([point, role]) => (globalThis.board.state.pieces.get(point)?.role ?? null) === role),
    wanted,
  );

test('the README has an example of each kind of game', () => {
  assert.deepEqual([...examples.keys()], ['line', 'fang', 'shogi', 'xiangqi']);
});

test('a line game: both sides step, by mouse and by keys', async (t) => {
  const page = await open(t, 'line');
  await press(page, 'a1', 'a2');
  await stands(page, { a1: null, a2: 'stone' });
  await page.locator('[data-last="a2"]').waitFor();
  await page.locator('[data-point=d4]').focus();
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await stands(page, { d4: null, d3: 'stone' });
  await page.getByRole('gridcell', { name: 'd3' }).waitFor();
});

test('Diu Fang: a stone is placed, its fang is drawn, a stone is removed', async (t) => {
  const page = await open(t, 'fang');
  await press(page, 'b2');
  await page.locator('[data-pattern]').nth(3).waitFor();
  await press(page, 'e5');
  await stands(page, { e5: null, b2: 'stone' });
  await page.locator('[data-last="b2"]').waitFor();
});

test('shogi: a pawn promotes when asked, gold is dropped out of the hand', async (t) => {
  const page = await open(t, 'shogi');
  await press(page, '4d', '4c');
  await page.getByRole('button', { name: 'Promote', exact: true }).click();
  await page.locator('.yg-wedge--promoted').waitFor();
  await page.locator('[data-hand=G]').click();
  await press(page, '5b');
  await stands(page, { '5b': 'gold' });
  assert.equal(await page.locator('[data-hand]').count(), 0);
});

test('xiangqi: an illegal move is asked about, a legal one is played, an arrow is shown', async (t) => {
  const page = await open(t, 'xiangqi');
  assert.equal(await page.locator('.yg-piece').count(), 32);
  await press(page, 'h2', 'h4');
  await page.locator('.yg-mark--refused').waitFor();
  await press(page, 'h2', 'e2');
  await stands(page, { h2: null, e2: 'c' });
  await page.locator('path.yg-shape--blue').waitFor();
});

test('shapes are drawn live in four colours, by mouse and by finger, and reported', async (t) => {
  const page = await open(t, 'line');
  const told = () => page.evaluate(() => globalThis.told_);
  await page.evaluate(() => globalThis.board.set({ on: { shapes: (shapes) => (globalThis.told_ = shapes) } }));
  const middle = async (point) => {
    const { x, y, width, height } = await page.locator(`[data-point="${point}"]`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  for (const [keys, brush, to] of [
    [[], 'green', 'b1'],
    [['Shift'], 'red', 'b2'],
    [['Alt'], 'blue', 'b3'],
    [['Shift', 'Alt'], 'yellow', 'b4'],
  ]) {
    for (const key of keys) await page.keyboard.down(key);
    await page.mouse.move(...(await middle('c2')));
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...(await middle(to)), { steps: 3 });
    await page.locator(`path.yg-shape--${brush}`).waitFor();
    await page.mouse.up({ button: 'right' });
    for (const key of keys) await page.keyboard.up(key);
    assert.deepEqual((await told()).at(-1), { from: 'c2', to, brush });
  }
  // With the mode that a page's button sets, the first button, a finger and keys draw.
  await page.evaluate(() => globalThis.board.set({ drawing: true, shapes: [] }));
  await page.mouse.move(...(await middle('a1')));
  await page.mouse.down();
  await page.mouse.move(...(await middle('a3')), { steps: 3 });
  await page.mouse.up();
  await page.locator('[data-point=d1]').focus();
  for (const key of ['Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  assert.deepEqual(await told(), [
    { from: 'a1', to: 'a3', brush: 'green' },
    { from: 'd1', to: 'd2' },
  ]);
});

test('a board that is destroyed leaves nothing behind', async (t) => {
  const page = await open(t, 'line');
  await page.evaluate(() => globalThis.board.destroy());
  assert.equal(await page.locator('#board').innerHTML(), '');
});
