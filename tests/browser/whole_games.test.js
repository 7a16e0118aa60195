// Two people play whole games of every kind through the page, by mouse and by touch. The server
// is killed and started again during it: with a move on its way, before one is sent, in the middle
// of a chain and with a removal owed. No page is reloaded, no move is lost or played twice, the page
// shows the owed removal, both see the result, and the game can be replayed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Game, initSync } from '../../static/engine/yiguan_engine.js';
import { launch, person } from './support/browser.js';
import { LONG } from './support/long.js';
import { ask, bySide, createRoom, join, matchId, play, saved, says, shows, snapshot, vectors } from './support/play.js';
import { Server } from './support/server.js';

const engine = readFileSync(new URL('../../static/engine/yiguan_engine_bg.wasm', import.meta.url));
initSync({ module: engine });

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** The shortest game of a ruleset in the vectors that ends by the given reason, if one is given. */
function shortest(file, ruleset, reason) {
  const [game] = vectors(file)
    .filter((vector) => vector.ruleset === ruleset && vector.moves && vector.result)
    .filter((vector) => !reason || vector.reason === reason)
    .sort((a, b) => a.moves.length - b.moves.length);
  assert.ok(game, `${file} has a finished game of ${ruleset}`);
  return game;
}

/** Plays a move and kills the server at that moment, wherever the move then is. */
async function killDuring(server, playMove) {
  await playMove();
  await server.kill();
  await server.start();
}

/** Kills the server, plays a move that reaches no server, and starts the server again. */
async function killBefore(server, pages, playMove, pending) {
  await server.kill();
  await Promise.all(pages.map((page) => page.locator('[data-testid=connection][data-state=reconnecting]').waitFor()));
  const touched = await pages[0].getByTestId('connection').evaluate((notice) => getComputedStyle(notice).pointerEvents);
  assert.equal(touched, 'none', 'what lies below can be touched');
  await playMove();
  await pending.waitFor({ state: 'attached' });
  await server.start();
}

/** In the page of a replay: whether it stands at `ply`. */
const isAt = (ply) => document.querySelector('[data-testid=replay-slider]').value === String(ply);

const connected = (page) => page.locator('[data-testid=connection][data-state=connected]').waitFor({ state: 'attached' });

/**
 * @typedef {object} Manner
 * @property {import('playwright-core').BrowserContextOptions[]} [people] who sit there
 * @property {keyof typeof HANDS} [hand]
 * @property {number} [restart] the ply before which the server is killed, rather than twice on the way
 * @property {Record<number, (mover: import('playwright-core').Page, other: import('playwright-core').Page) => Promise<void>>} [before] the checks of the pages before a ply
 */

/**
 * Plays a recorded game through two pages to its end, and replays it; answers with one of them.
 *
 * @param {import('node:test').TestContext} t
 * @param {{game: string, moves: string[], result: string, reason?: string}} recorded
 * @param {Record<string, string>} choices what to choose in the form for a new table
 * @param {Manner} [manner]
 */
async function playWhole(
  t,
  { game, moves, result },
  choices,
  { people = [{}, {}], hand = 'click', restart, before: shown = {} } = {},
) {
  const server = await Server.start(t);
  const pages = [await person(t, browser, people[0]), await person(t, browser, people[1])];
  const link = await createRoom(pages[0], server.origin, game, choices);
  await join(pages[1], link);
  await Promise.all(pages.map(connected));
  const seats = await bySide(pages);
  for (const page of pages) await page.evaluate(() => (globalThis.neverReloaded = true));

  const { ruleset, options } = await snapshot(pages[0]);
  const rules = new Game(game, ruleset, JSON.stringify(options));
  // A click before the rules are there is in vain.
  await seats[rules.to_act()].locator('[aria-readonly=false]').waitFor({ state: 'attached' });
  const [third, twoThirds] = restart === undefined ? [1, 2].map((n) => Math.floor((n * moves.length) / 3)) : [];
  for (const [ply, move] of moves.entries()) {
    const mover = seats[rules.to_act()];
    const other = mover === pages[0] ? pages[1] : pages[0];
    const bothWays = ['', '+'].every((sign) => rules.legal().includes(move.replace('+', '') + sign));
    const playMove = () => play(mover, move, bothWays, hand);
    const pending = mover.getByTestId('move-list').locator(`[data-ply="${ply + 1}"].move--pending`);
    if (ply === restart) {
      await server.kill();
      await server.start();
      await Promise.all(pages.map(connected));
    }
    await shown[ply]?.(mover, other);
    if (ply === third) await killDuring(server, playMove);
    else if (ply === twoThirds) await killBefore(server, pages, playMove, pending);
    else await playMove();
    rules.play(move);
    await saved(mover, ply + 1);
    await shows(other, ply + 1);
  }

  for (const page of pages) {
    const ending = page.locator(`[data-testid=result][data-result="${result}"][data-reason="${rules.reason()}"]`);
    await ending.waitFor();
    assert.ok(await page.evaluate(() => globalThis.neverReloaded), 'the page was never reloaded');
  }
  const archived = await (await pages[0].request.get(`${server.origin}/api/archive/${matchId(pages[0])}`)).json();
  assert.deepEqual(archived.moves, moves, 'every move is in the archive, once and in order');
  assert.equal(archived.result, result);
  await replays(pages[0], moves.length);
  const { name } = await ask(pages[0], '/api/me');
  await pages[0].locator('#player-bottom').filter({ hasText: name }).waitFor();
  return pages[0];
}

