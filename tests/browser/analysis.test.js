// Going over a game: variations, notes, links, files, records opened, and the same together.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, matchId, play, saved, shows } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const MOVES = ['7g7f', '3c3d', '2g2f'];

/** A short game of shogi that ended: the pages of both players, at its replay. */
async function finished(t, server) {
  const pages = [await person(t, browser), await person(t, browser)];
  await join(pages[1], await createRoom(pages[0], server.origin, 'shogi'));
  const { first, second } = await bySide(pages);
  for (const [ply, move] of MOVES.entries()) {
    const [mover, other] = ply % 2 === 0 ? [first, second] : [second, first];
    await play(mover, move);
    await saved(mover, ply + 1);
    await shows(other, ply + 1);
  }
  await second.getByTestId('resign').click();
  await second.getByTestId('confirm-yes').click();
  await second.getByTestId('replay-link').waitFor();
  const address = `${server.origin}/g/${matchId(first)}`;
  for (const page of [first, second]) await open(page, address);
  return { first, second, address };
}

async function open(page, address) {
  await page.goto(address);
  await page.locator('[data-testid=move-list] [aria-current=true]').waitFor();
}

const at = (page, ply, plies) =>
  page.waitForFunction((text) => document.querySelector('[data-testid=ply]')?.textContent === text, `${ply} / ${plies}`);
/** The address follows the reader when he stays. */
const addressed = (page, hash) => page.waitForURL((url) => url.hash === hash);

test('the wheel over the board of a replay steps through the moves', async (t) => {
  const server = await Server.start(t);
  const { first: page } = await finished(t, server);
  await at(page, 3, 3);
  await page.locator('#board').hover();
  await page.mouse.wheel(0, -100);
  await at(page, 2, 3);
  await page.mouse.wheel(0, 100);
  await at(page, 3, 3);
  assert.equal(await page.evaluate(() => scrollY), 0);
});

test('the board stays in view while the page of a replay scrolls', async (t) => {
  const server = await Server.start(t);
  const { first: page } = await finished(t, server);
  await page.getByTestId('files').locator('summary').click();
  for (const [width, height] of [
    [390, 664],
    [820, 1106],
    [844, 390],
    [1280, 800],
  ]) {
    await page.setViewportSize({ width, height });
    // A part that a key reaches below the fold is not under the board.
    await page.getByTestId('import-open').focus();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByTestId('flip').focus();
    const found = await page.evaluate(() => {
      const board = document.querySelector('#board svg').getBoundingClientRect();
      const { left, top, width, height } = document.querySelector('[data-testid=flip]').getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return { top: board.top, bottom: board.bottom, scrolled: scrollY, flip: seen?.getAttribute('data-testid') };
    });
    assert.ok(found.scrolled > 0, `${width}x${height}: the page is longer than its window`);
    assert.ok(found.top >= -1 && found.bottom <= height, `${width}x${height}: the board is at ${found.top} to ${found.bottom}`);
    assert.equal(found.flip, 'flip', `${width}x${height}`);
  }
});

test('a variation is played, noted, linked, stored over a reload, and deleted', async (t) => {
  const server = await Server.start(t);
  const { first: page, address } = await finished(t, server);
  await at(page, 3, 3);
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft');
  await at(page, 1, 3);
  await play(page, '8c8d');
  await play(page, '2g2f');
  await at(page, 3, 3);
  assert.equal(new URL(page.url()).hash, '#1/8c8d/2g2f');
  // The slider stays that of the game, and leads back to it.
  const slider = page.getByTestId('replay-slider');
  assert.deepEqual(await slider.evaluate(({ value, max, ariaValueText }) => [value, max, ariaValueText]), ['1', '3', '1 / 3']);
  await slider.fill('2');
  await at(page, 2, 3);
  await page.locator('.variation .move').last().click();
  await at(page, 3, 3);
  await play(page, '7a8c');
  await page.getByTestId('refusal').filter({ hasText: /\S/ }).waitFor();
  await page.getByTestId('tab-notes').click();
  await page.getByTestId('remark').fill('<img src=x onerror=alert(1)>');
  await page.getByTestId('remark-save').click();
  await page.locator('.said', { hasText: '<img src=x' }).waitFor();
  // The list of notes numbers the move as the list of moves does.
  const listed = page.getByTestId('noted').locator('li').filter({ hasText: '<img src=x' });
  assert.match(await listed.getByTestId('noted-move').textContent(), /^2\. /);

  // The page warns that the link lacks the note.
  await page.context().grantPermissions(['clipboard-write']);
  await page.getByTestId('copy-link').click();
  await page.getByTestId('trouble').filter({ hasText: 'Notes are not part of the link' }).waitFor();
  const linked = page.url();
  await page.reload();
  await at(page, 3, 3);
  assert.equal(await page.locator('.said').count(), 1);
  assert.equal(await page.locator('.variation .move').count(), 2);

  const other = await person(t, browser);
  await open(other, linked);
  await at(other, 3, 3);
  assert.deepEqual(
    await other.locator('.variation .move').allTextContents(),
    await page.locator('.variation .move').allTextContents(),
  );

  await page.getByTestId('cut').click();
  await at(page, 2, 2);
  await page.locator('.move[data-ply="2"]').click();
  await at(page, 2, 3);
  await addressed(page, '#2');
  // A link is copied of where the reader is, and at once.
  const copied = await page.evaluate(() => {
    document.querySelector('[data-testid=replay-back]').click();
    document.querySelector('[data-testid=copy-link]').click();
    return location.hash;
  });
  assert.equal(copied, '#1');
  await open(page, `${address}#1`);
  await at(page, 1, 3);
});

