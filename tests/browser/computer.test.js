// The computer on one's own device: it plays without a server, tells what is best, and reviews a game.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { play } from './support/play.js';
import { Server } from './support/server.js';

let browser;
/** Waits until so many actions have been played on the line shown. */
const stands = (page, plies) => page.getByTestId('ply').filter({ hasText: new RegExp(`^${plies} / `) }).waitFor();

before(async () => {
  browser = await launch();
});
after(() => browser.close());

test('the computer answers on one device, takes back with the visitor, and plays on offline', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
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

test('the best moves of a position are told, and played by a press', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  // The chariots mate at once.
  await page.goto(`${server.origin}/analysis?game=xiangqi&position=${encodeURIComponent('3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1')}`);
  await page.getByTestId('evaluate').click();
  const best = page.getByTestId('best').first();
  await best.waitFor();
  await best.filter({ hasText: 'Red wins in 1' }).waitFor();
  await best.click();
  await stands(page, 1);
  await page.getByTestId('result').filter({ hasText: 'Red wins' }).waitFor();
  assert.equal(await page.getByTestId('best').count(), 0, 'the game is over');
});

test('in a solved game every move is told what it is worth', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const position = encodeURIComponent('1ww1/1w1w/b1b1/1b1b b -');
  await page.goto(`${server.origin}/analysis?game=tui-da-che&ruleset=original&position=${position}`);
  await page.getByTestId('evaluate').click();
  await page.getByTestId('evaluation-state').filter({ hasText: 'Exact' }).waitFor();
  const told = await page.getByTestId('best').allTextContents();
  assert.equal(told.length, 12);
  assert.match(told[0] ?? '', /^Black wins in 37 /);
  assert.equal(told.filter((text) => text.startsWith('Black wins')).length, 1, 'a single move keeps the win');
  await page.getByTestId('best').first().click();
  await page.getByTestId('best').filter({ hasText: 'Black wins in 36' }).first().waitFor();
});

test('a review names the move that lost a piece and what was better', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  // The horse walks into the chariot's file unprotected.
  await page.goto(`${server.origin}/analysis?game=xiangqi&moves=h2e2%20h9g7%20e2e6%20g7e6`);
  await page.getByTestId('review').waitFor();
  const [title, line] = await page.locator('#evaluation-title').evaluate((heading) => [heading.clientHeight, parseFloat(getComputedStyle(heading).lineHeight)]);
  assert.ok(title < 1.5 * line, 'the heading is on one line');
  await page.getByTestId('review').click();
  const slip = page.getByTestId('slip').first();
  await slip.waitFor();
  const plies = await page.getByTestId('slip').evaluateAll((slips) => slips.map(({ dataset }) => dataset.ply));
  assert.ok(plies.includes('3') || plies.includes('4'), String(plies));
  assert.match(await slip.textContent(), /Better: /);
  await slip.click();
  await page.getByTestId('ply').filter({ hasText: / 4$/ }).waitFor();
});
