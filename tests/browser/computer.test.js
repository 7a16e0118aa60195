// The computer on the visitor's own device: it plays without a server, shows the best moves, and reviews a game.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Game, initSync } from '../../static/engine/yiguan_engine.js';
import { KEEPING, launch, person } from './support/browser.js';
import { play } from './support/play.js';
import { BINARY, Server } from './support/server.js';

initSync({ module: readFileSync(new URL('../../static/engine/yiguan_engine_bg.wasm', import.meta.url)) });

let browser;
/** Waits until so many actions have been played on the line shown. */
const stands = (page, plies) =>
  page
    .getByTestId('ply')
    .filter({ hasText: new RegExp(`^${plies} / `) })
    .waitFor();

before(async () => {
  browser = await launch();
});
after(() => browser.close());

test('the computer answers on one device, takes back with the visitor, and plays on offline', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, KEEPING);
  await page.goto(`${server.origin}/local?game=er-chi-yi`);
  await page.getByTestId('local-opponent').selectOption('second');
  await page.getByTestId('local-level').selectOption('3');
  await play(page, 'a1a2');
  await stands(page, 2);
  await page.getByTestId('local-back').click();
  await stands(page, 0);
  // The other side begins where the computer has it.
  await page.getByTestId('local-opponent').selectOption('first');
  await stands(page, 1);
  assert.ok(await page.evaluate(() => navigator.serviceWorker.ready.then(() => true)));
  await page.reload();
  await stands(page, 1);
  assert.equal(await page.getByTestId('local-opponent').inputValue(), 'first');
  await server.kill();
  await page.reload();
  await stands(page, 1);
  await page.getByTestId('local-back').click();
  await stands(page, 1);
});

test('the best moves of a position are listed, and played by a press', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  // The chariots mate at once.
  await page.goto(
    `${server.origin}/analysis?game=xiangqi&position=${encodeURIComponent('3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1')}`,
  );
  // The tab of the computer begins at once.
  await page.getByTestId('tab-computer').click();
  const best = page.getByTestId('best').first();
  await best.waitFor();
  await best.filter({ hasText: 'Red wins in 1' }).waitFor();
  await best.click();
  await stands(page, 1);
  await page.getByTestId('result').filter({ hasText: 'Red wins' }).waitFor();
  assert.equal(await page.getByTestId('best').count(), 0, 'the game is over');
});

/** Won by a single move, in 37. */
const WON = '1ww1/1w1w/b1b1/1b1b b -';
const wonIn = (page, origin, more = '') =>
  page.goto(`${origin}/analysis?game=tui-da-che&ruleset=original&position=${encodeURIComponent(WON)}${more}`);
/** The values of every move there in the server's table. */
const told = async (origin) =>
  (await (await fetch(`${origin}/api/tablebase/tui-da-che?ruleset=original&position=${encodeURIComponent(WON)}`)).json()).actions;

