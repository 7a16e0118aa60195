// Two people play whole games through the page. Twice the server is killed and started again:
// once with a move on its way, once before one is made. Nobody reloads, no move is lost or
// played twice, and the game can be replayed afterwards.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Game, initSync } from '../../static/engine/yiguan_engine.js';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, matchId, play, saved, shows, snapshot, vectors } from './support/play.js';
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

/** Kills the server, plays a move that nobody can hear of, and starts the server again. */
async function killBefore(server, pages, playMove, pending) {
  await server.kill();
  await Promise.all(pages.map((page) => page.locator('[data-testid=connection][data-state=reconnecting]').waitFor()));
  await playMove();
  await pending.waitFor();
  await server.start();
}

/** In the page of a replay: whether it stands at `ply`. */
const isAt = (ply) => document.querySelector('[data-testid=replay-slider]').value === String(ply);

const connected = (page) =>
  page.locator('[data-testid=connection][data-state=connected]').waitFor({ state: 'attached' });

/**
 * Plays a recorded game through two pages; answers with one of them.
 *
 * @param {import('node:test').TestContext} t
 * @param {{game: string, moves: string[], result: string}} recorded
 * @param {Record<string, string>} choices what to choose in the form for a new table
 */
async function playWhole(t, { game, moves, result }, choices) {
  const server = await Server.start(t);
  const pages = [await person(t, browser), await person(t, browser)];
  const link = await createRoom(pages[0], server.origin, game, choices);
  await join(pages[1], link);
  await Promise.all(pages.map(connected));
  const seats = await bySide(pages);
  for (const page of pages) await page.evaluate(() => (globalThis.neverReloaded = true));

  const { ruleset, options } = await snapshot(pages[0]);
  const rules = new Game(game, ruleset, JSON.stringify(options));
  const [third, twoThirds] = [1, 2].map((n) => Math.floor((n * moves.length) / 3));
  for (const [ply, move] of moves.entries()) {
    const mover = seats[rules.to_act()];
    const other = mover === pages[0] ? pages[1] : pages[0];
    const bothWays = ['', '+'].every((sign) => rules.legal().includes(move.replace('+', '') + sign));
    const playMove = () => play(mover, move, bothWays);
    const pending = mover.getByTestId('move-list').locator(`[data-ply="${ply + 1}"].move--pending`);
    if (ply === third) await killDuring(server, playMove);
    else if (ply === twoThirds) await killBefore(server, pages, playMove, pending);
    else await playMove();
    rules.play(move);
    await saved(mover, ply + 1);
    await shows(other, ply + 1);
  }

  for (const page of pages) {
    await page.getByTestId('result').waitFor();
    assert.ok(await page.evaluate(() => globalThis.neverReloaded), 'the page was never reloaded');
  }
  const archived = await (await pages[0].request.get(`${server.origin}/api/archive/${matchId(pages[0])}`)).json();
  assert.deepEqual(archived.moves, moves, 'every move is in the archive, once and in order');
  assert.equal(archived.result, result);
  return pages[0];
}

test('a whole game of Tui Da Che, and its replay', async (t) => {
  const game = shortest('folk-tui-da-che', 'original');
  const page = await playWhole(t, game, { ruleset: 'original' });

  await page.getByTestId('replay-link').click();
  await shows(page, game.moves.length);
  const last = game.moves.length;
  for (const [button, ply] of [['first', 0], ['forward', 1], ['forward', 2], ['back', 1], ['last', last], ['back', last - 1]]) {
    await page.getByTestId(`replay-${button}`).click();
    await page.waitForFunction(isAt, ply);
  }
  await page.getByTestId('replay-slider').fill('3');
  await page.locator('[data-testid=move-list] [data-ply="3"][aria-current=true]').waitFor();
});

test('a whole game of xiangqi by the standard rules', async (t) => {
  await playWhole(t, shortest('xiangqi-games', 'standard', 'checkmate'), { ruleset: 'standard' });
});

test('a whole game of shogi, with drops and promotions', async (t) => {
  const game = shortest('shogi-games', 'standard', 'checkmate');
  assert.ok(['*', '+'].every((sign) => game.moves.join().includes(sign)), 'a drop and a promotion');
  await playWhole(t, game, {});
});

test('a whole game of Diu Fang, placing, removing and moving', async (t) => {
  const game = shortest('folk-diu-fang', 'chinese-wei-7x7');
  assert.ok(['@', 'x'].every((sign) => game.moves.join().includes(sign)), 'a placement and a removal');
  await playWhole(t, game, { ruleset: 'chinese', 'option.board': '7x7', 'option.style': 'wei' });
});
