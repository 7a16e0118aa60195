// The repetition meter: before a move that brings a position back the player sees how often it
// has occurred, and the effect under the rules.

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

test('a step that would restore an earlier position is refused, and the count shown', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await join(other, await createRoom(page, server.origin, 'xia-si', { ruleset: 'original' }));
  const { first, second } = await bySide([page, other]);
  // The start may return, having been laid out; a position played from it may not.
  for (const [ply, move] of ['a1a2', 'a4a3', 'a2a1', 'a3a4'].entries()) {
    const [mover, spectator] = ply % 2 ? [second, first] : [first, second];
    await play(mover, move);
    await saved(mover, ply + 1);
    await shows(spectator, ply + 1);
  }
  await play(first, 'a1a2');
  await says(
    first,
    'refusal',
    'That position has already occurred in this game: play a different move. · Position repeated (2 of 2) · not allowed',
  );
});

test('a position that comes back is counted before and after the move', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await join(other, await createRoom(page, server.origin, 'xiangqi', { ruleset: 'standard' }));
  const { first, second } = await bySide([page, other]);
  const round = ['a0a1', 'a9a8', 'a1a0', 'a8a9'];
  for (const [ply, move] of [...round, ...round].entries()) {
    const [mover, spectator] = ply % 2 ? [second, first] : [first, second];
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
    await shows(spectator, ply + 1);
    if (ply === 3) for (const each of [mover, spectator]) await says(each, 'owed', 'Position repeated (2 of 3) · then a draw');
  }
  for (const each of [page, other]) await each.locator('[data-testid=result][data-reason=repetition]').waitFor();
  // Both see why: the cycle with a label for every move, each of which can be shown on the board.
  for (const each of [page, other]) {
    await says(
      each,
      'evidence-finding',
      'The position occurred 3 times, and neither side gave check or chased one piece with every move.',
    );
    await says(each, 'evidence-elsewhere', 'Walker’s rules: the game would be a draw.');
    const moves = each.getByTestId('evidence-cycle').locator('li');
    assert.equal(await moves.count(), 8);
    assert.match((await moves.first().textContent()) ?? '', /neither check nor chase/);
    await moves.nth(1).locator('button').click();
    await each.locator('[data-testid=evidence-cycle] [aria-current=step][data-ply="2"]').waitFor();
  }
});

for (const [where, locale, count, ending] of [
  ['analysis', 'en-GB', 'Position repeated (2 of 3)', 'then a draw'],
  ['local', 'zh-CN', '同一局面第 2 次（限 3 次）', '达到即和棋'],
  ['local', 'ja-JP', '同一局面2回目（上限3回）', '達すると引き分け'],
]) {
  test(`a position that comes back is counted in /${where}, too, in ${locale}`, async (t) => {
    const server = await Server.start(t);
    const page = await person(t, browser, { locale });
    await page.goto(`${server.origin}/${where}?game=xiangqi&ruleset=standard`);
    await page.getByTestId('move-list').locator('li').first().waitFor();
    for (const [ply, move] of ['a0a1', 'a9a8', 'a1a0'].entries()) {
      await play(page, move);
      await page.waitForFunction(
        (at) => /** @type {HTMLInputElement} */ (document.getElementById('slider')).value === String(at),
        ply + 1,
      );
      assert.ok(await page.getByTestId('meter').isHidden());
    }
    await page.locator('[data-point=a8]').click();
    await says(page, 'meter', `: ${count} · ${ending}`);
    assert.equal(await page.locator('.yg-note').textContent(), '2/3');
    await page.keyboard.press('Escape');
    await page.getByTestId('meter').waitFor({ state: 'hidden' });
    await play(page, 'a8a9');
    await says(page, 'meter', `${count} · ${ending}`);
    // The position before it has occurred once.
    await page.getByTestId('replay-back').click();
    await page.getByTestId('meter').waitFor({ state: 'hidden' });
  });
}

test('a perpetual chase is explained on the analysis board, and the cycle can be played', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const query = new URLSearchParams({
    game: 'xiangqi',
    ruleset: 'standard',
    position: '5k3/9/5n3/9/7c1/9/9/R4R3/9/4K4 w',
    moves: 'a2a5 h5h6 a5a6 h6h5 a6a5 h5h6 a5a6 h6h5 a6a5',
  });
  await page.goto(`${server.origin}/analysis?${query}`);
  await says(page, 'evidence-finding', 'Red attacked the same cannon with every move of the repetition.');
  const chase = page.getByTestId('evidence-cycle').locator('li').nth(1);
  assert.match((await chase.textContent()) ?? '', /chases the cannon: its protector can’t leave its place/);
  await page.getByTestId('evidence-play').click();
  // From where the position first stood, move by move.
  for (const ply of [2, 3]) await page.locator(`[data-testid=evidence-cycle] [aria-current=step][data-ply="${ply}"]`).waitFor();
});
