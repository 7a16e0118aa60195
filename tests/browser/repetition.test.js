// The repetition meter: before a move that brings a position back the player sees how often it
// has stood and what the rules do about it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, play, saved, says, shows } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test('a step that would bring an earlier position back is refused, and the count told', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await join(other, await createRoom(page, server.origin, 'xia-si', { ruleset: 'original' }));
  const { first, second } = await bySide([page, other]);
  // The start may come back, having been laid out; what was played from it may not.
  for (const [ply, move] of ['a1a2', 'a4a3', 'a2a1', 'a3a4'].entries()) {
    const [mover, watcher] = ply % 2 ? [second, first] : [first, second];
    await play(mover, move);
    await saved(mover, ply + 1);
    await shows(watcher, ply + 1);
  }
  await play(first, 'a1a2');
  await says(first, 'refusal', 'That position has already occurred in this game: play a different move. · Position repeated (2 of 2) · not allowed');
});

test('a position that comes back is counted before and after the move', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await join(other, await createRoom(page, server.origin, 'xiangqi', { ruleset: 'standard' }));
  const { first, second } = await bySide([page, other]);
  const round = ['a0a1', 'a9a8', 'a1a0', 'a8a9'];
  for (const [ply, move] of [...round, ...round].entries()) {
    const [mover, watcher] = ply % 2 ? [second, first] : [first, second];
    if (move === 'a8a9') {
      // The start comes back, for the second and then for the third time.
      const [count, effect] = ply === 3 ? [2, 'then a draw'] : [3, 'this draws the game'];
      await mover.locator('[data-point=a8]').click();
      await says(mover, 'meter', `a9: Position repeated (${count} of 3) · ${effect}`);
      assert.equal(await mover.locator('.yg-note').textContent(), `${count}/3`);
      assert.match(await mover.locator('[data-point=a9]').getAttribute('aria-label'), /Position repeated \(\d of 3\)/);
      await mover.keyboard.press('Escape');
      await mover.getByTestId('meter').waitFor({ state: 'hidden' });
    }
    await play(mover, move);
    await saved(mover, ply + 1);
    await shows(watcher, ply + 1);
    if (ply === 3) for (const each of [mover, watcher]) await says(each, 'owed', 'Position repeated (2 of 3) · then a draw');
  }
  for (const each of [page, other]) await each.locator('[data-testid=result][data-reason=repetition]').waitFor();
});