/** Follows the link to the replay and steps to both ends of the game. */
async function replays(page, last) {
  await page.getByTestId('replay-link').click();
  await shows(page, last);
  for (const [button, ply] of [
    ['first', 0],
    ['forward', 1],
    ['last', last],
    ['back', last - 1],
  ]) {
    await page.getByTestId(`replay-${button}`).click();
    await page.waitForFunction(isAt, ply);
  }
}

/** A game of the given moves, as the engine ends it. */
function line(game, ruleset, text, options = {}) {
  const moves = text.split(' ');
  const rules = new Game(game, ruleset, JSON.stringify(options));
  for (const move of moves) rules.play(move);
  return { game, moves, result: rules.result() };
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('a whole game of Er Chi Yi, dragged', async (t) => {
  const moves =
    'a1a2 c5c4 a2b2 c4c3 b2c2 e5e4 c2c3 e4e3 b1b2 e3d3 b2b3 d5d4 c3c4 d4d3 c4c3 b5b4 c3c2 b4a4 e1e2 a4a3 c2c3 a5b5 e2e3 b5b4 e3e4 b4c4 c1c2';
  await playWhole(t, line('er-chi-yi', 'standard', moves), {}, { hand: 'drag', restart: 9 });
});

test('a whole game of Zhuo Qi Zi on two phones', async (t) => {
  const game = line('zhuo-qi-zi', 'standard', 'b1b2 b4b3 a1b1 c4c3 b2c2 d4d3 c2d2 a4a3 b1b2 a3b3 c1b1');
  // The third step captures, and the page names the capture.
  const named = (mover, other) => Promise.all([mover, other].map((page) => says(page, 'event', 'top capture ×b3')));
  await playWhole(t, game, {}, { people: [PHONE, PHONE], hand: 'tap', before: { 3: named } });
});

test('a whole game of Xia Liu, with lines completed and the server killed while a removal is owed', async (t) => {
  const game = line(
    'xia-liu',
    'as-printed',
    'b1b2 a6a5 d1d2 a5a4 e1e2 c6c5 f1f2 e6e5 a1a2 d6c6 c1c2 xc5 xc6 b6b5 c2c3 b5b4 c3c2 xb4 xf6 a4b4 d2d1 e5d5 d1d2 xb4 xd5',
  );
  const owed = (count) => async (mover, other) => {
    await says(mover, 'status', 'Still your turn');
    await says(other, 'status', 'Still Black’s turn');
    for (const page of [mover, other]) await says(page, 'owed', `Remove enemy stones (${count})`);
  };
  await playWhole(t, game, {}, { restart: 12, before: { 11: owed(2), 12: owed(1) } });
});

test('a whole game of Xia Si, with the server killed in the middle of a chain', async (t) => {
  const game = line('xia-si', 'as-printed', 'b1b2 b4b3 d1d2 a4b4 a1a2 c4c3 c1c2 b3b2 c3c2');
  const chain = async (mover, other) => {
    await says(mover, 'status', 'Still your turn');
    for (const page of [mover, other]) await says(page, 'owed', 'you must take it');
    await says(other, 'event', 'centre capture');
    await mover.locator('.yg-mark--must').first().waitFor();
  };
  await playWhole(t, game, {}, { restart: 8, before: { 8: chain } });
});

test('a whole game of Tui Da Che, and its replay', async (t) => {
  const game = shortest('folk-tui-da-che', 'original');
  const page = await playWhole(t, game, { ruleset: 'original' });
  await page.getByTestId('replay-slider').fill('3');
  await page.locator('[data-testid=move-list] [data-ply="3"][aria-current=true]').waitFor();
});

if (LONG) {
  test('a whole game of xiangqi by the standard rules', async (t) => {
    await playWhole(t, shortest('xiangqi-games', 'standard', 'checkmate'), { ruleset: 'standard' });
  });
}

test('a whole game of shogi, with drops and promotions', async (t) => {
  const game = shortest('shogi-games', 'standard', 'checkmate');
  assert.ok(
    ['*', '+'].every((sign) => game.moves.join().includes(sign)),
    'a drop and a promotion',
  );
  await playWhole(t, game, {});
});

test('a whole game of Diu Fang, placing, removing and moving', async (t) => {
  const moves =
    '@c6 @f3 @b6 @d5 @f2 @e1 @a6 @b4 @a5 @d2 @e6 @a3 @f4 @d1 @a4 @e2 xf4 @c2 @d4 @b1 @b5 @c3 @e4 @a1 @f6 @c4 @b2 @f4 @f1 @d6 @c1 @c5 @d3 @a2 @f5 @e5 @b3 xc1 xf2 c2c1 d2c2';
  const fang = async (mover, other) => {
    await says(mover, 'status', 'Still your turn');
    for (const page of [mover, other]) await says(page, 'event', 'Fang (squares) made: 1');
  };
  // A protected stone is marked, and a touch of it names its protection.
  const guarded = async (mover, other) => {
    for (const page of [mover, other]) await says(page, 'owed', 'protected by a fang: d1 d2 e1 e2');
    await mover.locator('[data-point=d2]').click();
    await says(mover, 'refusal', 'That stone is protected by a fang.');
    assert.equal(await other.locator('[data-safe]').count(), 4);
  };
  const options = { board: '6x6', style: 'wei' };
  const game = line('diu-fang', 'chinese', moves, options);
  const choices = { ruleset: 'chinese', 'option.board': '6x6', 'option.style': 'wei' };
  await playWhole(t, game, choices, { before: { 16: fang, 37: guarded } });
});