test('the line is saved in every notation with its notes, and opened again', async (t) => {
  const server = await Server.start(t);
  const { first: page } = await finished(t, server);
  await page.keyboard.press('Home');
  await play(page, '2g2f');
  await page.getByTestId('tab-notes').click();
  await page.getByTestId('remark').fill('飛車先');
  await page.getByTestId('remark-save').click();
  await page.getByTestId('files').locator('summary').click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-kif').click()]);
  // As older programs read it, and as this page does again.
  const bytes = await readFile(await file.path());
  const text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes);
  assert.match(text, /２六歩/);
  assert.match(text, /\*飛車先/);

  // A notation without comments reports that it drops the note.
  await Promise.all([page.waitForEvent('download'), page.getByTestId('save-usi').click()]);
  await page
    .getByTestId('not-held')
    .filter({ hasText: /^Not in the USI file: .*notes/ })
    .waitFor();

  await page.getByTestId('import-text').fill(text.replace('２六歩', '２五歩'));
  await page.getByTestId('import-open').click();
  await page
    .getByTestId('import-fault')
    .filter({ hasText: /Line \d+, column \d+: \S/ })
    .waitFor();
  // The browser's own control is in the browser's language, and looks like no other button.
  assert.ok((await page.getByText('Choose a file', { exact: true }).boundingBox()).height > 16);
  assert.equal(await page.getByLabel('Choose a file', { exact: true }).getAttribute('class'), 'unseen');
  await page.getByTestId('import-file').setInputFiles({ name: 'game.kif', mimeType: 'text/plain', buffer: bytes });
  await page.waitForFunction(() => document.querySelector('[data-testid=import-text]').value.includes('２六歩'));
  await page.getByTestId('import-open').click();
  await page.waitForURL(/\/analysis\?/);
  await at(page, 1, 1);
  await page.locator('.said', { hasText: '飛車先' }).waitFor();
  await page.reload();
  await at(page, 1, 1);
  await page.locator('.said', { hasText: '飛車先' }).waitFor();
});