test('in a solved game every move shows its value, in the list and on the board, also offline', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, KEEPING);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await wonIn(page, server.origin);
  // The visitor did not ask.
  const exact = () => page.getByTestId('evaluation-state').filter({ hasText: 'exact values' }).waitFor();
  await exact();
  const list = await page.getByTestId('best').allTextContents();
  assert.equal(list.length, 12);
  assert.match(list[0] ?? '', /^Black wins in 37 /);
  assert.equal(list.filter((text) => text.startsWith('Black wins')).length, 1, 'a single move keeps the win');
  assert.deepEqual(
    asked.filter((url) => url.includes('/api/tablebase')),
    [],
    'the table is solved in the browser',
  );

  // The winning stone is marked, and once it is picked up, its winning point.
  const actions = await told(server.origin);
  const [from, to] = actions.find(({ value }) => value === 'win').action.match(/[a-d][1-4]/g);
  const cell = (point) => page.locator(`[data-point="${point}"]`);
  await page.locator('.yg-note--good').filter({ hasText: '+37' }).waitFor();
  assert.match(await cell(from).getAttribute('aria-label'), /Black wins in 37$/);
  const stones = new Set(actions.map(({ action }) => action.slice(0, 2)));
  assert.equal(await page.locator('.yg-note').count(), stones.size, 'a badge on every stone that can move');
  await cell(from).click();
  await page.waitForFunction(
    (point) => /Black wins in 37$/.test(document.querySelector(`[data-point="${point}"]`)?.getAttribute('aria-label') ?? ''),
    to,
  );
  assert.doesNotMatch(await cell(from).getAttribute('aria-label'), /wins/);
  await page.keyboard.press('Escape');
  // The legend of the badges is next to the board, where it moves nothing.
  const key = page.getByTestId('values-key');
  await key.filter({ hasText: '+7 wins in 7' }).waitFor();
  const [row, said] = await Promise.all([page.getByTestId('ply').boundingBox(), key.boundingBox()]);
  assert.ok(said.y >= row.y - 8 && said.y + said.height <= row.y + row.height + 8, `${said.y} beside ${row.y}`);
  await page.getByTestId('values').click();
  await page.waitForFunction(() => document.querySelectorAll('.yg-note').length === 0);
  await key.waitFor({ state: 'hidden' });
  assert.equal(await page.getByTestId('values').getAttribute('aria-pressed'), 'false');
  await page.getByTestId('values').click();
  await page.locator('.yg-note--good').waitFor();

  await page.getByTestId('best').first().click();
  await page.getByTestId('best').filter({ hasText: 'Black wins in 36' }).first().waitFor();
  // White cannot win any more.
  await page.waitForFunction(() => document.querySelectorAll('.yg-note--good').length === 0);

  assert.ok(await page.evaluate(() => navigator.serviceWorker.ready.then(() => true)));
  // With the worker in charge, used files are cached.
  await page.reload();
  await exact();
  await page.waitForFunction(async () => {
    const caught = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return ['solver', 'yiguan_tables_bg'].every((part) => caught.flat().some((url) => url.includes(part)));
  });
  await server.kill();
  await page.reload();
  await exact();
});

test('automatic values come after the board, and never once they are switched off', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  let release = () => {};
  const held = new Promise((go) => {
    release = go;
  });
  await page.route(/yiguan_engine_bg/, async (route) => {
    await held;
    await route.continue();
  });
  const about = () => asked.filter((url) => /yiguan_tables|solver|yiguan_search|worker\/search/.test(url));
  await wonIn(page, server.origin);
  await page.locator('.yg-board .yg-pieces > *').first().waitFor();
  assert.deepEqual(about(), [], 'the board does not wait for it');
  release();
  await page.locator('.yg-note--good').waitFor();
  assert.equal(await page.getByTestId('evaluate').getAttribute('aria-pressed'), 'true');
  assert.deepEqual(
    about().filter((url) => url.includes('search')),
    [],
    'nothing is searched',
  );
  await page.getByTestId('evaluate').click();
  await page.waitForFunction(() => document.querySelectorAll('.yg-note').length === 0);
  asked.length = 0;
  await page.reload();
  await page.locator('[data-point].yg-hit--source').first().waitFor();
  await page.getByTestId('tab-computer').click();
  await page.getByTestId('evaluate').waitFor();
  assert.equal(await page.getByTestId('evaluate').getAttribute('aria-pressed'), 'false');
  assert.deepEqual(about(), [], 'it was switched off');
  await page.getByTestId('evaluate').click();
  await page.locator('.yg-note--good').waitFor();
  await page.reload();
  await page.locator('.yg-note--good').waitFor();
});

/** A sample in which White’s second move lost a drawn game. */
const LOST = '79696775-616e-8000-8001-000000000001';

