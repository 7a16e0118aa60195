// Two people play whole games through the page. In the middle the server is killed and started
// again; nobody reloads, no move is lost, and the game can be replayed afterwards.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, matchId, saved, shows, step, vectors } from './support/play.js';
import { Server } from './support/server.js';

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

/** Kills the server under both pages and starts it again; they come back by themselves. */
async function restart(server, pages) {
  await server.kill();
  await Promise.all(pages.map((page) => page.locator('[data-testid=connection][data-state=reconnecting]').waitFor()));
  await server.start();
  await Promise.all(pages.map(connected));
}

const connected = (page) =>
  page.locator('[data-testid=connection][data-state=connected]').waitFor({ state: 'attached' });

async function playWhole(t, { game, ruleset, moves, result }) {
  const server = await Server.start(t);
  const pages = [await person(t, browser), await person(t, browser)];
  const link = await createRoom(pages[0], server.origin, game, { ruleset });
  await join(pages[1], link);
  await Promise.all(pages.map(connected));
  const seats = await bySide(pages);
  const sides = [seats.first, seats.second];
  for (const page of pages) await page.evaluate(() => (globalThis.neverReloaded = true));

  const half = Math.floor(moves.length / 2);
  for (const [ply, move] of moves.entries()) {
    if (ply === half) await restart(server, pages);
    const mover = sides[ply % 2];
    await step(mover, move);
    await saved(mover, ply + 1);
    await shows(sides[(ply + 1) % 2], ply + 1);
  }

  for (const page of pages) {
    await page.getByTestId('result').waitFor();
    assert.ok(await page.evaluate(() => globalThis.neverReloaded), 'the page was never reloaded');
  }
  const archived = await (await pages[0].request.get(`${server.origin}/api/archive/${matchId(pages[0])}`)).json();
  assert.deepEqual(archived.moves, moves, 'every move is in the archive, once and in order');
  assert.equal(archived.result, result);
  return { server, page: pages[0], archived };
}

test('a whole game of Tui Da Che, and its replay', async (t) => {
  const game = shortest('folk-tui-da-che', 'original');
  const { page } = await playWhole(t, game);

  await page.getByTestId('replay-link').click();
  await shows(page, game.moves.length);
  const slider = page.getByTestId('replay-slider');
  const plies = String(game.moves.length);
  for (const [button, ply] of [
    ['first', '0'],
    ['forward', '1'],
    ['forward', '2'],
    ['back', '1'],
    ['last', plies],
    ['back', String(game.moves.length - 1)],
  ]) {
    await page.getByTestId(`replay-${button}`).click();
    assert.equal(await slider.inputValue(), ply, `${button} leads to ${ply}`);
  }
  await slider.fill('3');
  await page.locator('[data-testid=move-list] [data-ply="3"][aria-current=true]').waitFor();
});

test('a whole game of xiangqi by the standard rules', async (t) => {
  const game = shortest('xiangqi-games', 'standard', 'checkmate');
  assert.ok(game.moves.length > 40, 'a game of some length');
  await playWhole(t, game);
});