test('a text that cannot be opened is named by its likely format, and positions open', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/analysis?game=shogi&ruleset=standard`);
  await page.getByTestId('files').locator('summary').click();
  const fault = page.getByTestId('import-fault');
  for (const [text, said] of [
    ['hello world', /^This format is unknown\. Supported formats: KIF/],
    ['   1 ７七歩(77)\n', /^This looks like KIF \(shogi\)\. Line 1, column 6: This move is not legal\. That piece can’t/],
    ['', /^Paste a record first/],
  ]) {
    await page.getByTestId('import-text').fill(text);
    await page.getByTestId('import-open').click();
    await fault.filter({ hasText: said }).waitFor();
  }
  await page.getByTestId('import-text').fill('4k4/9/9/9/9/9/9/9/4K4 b G 1');
  await page.getByTestId('import-open').click();
  await page.waitForURL(/position=/);
  await page.getByTestId('board').getByText('王').waitFor();
});

test('records as other programs write them open: of several one is chosen, a damaged one up to its fault', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const form = async () => {
    await page.goto(`${server.origin}/analysis?game=shogi&ruleset=standard`);
    await page.getByTestId('files').locator('summary').click();
    await page.locator('[data-testid=import-open]:not([disabled])').waitFor();
  };
  await form();
  const two = '[Red "A"]\n[Black "B"]\n1. C2=5 h8+7 *\n\n[Red "C"]\n1. h2e2 h9g7 2. h0g2 1-0\n=====\nfooter\n';
  await page.getByTestId('import-file').setInputFiles({ name: 'games.pgn', mimeType: 'text/plain', buffer: Buffer.from(two) });
  await page.waitForFunction(() => document.querySelector('[data-testid=import-text]').value.includes('footer'));
  await page.getByTestId('import-open').click();
  await page.getByTestId('import-game').filter({ hasText: 'C – ?, Moves: 3' }).click();
  await page.waitForURL(/game=xiangqi.*moves=h2e2/);
  await form();
  await page.getByTestId('import-text').fill('手合割：平手\n1 ７六歩(77)\n2 ９九金(69)\n');
  await page.getByTestId('import-open').click();
  await page
    .getByTestId('import-fault')
    .filter({ hasText: /Line 3, column 3: / })
    .waitFor();
  await page.getByTestId('import-game').filter({ hasText: 'Moves: 1' }).click();
  await page.waitForURL(/moves=7g7f/);
  await page.locator('.said', { hasText: /Line 3, column 3/ }).waitFor();
});

test('the board is saved as a picture', async (t) => {
  const server = await Server.start(t);
  const { first: page } = await finished(t, server);
  await page.getByTestId('files').locator('summary').click();
  const [svg] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-svg').click()]);
  const drawn = await readFile(await svg.path(), 'utf8');
  assert.equal(drawn.match(/歩/g)?.length, 18, 'an empty hand has none');
  assert.ok(!drawn.includes('class="piece'), 'nothing is left to a style sheet');
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-png').click()]);
  const bytes = await readFile(await png.path());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.equal(bytes.readUInt32BE(16), 1_200);
  assert.ok(bytes.length > 20_000, 'there is something to see');
});

test('players and a spectator go over a game together, and it stays with the game', async (t) => {
  const server = await Server.start(t);
  const { first, second, address } = await finished(t, server);
  const spectator = await person(t, browser);
  await open(spectator, address);
  for (const page of [first, second, spectator]) await page.getByTestId('together').click();
  await first.locator('[data-testid=together][aria-pressed=true]').waitFor();

  await first.keyboard.press('Home');
  await play(first, '2g2f');
  await play(first, '8c8d');
  const shown = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.variation .move').length === n, count);
  for (const page of [first, second, spectator]) await shown(page, 2);
  await spectator.locator('.variation .move').last().click();
  await spectator.getByTestId('tab-notes').click();
  await spectator.getByTestId('remark').fill('<script>alert(1)</script>');
  await spectator.getByTestId('remark-save').click();
  for (const page of [first, second]) await page.locator('.said', { hasText: '<script>' }).waitFor();
  assert.match(await second.locator('.said b').textContent(), /Guest/);

  // Who follows is taken there at once, and along from then on: by one person, whatever others look at.
  const looks = (move, shown = second) =>
    shown
      .getByTestId('readers')
      .filter({ hasText: `is looking at ${move}` })
      .waitFor();
  await looks(await spectator.locator('.variation .move').last().textContent());
  await first.locator('.move[data-ply="2"]').click();
  await looks(await first.locator('.move[data-ply="2"]').textContent());
  await second.keyboard.press('Home');
  await at(second, 0, 3);
  await second.getByTestId('follow').click();
  await at(second, 2, 3);
  await spectator.locator('.move[data-ply="1"]').click();
  await looks(await first.locator('.move[data-ply="1"]').textContent(), first);
  await first.locator('.move[data-ply="3"]').click();
  await at(second, 3, 3);

  // A spectator deletes nothing of another's; a player does, and may keep the tree to the players.
  await spectator.locator('.variation .move').first().click();
  await spectator.locator('[data-testid=cut]:disabled').waitFor();
  await first.getByTestId('lock').click();
  await spectator.locator('[data-testid=together]:disabled').waitFor();

  // Nothing is left to be seen of readers who have gone.
  for (const page of [first, spectator]) await page.goto(`${server.origin}/offline`);
  await second.getByTestId('readers').filter({ hasText: 'Online: 1' }).waitFor();

  await server.kill();
  await server.start();
  const later = await person(t, browser);
  await open(later, address);
  await shown(later, 2);
  assert.equal(await later.locator('.said').count(), 1);
});

test('two people play at one board, take back, and find the game again after a reload', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  await page.getByTestId('game-tui-da-che').click();
  await page.getByTestId('opponent-local').check();
  await page.getByTestId('create-room').click();
  await page.waitForURL(/\/local\?game=tui-da-che/);
  await page.locator('.yg-hit--source').first().waitFor();
  await play(page, 'a1a2');
  await at(page, 1, 1);
  await play(page, 'b4b3');
  await play(page, 'b1b2');
  await at(page, 3, 3);
  await page.getByTestId('local-back').click();
  await at(page, 2, 2);
  await page.goto(`${server.origin}/local`);
  await page.getByTestId('resume').click();
  await at(page, 2, 2);
  await page.getByTestId('local-new').click();
  await at(page, 0, 0);
});

test('a position is set up, refused while it is none, and opened as a table', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/local?game=shogi&setup`);
  const point = (name) => page.locator(`[data-point="${name}"]`).click();
  // The advice is there in full.
  assert.ok(await page.locator('#setup h2 + p').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
  await page.getByTestId('setup-clear').click();
  await page.locator('[data-testid=setup-play]:disabled').waitFor();
  await page
    .getByTestId('setup-fault')
    .filter({ hasText: /position/ })
    .waitFor();
  for (const [token, at] of [
    ['K', '5i'],
    ['k', '5a'],
    ['+R', '2b'],
    ['p', '5c'],
  ]) {
    await page.locator(`[data-token="${token}"]`).click();
    await point(at);
  }
  await page.getByTestId('setup-G').fill('1');
  await page.getByTestId('setup-G').press('Tab');
  assert.equal(await page.getByTestId('position').inputValue(), '4k4/7+R1/4p4/9/9/9/9/9/4K4 b G 1');
  // Clock, side and opponent are chosen as for any other table.
  await page.getByTestId('setup-share').click();
  await page.getByTestId('create-from').waitFor();
  assert.equal(await page.locator('[name=opponent]:checked').inputValue(), 'link');
  await page.locator('[name=seat][value=second]').check();
  await page.locator('[name=clock][value=none]').check();
  await page.getByTestId('create-room').click();
  await page.waitForURL(/\/m\//);
  const match = await (await page.request.get(`${server.origin}/api/matches/${matchId(page)}`)).json();
  assert.equal(match.start, '4k4/7+R1/4p4/9/9/9/9/9/4K4 b G 1');
  assert.deepEqual([match.players.first, match.clock.kind], [null, 'none'], 'the free seat, and no clock');
  await page.goto(`${server.origin}/local?game=shogi&position=4k4/7%2BR1/4p4/9/9/9/9/9/4K4+b+G+1`);
  await play(page, 'G*5b');
  await page.waitForFunction(() => /checkmate/i.test(document.querySelector('[data-testid=result]')?.textContent));
});

