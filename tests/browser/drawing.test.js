// Arrows and circles on the board: drawn by finger, mouse and keys, and shown to those who go over the same game.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { saved } from './support/play.js';
import { Server } from './support/server.js';
import { begin, guest, resign } from './support/tables.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A visitor with a phone, and a game of theirs against a guest. */
async function joined(t, setup) {
  const server = await Server.start(t);
  const player = await person(t, browser, PHONE);
  await player.goto(`${server.origin}/offline`);
  const opponent = await guest(server.origin);
  const id = await opponent.open(setup);
  await player.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
  return { server, player, opponent, id };
}

/** The same, of two moves that are out of the way; the player has resigned. */
async function finished(t) {
  const { server, player, opponent, id } = await joined(t, { game: 'xiangqi' });
  await begin(player, opponent, id, ['a0a1', 'a9a8']);
  await resign(player, id);
  return { server, player, id };
}

const middle = async (page, point) => {
  const { x, y, width, height } = await page.locator(`[data-point="${point}"]`).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

/** Draws with a finger. */
async function drag(page, from, to) {
  // All of the board in sight, as it is under a finger.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const [start, end] = [await middle(page, from), await middle(page, to)];
  const finger = await page.context().newCDPSession(page);
  const touch = (type, points) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [start]);
  await touch('touchMove', [{ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }]);
  await touch('touchMove', [end]);
  await touch('touchEnd', []);
}

const shapes = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.yg-board .yg-shape').length === n, count);

test('a finger draws arrows in the replay once the pen is taken, and plays again without it', async (t) => {
  const { server, player, id } = await finished(t);
  await player.goto(`${server.origin}/g/${id}`);
  const pen = player.getByTestId('pen');
  await pen.tap();
  assert.equal(await pen.getAttribute('aria-pressed'), 'true');
  const { y, height } = await pen.boundingBox();
  assert.ok(y + height < PHONE.viewport.height, 'the pen is beside the board');
  await drag(player, 'h2', 'e2');
  await shapes(player, 1);
  await player.locator('[data-point=e6]').tap();
  await shapes(player, 2);
  await pen.tap();
  // A press on the board removes the shapes.
  await player.locator('[data-point=e5]').tap();
  await shapes(player, 0);
});

test('one player’s shapes appear at once for the others, on the position where they were drawn', async (t) => {
  const { server, player, id } = await finished(t);
  const other = await person(t, browser);
  for (const page of [player, other]) {
    await page.goto(`${server.origin}/g/${id}`);
    await page.getByTestId('together').click();
    await page.locator('[data-testid=shared][data-state=saved]').waitFor();
    await page.getByTestId('pen').waitFor();
  }
  await player.getByTestId('pen').tap();
  await drag(player, 'h2', 'e2');
  await drag(player, 'h0', 'g2');
  await shapes(other, 2);
  // Shapes of one position do not appear on another.
  await other.locator('[data-point=b2]').click();
  await other.locator('[data-point=e2]').click();
  await shapes(other, 0);
  await other.getByTestId('replay-back').click();
  await shapes(other, 2);
  // Each wipes their own, and none of the other's.
  const [from, to] = [await middle(other, 'b0'), await middle(other, 'c2')];
  await other.mouse.move(from.x, from.y);
  await other.mouse.down({ button: 'right' });
  await other.mouse.move(to.x, to.y, { steps: 3 });
  await other.mouse.up({ button: 'right' });
  await shapes(player, 3);
  await other.locator('[data-point=e5]').click();
  for (const page of [player, other]) await shapes(page, 2);
});

test('who watches draws in a room, and players once the game is over', async (t) => {
  const { server, player, opponent, id } = await joined(t, { game: 'tui-da-che', seat: 'second' });
  const spectator = await person(t, browser, PHONE);
  await spectator.goto(`${server.origin}/m/${id}`);
  await spectator.getByTestId('pen').tap();
  await drag(spectator, 'a1', 'b2');
  await shapes(spectator, 1);
  await player.goto(`${server.origin}/m/${id}`);
  await player.getByTestId('flip').waitFor();
  assert.ok(await player.getByTestId('pen').isHidden(), 'a finger plays');
  await player.locator('[data-point=a1].yg-hit--source').tap();
  await player.locator('[data-point=a2]').tap();
  await saved(player, 1);
  await opponent.send(id, { type: 'play', ply: 1, move: 'd4d3' });
  await resign(player, id);
  await player.getByTestId('end-close').tap();
  await player.getByTestId('pen').tap();
  await drag(player, 'a4', 'b3');
  await shapes(player, 1);
});

test('a stored game is offered in every form that the server writes', async (t) => {
  const { server, player, id } = await finished(t);
  await player.goto(`${server.origin}/g/${id}`);
  await player.getByTestId('pen').waitFor();
  await player.getByTestId('files').locator('summary').press('Enter');
  await player.getByTestId('formats').waitFor();
  const [file] = await Promise.all([player.waitForEvent('download'), player.getByTestId('save-dhtmlxq').click()]);
  assert.match(await readFile(await file.path(), 'utf8'), /^\[DhtmlXQ/);
  assert.match(file.suggestedFilename(), /^.+, .+, \d{4}-\d{2}-\d{2}\.dhtmlxq$/);
  const answer = await player.request.get(`${server.origin}/api/archive/${id}.dhtmlxq`);
  assert.match(await answer.text(), /^\[DhtmlXQ/);
});

test('the line shown is written in every form that the server writes, variations with it', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const { games } = await (await fetch(`${server.origin}/api/games`)).json();
  const written = {
    dhtmlxq: ['h2e2 h9g7', 'b9c7', /\[DhtmlXQ_movelist\]77477062\[.*\[DhtmlXQ_move_0_2_1\]1022\[/s],
    ki2: ['7g7f 3c3d', '8c8d', /▲７六歩 {4}△３四歩\r\n.*変化：2手\r\n△８四歩/s],
  };
  for (const { id, rulesets } of games) {
    for (const { id: ruleset, records } of rulesets) {
      for (const notation of records) {
        const [moves, other, text] = written[notation];
        await page.goto(`${server.origin}/analysis?game=${id}&ruleset=${ruleset}&moves=${encodeURIComponent(moves)}`);
        const ply = (text) => page.getByTestId('ply').filter({ hasText: text }).waitFor();
        // Before the rules are there, a press would be lost.
        await page.getByTestId('pen').waitFor();
        await ply('2 / 2');
        await page.getByTestId('replay-back').click();
        await ply('1 / 2');
        await page.locator(`[data-point="${other.slice(0, 2)}"].yg-hit--source`).click();
        await page.locator(`[data-point="${other.slice(2)}"].yg-hit--target`).click();
        await page.locator('#moves .variation').waitFor();
        // Back on the main line, which the variation leaves.
        await page.locator('#moves [data-ply="2"]').click();
        await page.getByTestId('files').locator('summary').click();
        const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId(`save-${notation}`).click()]);
        assert.equal(file.suggestedFilename(), `yiguan-${id}.${notation}`);
        const bytes = await readFile(await file.path());
        assert.match(new TextDecoder(notation === 'ki2' ? 'shift_jis' : 'utf-8').decode(bytes), text);
      }
    }
  }
  const all = games.flatMap(({ rulesets }) => rulesets.flatMap(({ records }) => records));
  assert.deepEqual([...new Set(all)].sort(), ['dhtmlxq', 'ki2']);
});
