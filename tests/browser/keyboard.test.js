// Whole games by the keyboard alone, with the texts that a screen reader announces.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Game, initSync } from '../../static/engine/yiguan_engine.js';
import { launch, person } from './support/browser.js';
import { playByKeys, press, tabTo, typeMove, walkTo } from './support/keyboard.js';
import { bySide, roomLink, saved, says, shows, snapshot } from './support/play.js';
import { Server } from './support/server.js';

initSync({ module: readFileSync(new URL('../../static/engine/yiguan_engine_bg.wasm', import.meta.url)) });

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Two people who sit down at a table without a mouse; each stands on the board then. */
async function sitDown(t, game, choose = async () => {}) {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser), await person(t, browser)];
  await page.goto(server.origin);
  await page.getByTestId(`game-${game}`).waitFor();
  await tabTo(page, `[data-testid=game-${game}]`);
  await press(page, 'Enter');
  await page.locator('[data-testid=create-room]:focus').waitFor();
  await choose(page);
  await tabTo(page, '[data-testid=create-room]');
  await press(page, 'Enter');
  await other.goto(await roomLink(page));
  await other.getByTestId('join').waitFor();
  await tabTo(other, '[data-testid=join]');
  await press(other, 'Enter');
  await other.locator('[data-point]:focus').waitFor();
  await tabTo(page, '[data-point]');
  return await bySide([page, other]);
}

/** Plays a line by keys, one by one with `play`, and checks that both hear the result. */
async function playLine(seats, rules, moves, play, heard = {}) {
  for (const [ply, move] of moves.entries()) {
    const [mover, other] = rules.to_act() === 'first' ? [seats.first, seats.second] : [seats.second, seats.first];
    const asked = ['', '+'].every((sign) => rules.legal().includes(move.replace('+', '') + sign));
    await play(mover, move, asked);
    rules.play(move);
    await saved(mover, ply + 1);
    await shows(other, ply + 1);
    for (const page of heard[ply] ? [mover, other] : []) await hears(page, heard[ply]);
  }
}

/** The last text of the live region. */
const hears = (page, text) =>
  page.waitForFunction((part) => document.querySelector('[data-testid=spoken]')?.textContent.includes(part), text);

test('a whole game of shogi by the keyboard alone, with a promotion and a drop', async (t) => {
  const seats = await sitDown(t, 'shogi');
  const moves = '7g7f 3c3d 8h2b+ 4a5b B*4b 5a4a 2b3a'.split(' ');
  await playLine(seats, new Game('shogi', 'standard'), moves, playByKeys, {
    0: 'Black (sente): pawn to 7f. ',
    2: 'bishop to 2b, takes bishop, promotes',
    4: 'bishop dropped on 4b. Check!',
    6: 'checkmate',
  });
  await hears(seats.first, 'You win');
  await hears(seats.second, 'You lose');
});

test('a redraw during a question does not take the focus from the answer', async (t) => {
  const { first, second } = await sitDown(t, 'shogi');
  for (const [page, move, ply] of [
    [first, '7g7f', 1],
    [second, '3c3d', 2],
  ]) {
    await playByKeys(page, move);
    await saved(page, ply);
  }
  await shows(first, 2);
  await walkTo(first, '8h');
  await press(first, 'Enter');
  await walkTo(first, '2b');
  await press(first, 'Enter');
  await first.locator('[data-choice="8h2b+"]:focus').waitFor();
  await press(first, 'ArrowRight');
  await second.getByTestId('draw').click();
  await first.getByTestId('offer-draw').waitFor();
  await press(first, 'Enter');
  await saved(first, 3);
  assert.deepEqual((await snapshot(first)).moves, ['7g7f', '3c3d', '8h2b']);
});