test('a position is edited on the analysis board, and analysed', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/analysis?game=xia-si&ruleset=original`);
  await page.getByRole('button', { name: 'Edit position' }).click();
  await page.locator('[data-testid=setup] .button--main').filter({ hasText: 'Analyse' }).waitFor();
  await page.locator('[data-token=""]').click();
  await page.locator('[data-point="a1"]').click();
  await page.getByTestId('setup-study').click();
  await page.waitForURL(/\/analysis\?.*position=/);
  await page.getByTestId('tab-computer').waitFor();
  assert.equal(await page.locator('#board .yg-pieces > *').count(), 7);
});

test('while a position is edited the game behind it is neither stepped through nor drawn', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/local?game=tui-da-che&moves=a1a2`);
  await at(page, 1, 1);
  // The address follows a moment later.
  await page.waitForURL(/#1$/);
  await page.getByTestId('local-setup').click();
  await page.getByTestId('setup-clear').click();
  const stones = () => page.locator('[data-testid=board] .yg-pieces > *').count();
  await page.waitForFunction(() => document.querySelectorAll('[data-testid=board] .yg-pieces > *').length === 0);
  const address = page.url();
  await page.locator('body').press('ArrowLeft');
  await page.evaluate(() => document.dispatchEvent(new Event('restyle')));
  await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  assert.equal(page.url(), address);
  assert.deepEqual([await stones(), await page.locator('[data-testid=board] svg.yg-board').count()], [0, 1]);
});

test('whose turn it is and every phase of the ruleset are chosen, no other', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/local?game=diu-fang&setup`);
  const choices = async (name) => {
    await page.getByTestId(`setup-${name}`).waitFor();
    return page
      .getByTestId(`setup-${name}`)
      .locator('option')
      .evaluateAll((all) => all.map(({ value }) => value));
  };
  const text = async (expected) => assert.equal(await page.getByTestId('position').inputValue(), expected);
  assert.deepEqual(await choices('stage'), ['p', 'r2', 'r1', 'm']);
  for (const [token, at] of [
    ['b', 'a1'],
    ['w', 'b1'],
    ['w', 'g8'],
  ]) {
    await page.locator(`[data-token="${token}"]`).click();
    await page.locator(`[data-point="${at}"]`).click();
  }
  await page.getByTestId('setup-turn').selectOption('w');
  await page.getByTestId('setup-leftfirst').fill('27');
  await page.getByTestId('setup-leftfirst').press('Tab');
  await text('6w/7/7/7/7/7/7/bw5 w p27,28');
  await page.getByTestId('setup-fault').filter({ hasText: 'more stones' }).waitFor();
  await page.getByTestId('setup-stage').selectOption('m');
  await page.getByTestId('setup-owed').selectOption('x1');
  await text('6w/7/7/7/7/7/7/bw5 w mx1');
  await page.getByTestId('setup-play').click();
  await page.getByTestId('result').filter({ hasText: 'White to move' }).waitFor();
  await page.goto(`${server.origin}/local?game=xia-liu&setup`);
  assert.deepEqual(await choices('owed'), ['-', 'x2', 'x1']);
});