test('a replay names the losing move without a request, and starts no search', async (t) => {
  const server = await Server.start(t);
  await promisify(execFile)(BINARY, ['import', '--samples', '--data-dir', server.folder]);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/g/${LOST}`);
  await page.getByTestId('tab-review').click();
  const decided = page
    .getByTestId('slips')
    .locator('li')
    .filter({ has: page.getByTestId('decided') });
  assert.match(await decided.textContent(), /^2… White: .* \? A draw became a loss \(Black wins in \d+\)\. Better: .* \(draw\)/i);
});

test('a review by the table names the move that threw a win away and the one that lost the game', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const lost = (await told(server.origin)).find(({ value }) => value === 'loss').action;
  await wonIn(page, server.origin, `&moves=${lost}`);
  await page.getByTestId('tab-review').click();
  await page.getByTestId('review').click();
  const slip = page.getByTestId('slip');
  await slip.first().waitFor();
  assert.equal(await slip.count(), 1);
  assert.match(
    await slip.textContent(),
    /^1\. Black: .* \?\? A win became a loss \(White wins in \d+\)\. Better: .* \(Black wins in 37\)$/,
  );
  // The game is not decided yet.
  assert.equal(await page.getByTestId('decided').count(), 0);
  const best = (await told(server.origin)).find(({ value }) => value === 'win').action;
  await wonIn(page, server.origin, `&moves=${best}`);
  await page.getByTestId('tab-review').click();
  await page.getByTestId('review').click();
  await page.getByText('No move changed the result.').waitFor();
});

test('the upper levels do not let go of a win in a solved game, on this device too', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  // White wins from the start, in 40.
  await page.goto(`${server.origin}/local?game=tui-da-che&ruleset=original`);
  await page.getByTestId('local-opponent').selectOption('second');
  await page.getByTestId('local-level').selectOption('6');
  await play(page, 'a1a2');
  await stands(page, 2);
  await play(page, 'b1b2');
  await stands(page, 4);
  const moves = await page.evaluate(() => JSON.parse(localStorage.getItem('yiguan.local.games') ?? '[]').at(-1)[1].moves);
  const game = new Game('tui-da-che', 'original');
  for (const move of moves) game.play(move);
  const position = game.position();
  const answer = await fetch(
    `${server.origin}/api/tablebase/tui-da-che?ruleset=original&position=${encodeURIComponent(position)}`,
  );
  assert.equal((await answer.json()).value, 'loss', `Black is to move in ${position}`);
});

test('a review marks the move that lost a piece with a word and a sign, and names a better one', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  // The horse walks into the chariot's file unprotected.
  await page.goto(`${server.origin}/analysis?game=xiangqi&moves=h2e2%20h9g7%20e2e6%20g7e6`);
  await page.getByTestId('tab-review').click();
  await page.getByTestId('review').click();
  const slip = page.getByTestId('slip').first();
  await slip.waitFor();
  const [ply, kind] = await slip.evaluate(({ dataset, className }) => [dataset.ply, className.match(/slip--(\w+)/)[1]]);
  assert.ok(['3', '4'].includes(ply), ply);
  // The number is that of the list of moves, and both values are shown.
  const number = ply === '3' ? '2\\.' : '2…';
  const text = new RegExp(`^${number} .*: .* \\?[?!]? (Inaccuracy|Mistake|Blunder) \\(.+\\)\\. Better: .* \\(.+\\)$`);
  assert.match(await slip.textContent(), text);
  const mark = page.locator(`#moves [data-ply="${ply}"] .move-mark--${kind}`);
  assert.match(await mark.textContent(), /^\?[?!]?$/);
  assert.match(await page.locator(`#moves [data-ply="${ply}"]`).textContent(), /Inaccuracy|Mistake|Blunder/);
  const sums = await page.getByTestId('review-sums').locator('li').allTextContents();
  assert.equal(sums.length, 2);
  assert.match(sums[0], /^Red: inaccuracies \d, mistakes \d, blunders \d$/);
  await slip.click();
  await page.getByTestId('ply').filter({ hasText: / 4$/ }).waitFor();
});

test('asked for the best moves where the game has ended, the computer names the result', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const query = new URLSearchParams({ game: 'shogi', position: '4k4/7+R1/4p4/9/9/9/9/9/4K4 b G 1', moves: 'G*5b' });
  await page.goto(`${server.origin}/analysis?${query}`);
  await stands(page, 1);
  await page.getByTestId('tab-computer').click();
  await page
    .getByTestId('evaluation-state')
    .filter({ hasText: /Black.*wins.*checkmate/ })
    .waitFor();
});