test('a whole game of Diu Fang by the keyboard alone, placing, removing and moving', async (t) => {
  // Six by six points under the rules in which who cannot move has lost.
  const seats = await sitDown(t, 'diu-fang', async (page) => {
    await tabTo(page, '[data-testid=create-rules] > summary');
    await press(page, 'Enter');
    await tabTo(page, '[name=ruleset]');
    await press(page, 'ArrowDown');
    await tabTo(page, '[name="option.board"]');
    await page.keyboard.type('6');
    await tabTo(page, '[name="option.style"]');
    await page.keyboard.type('Wei');
  });
  const moves =
    '@c6 @f3 @b6 @d5 @f2 @e1 @a6 @b4 @a5 @d2 @e6 @a3 @f4 @d1 @a4 @e2 xf4 @c2 @d4 @b1 @b5 @c3 @e4 @a1 @f6 @c4 @b2 @f4 @f1 @d6 @c1 @c5 @d3 @a2 @f5 @e5 @b3 xc1 xf2 c2c1 d2c2'.split(
      ' ',
    );
  // Placements are typed by their point; removals and moves use the arrows.
  const play = (page, move) => (move.startsWith('@') ? typeMove(page, move.slice(1)) : playByKeys(page, move));
  await playLine(seats, new Game('diu-fang', 'chinese', '{"board":"6x6","style":"wei"}'), moves, play, {
    0: 'stone placed on c6',
    15: 'Fang (squares) made: 1',
    16: 'f4 removed',
    36: 'protected by a fang: d1 d2 e1 e2',
    40: 'no legal move',
  });
});

test('a board is read as a grid of points, with the pieces in hand next to it', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser, { locale: 'ja' }), await person(t, browser)];
  await page.goto(server.origin);
  await other.goto(server.origin);
  const data = { game: 'shogi', position: '4k4/9/9/9/9/9/9/9/4K3R b GP 1', seat: 'first', visibility: 'link' };
  const headers = { origin: server.origin };
  const { id } = await (await page.request.post(`${server.origin}/api/matches`, { data, headers })).json();
  await other.request.post(`${server.origin}/api/matches/${id}/join`, { headers });
  await page.goto(`${server.origin}/m/${id}`);
  // One can play before the names of the game and its sides have come.
  await page.getByRole('grid', { name: '将棋の盤' }).waitFor();
  await page.locator('[data-point="1i"].yg-hit--source').click();
  await page.locator('[data-point="1h"].yg-hit--target').waitFor();
  const read = await page.locator('#board').ariaSnapshot();
  for (const [part, times] of [
    [/- grid "将棋の盤":/g, 1],
    [/- row /g, 9],
    [/- gridcell /g, 81],
    [/- gridcell "5一、後手の王"/g, 1],
    [/- gridcell "1九、先手の飛車, 選択中" \[selected\]/g, 1],
    [/- gridcell "1八、空き, 指せる"/g, 1],
    [/- button "先手の持ち駒：[金歩]、1枚"/g, 2],
    [/- img "後手の持ち駒なし"/g, 1],
    // The characters on the pieces are a picture of an announced text.
    [/- text:|- img(?! "後手の持ち駒なし")/g, 0],
  ]) {
    assert.equal(read.match(part)?.length ?? 0, times, `${part} in ${read.slice(0, 600)}`);
  }
});

test('a typed move is refused with its reason, and Escape lets a piece go', async (t) => {
  const { first } = await sitDown(t, 'xiangqi');
  await press(first, 'Enter');
  await first.locator('[data-point][aria-selected=true]').waitFor();
  await press(first, 'Escape');
  await first.locator('[data-point][aria-selected=true]').waitFor({ state: 'detached' });
  for (const [text, reason] of [
    ['a0b1', 'That piece can’t move like that'],
    ['h0-g3', 'Your own piece is there'],
    ['what', 'not a move in this game'],
    ['e2', 'More than one move matches'],
  ]) {
    await first.keyboard.type(text);
    await press(first, 'Enter');
    await says(first, 'refusal', reason);
    assert.equal(await first.getByTestId('typed').evaluate((field) => field === document.activeElement), true);
  }
  // A refusal is forgotten when another piece is picked up.
  await press(first, 'Escape');
  await press(first, 'Enter');
  await first.locator('[data-point][aria-selected=true]').waitFor();
  await first.getByTestId('refusal').waitFor({ state: 'hidden' });
  await first.keyboard.type('h2-e2');
  await press(first, 'Enter');
  await saved(first, 1);
  await first.keyboard.type('e2-h2');
  await press(first, 'Enter');
  await says(first, 'refusal', 'It is not your turn');
});
