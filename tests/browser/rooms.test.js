// Seats, spectators, and the page's answer to a wrong address.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { KEEPING, launch, person } from './support/browser.js';
import { ask, bySide, createRoom, join, play, roomLink, saved, says, shows, snapshot, unfoldRules } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Two players of a match, each of whom has moved; by side. */
async function begun(server, pages) {
  await join(pages[1], await createRoom(pages[0], server.origin, 'tui-da-che'));
  const { first, second } = await bySide(pages);
  await play(first, 'a1a2');
  await saved(first, 1);
  await play(second, 'a4a3');
  await saved(second, 2);
  return { first, second };
}

test('the focus stays on a table of the lobby while others come and go', async (t) => {
  const server = await Server.start(t);
  const [maker, reader] = [await person(t, browser, KEEPING), await person(t, browser, KEEPING)];
  const open = async (game) => {
    const answer = await maker.request.post(`${server.origin}/api/matches`, { data: { game } });
    const { id } = await answer.json();
    await reader.locator(`[data-room="${id}"] button`).waitFor();
    return id;
  };
  await reader.goto(server.origin);
  const [gone, stays] = [await open('xiangqi'), await open('shogi')];
  // Its maker is there, so that it stays where it stands.
  const keeper = await maker.context().newPage();
  await keeper.goto(`${server.origin}/m/${stays}`);
  await keeper.getByTestId('room-link').waitFor();
  await reader.locator(`[data-room="${stays}"] button`).focus();
  await open('tui-da-che');
  await maker.goto(`${server.origin}/m/${gone}`);
  await maker.getByTestId('abort').click();
  await maker.getByTestId('confirm-yes').click();
  await reader.locator(`[data-room="${gone}"]`).waitFor({ state: 'detached' });
  await reader.locator(`[data-room="${stays}"] button:focus`).waitFor();
});

test('games that could not be fetched are asked for again', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.route('**/api/games', (route) => route.abort());
  await page.goto(server.origin);
  await page.locator('#problem:not([hidden])').waitFor();
  await page.unroute('**/api/games');
  await page.getByTestId('game-xiangqi').waitFor();
  await page.locator('#problem').waitFor({ state: 'hidden' });
});

test('older games come once, however often they are asked for', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const game = {
    game: 'tui-da-che',
    ruleset: 'original',
    options: {},
    position: 'wwww/4/4/bbbb b -',
    clock: { kind: 'none' },
    players: { first: null, second: null },
    result: 'draw',
    reason: 'agreement',
    plies: 9,
  };
  await page.route('**/api/archive?*', (route) => {
    const before = new URL(route.request().url()).searchParams.get('before');
    const [id, next] = before === null ? ['a', 'older'] : before === 'older' ? ['b', 'oldest'] : ['c', null];
    return route.fulfill({ json: { games: [{ ...game, id }], next } });
  });
  await page.goto(server.origin);
  await page.getByTestId('more').dblclick();
  const shown = page.getByTestId('recent-games').locator('li');
  await shown.nth(1).waitFor();
  await page.getByTestId('more').click();
  await shown.nth(2).waitFor();
  assert.deepEqual(await shown.evaluateAll((all) => all.map((item) => item.dataset.room)), ['a', 'b', 'c']);
});

test('the own table is known as such when the visitor is known, however late', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await createRoom(page, server.origin, 'tui-da-che');
  /** @type {() => void} */
  let release;
  const held = new Promise((done) => (release = done));
  await page.route('**/api/me', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(server.origin);
  await says(page, 'open-room', 'Guest');
  release();
  await says(page, 'own-game', 'Waiting for an opponent');
  await page.getByTestId('open-room').waitFor({ state: 'detached' });
});

test('a game that ends while the lobby is looked at is among the finished ones', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser, KEEPING), await person(t, browser, KEEPING)];
  const reader = await person(t, browser, KEEPING);
  await reader.goto(server.origin);
  const { first } = await begun(server, pages);
  await reader.getByTestId('live-rooms').locator('li').waitFor();
  await first.getByTestId('resign').click();
  await first.getByTestId('confirm-yes').click();
  await reader.getByTestId('recent-games').locator('li').waitFor();
});

test('an open match that cannot be created is reported where it is seen', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { ...KEEPING, viewport: { width: 390, height: 780 } });
  await page.route('**/api/matches', (route) => route.abort());
  await page.goto(server.origin);
  await page.getByTestId('game-shogi').click();
  await page.locator('[name=clock][value=custom]').check();
  await page.locator('[name=minutes]').fill('');
  await page.getByTestId('create-room').click();
  assert.ok(await page.locator('[name=minutes]:invalid:focus').isVisible());
  await page.locator('[name=minutes]').fill('5');
  await page.getByTestId('create-room').click();
  const notice = page.getByTestId('create-dialog').getByRole('alert');
  await notice.waitFor();
  const { y, height } = await notice.boundingBox();
  assert.ok(y > 0 && y + height < 780, `at ${y}`);
});

test('with byoyomi the periods are counted down, and the one in which one acts is whole again', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser, KEEPING), await person(t, browser, KEEPING)];
  const wish = { clock: 'custom', extra: 'byoyomi', minutes: '0', period: '5', periods: '10' };
  await join(pages[1], await createRoom(pages[0], server.origin, 'shogi', wish));
  const { first, second } = await bySide(pages);
  const shows = (page, side, time) => page.getByTestId(`clock-${side}`).filter({ hasText: time }).waitFor();
  await first.locator('#game-detail', { hasText: 'byoyomi 5 s × 10' }).waitFor();
  await shows(first, 'second', /^5 ×10$/);
  // No time runs before both have moved.
  await play(first, '7g7f');
  await saved(first, 1);
  await play(second, '3c3d');
  await saved(second, 2);
  await Promise.all([first, second].map((page) => shows(page, 'first', /^\d ×\d$/)));
  await play(first, '2g2f');
  for (const page of [first, second]) await shows(page, 'first', /^5 ×\d$/);
});

test('a third person watches and cannot play', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser, KEEPING), await person(t, browser, KEEPING)];
  const spectator = await person(t, browser, KEEPING);
  const link = await createRoom(pages[0], server.origin, 'tui-da-che');
  await join(pages[1], link);
  const { first, second } = await bySide(pages);

  await play(first, 'a1a2');
  await saved(first, 1);
  await spectator.goto(link);
  await shows(spectator, 1);
  assert.ok(await spectator.getByTestId('join').isHidden(), 'no seat is offered');
  assert.ok((await spectator.getByTestId('resign').isHidden()) || (await spectator.getByTestId('resign').isDisabled()));

  await play(spectator, 'a4a3');
  await play(second, 'b4b3');
  await shows(spectator, 2);
  await saved(second, 2);
  assert.equal(await spectator.locator('[data-testid=move-list] [data-ply]').count(), 2, 'the spectator moved nothing');
});

test('only new chat lines are announced', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser, KEEPING), await person(t, browser, KEEPING)];
  await join(pages[1], await createRoom(pages[0], server.origin, 'er-chi-yi'));
  const { first, second } = await bySide(pages);
  await second.evaluate(() => {
    globalThis.added = [];
    const note = (changes) =>
      globalThis.added.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map((line) => line.lastChild.textContent)));
    new MutationObserver(note).observe(document.querySelector('#chat-lines'), { childList: true });
  });
  for (const text of ['one', 'two']) {
    await first.getByTestId('chat-text').fill(text);
    await first.getByTestId('chat-send').click();
    await says(second, 'chat-lines', text);
  }
  assert.deepEqual(await second.evaluate(() => globalThis.added), ['one', 'two']);
  // The chat before the page came names the sides as the game does.
  await second.reload();
  // The sides of some games have brackets of their own.
  await says(second, 'chat-lines', ' · Black');
  assert.doesNotMatch(await second.getByTestId('chat-lines').textContent(), /first/);
});

test('a muted player is not read any more, until they are unmuted', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser, KEEPING), await person(t, browser, KEEPING)];
  await join(pages[1], await createRoom(pages[0], server.origin, 'er-chi-yi'));
  const { first, second } = await bySide(pages);
  const say = async (text) => {
    await first.getByTestId('chat-text').fill(text);
    await first.getByTestId('chat-send').click();
    await says(first, 'chat-lines', text);
  };
  await say('rude');
  await says(second, 'chat-lines', 'rude');
  await second.getByTestId('person-menu').first().click();
  await second.getByTestId('mute').click();
  await second.getByTestId('unmute').waitFor();
  await say('ruder');
  // The answer to a new message comes after that to older ones.
  await second.getByTestId('chat-text').fill('quiet');
  await second.getByTestId('chat-send').click();
  await says(second, 'chat-lines', 'quiet');
  await second.reload();
  await says(second, 'chat-lines', 'quiet');
  assert.doesNotMatch(await second.getByTestId('chat-lines').textContent(), /rude/, 'after a reload neither');
  await second.getByTestId('unmute').click();
  await says(second, 'chat-lines', 'ruder');
});

test('the operator’s announcement is over the page until it is closed', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, KEEPING);
  await page.goto(server.origin);
  await server.admin('say', 'Restart in five minutes');
  await says(page, 'announcement', 'Restart in five minutes');
  await page.getByTestId('announcement-close').click();
  await page.getByTestId('announcement').waitFor({ state: 'detached' });
});

test('a visitor who scrolled up in the chat is not pulled down by new lines', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser, KEEPING), await person(t, browser, KEEPING)];
  await join(pages[1], await createRoom(pages[0], server.origin, 'er-chi-yi'));
  const { first, second } = await bySide(pages);
  const say = async (text) => {
    await first.getByTestId('chat-text').fill(text);
    await first.getByTestId('chat-send').click();
    await says(second, 'chat-lines', text);
  };
  const lines = second.getByTestId('chat-lines');
  const fromEnd = () => lines.evaluate((list) => Math.round(list.scrollHeight - list.clientHeight - list.scrollTop));
  // One long line, so that few messages are enough.
  await say('long '.repeat(50));
  await say('longer '.repeat(40));
  assert.ok((await lines.evaluate((list) => list.scrollHeight - list.clientHeight)) > 60, 'there is something to scroll');
  assert.equal(await fromEnd(), 0);
  await lines.evaluate((list) => (list.scrollTop = 0));
  await say('new');
  assert.ok((await fromEnd()) > 60);
  await lines.evaluate((list) => (list.scrollTop = list.scrollHeight));
  await say('newer');
  assert.equal(await fromEnd(), 0);
});

test('the list of moves is one stop of Tab, and its entries are not created again', async (t) => {
  const server = await Server.start(t);
  const { first, second } = await begun(server, [await person(t, browser, KEEPING), await person(t, browser, KEEPING)]);
  const move = (ply) => first.getByTestId('move-list').locator(`[data-ply="${ply}"]`);
  const stops = () =>
    first
      .getByTestId('move-list')
      .locator('[tabindex="0"]')
      .evaluateAll((all) => all.map(({ dataset }) => dataset.ply));
  await shows(first, 2);
  assert.deepEqual(await stops(), ['2']);
  const kept = await move(1).elementHandle();
  await play(first, 'b1b2');
  await shows(second, 3);
  await saved(first, 3);
  assert.ok(await kept.evaluate((button) => button.isConnected));
  await move(3).focus();
  await first.keyboard.press('ArrowUp');
  await first.locator('[data-testid=move-list] [data-ply="1"][aria-current=true]:focus').waitFor();
  assert.deepEqual(await stops(), ['1']);
  await first.keyboard.press('End');
  await first.locator('[data-testid=move-list] [data-ply="3"][aria-current=true]:focus').waitFor();
  // Moves that were taken back disappear, and their successors are written in their place.
  await first.getByTestId('takeback').click();
  await second.getByTestId('accept-takeback').click();
  await move(3).waitFor({ state: 'detached' });
  await play(first, 'c1c2');
  await saved(first, 3);
  assert.match(await move(3).textContent(), /c1–c2/);
});

test('choices for an open match are stored, and an empty clock does not delay it', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, KEEPING);
  await page.goto(server.origin);
  await page.getByTestId('game-tui-da-che').click();
  await page.locator('[name=seat][value=second]').check();
  await unfoldRules(page);
  await page.locator('[name=ruleset][value=as-printed]').check();
  await page.locator('[name=clock][value=custom]').check();
  await page.locator('[name=minutes]').fill('');
  await page.locator('[name=clock][value=none]').check();
  await page.getByTestId('create-room').click();
  await roomLink(page);
  const match = await snapshot(page);
  const me = await ask(page, '/api/me');
  assert.deepEqual([match.ruleset, match.players.second?.id], ['as-printed', me.id]);
});

test('a seat that is taken is not given away', async (t) => {
  const server = await Server.start(t);
  const link = await createRoom(await person(t, browser, KEEPING), server.origin, 'er-chi-yi');
  const late = await person(t, browser, KEEPING);
  await late.goto(link);
  await late.route('**/join', (route) => route.fulfill({ status: 409, json: { code: 'seat_taken' } }));
  await late.getByTestId('join').click();
  await says(late, 'refusal', 'The seat is taken');
  await join(await person(t, browser, KEEPING), link);
  await late.getByTestId('join').waitFor({ state: 'hidden' });
  await says(late, 'refusal', 'The seat is taken');

  const id = new URL(link).pathname.split('/').at(-1);
  const answer = await late.request.post(`${server.origin}/api/matches/${id}/join`, {
    headers: { origin: server.origin },
  });
  assert.equal(answer.status(), 409);
  assert.equal((await answer.json()).code, 'seat_taken');
});

test('the board is seen, from the side of the visitor, before the table comes', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser, KEEPING), await person(t, browser)];
  const link = await createRoom(pages[0], server.origin, 'xiangqi', { seat: 'first' });
  await join(pages[1], link);
  const { first, second } = await bySide(pages);
  await play(first, 'h2e2');
  await shows(second, 1);
  // The board is drawn a moment after the move is in the list; the cannon then stands on the middle file.
  const moved = (pieces) =>
    pieces.some((piece) => piece.textContent === '炮' && piece.style.transform === 'translate(484px, 284px)');
  await second.waitForFunction(`(${moved})([...document.querySelectorAll('.yg-pieces > *')])`);
  const drawn = (page) =>
    page
      .locator('.yg-pieces > *')
      .evaluateAll((pieces) => pieces.map((piece) => `${piece.textContent} ${piece.style.transform}`).sort());
  const before = await drawn(second);

  /** @type {() => void} */
  let release;
  const held = new Promise((done) => (release = done));
  // A bundled page names its later parts in its head, plain modules name each other.
  const [, head = ''] = (await (await second.request.get(link)).text()).split('<template id="later">');
  const later = [...head.split('</template>')[0].matchAll(/href="([^"]+)"/g)].map(([, path]) => path);
  const isLater = ({ pathname }) => later.includes(pathname) || pathname.endsWith('/match/table.js');
  const asked = new Promise((all) => {
    const wanted = new Set(later);
    second.route(isLater, async (route) => {
      wanted.delete(new URL(route.request().url()).pathname);
      if (wanted.size === 0) all();
      await held;
      await route.continue();
    });
  });
  await second.reload();
  // They are asked for when the board has been drawn, all at once though none has come.
  await asked;
  assert.deepEqual(await drawn(second), before);
  assert.equal(await second.locator('.yg-hit').count(), 0);
  release();
  await shows(second, 1);
  assert.deepEqual(await drawn(second), before);
  await second.locator('.yg-hit--source').first().waitFor();
});

test('a missing page reports it, with a way home', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, KEEPING);
  for (const [path, text] of [
    ['m/01890a5d-ac96-774b-bcce-b302099a8057', 'This game does not exist, or it was removed.'],
    ['m/nonsense', 'This game does not exist, or it was removed.'],
    ['g/nonsense', 'Game not found.'],
    ['no-such-page', 'This page does not exist.'],
  ]) {
    const answer = await page.goto(`${server.origin}/${path}`);
    assert.equal(answer.status(), 404, path);
    await page.getByTestId('missing').getByText(text).waitFor();
  }
  await page.getByRole('link', { name: 'To the lobby' }).click();
  await page.waitForURL(`${server.origin}/`);
});

test('a resignation ends the game, and a rematch swaps the sides', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser, KEEPING), await person(t, browser, KEEPING)];
  const { first, second } = await begun(server, pages);

  await first.getByTestId('resign').click();
  await first.getByTestId('confirm-yes').click();
  await Promise.all(pages.map((page) => page.getByTestId('result').waitFor()));

  const before = first.url();
  await first.getByTestId('rematch').click();
  await second.getByTestId('accept-rematch').click();
  await Promise.all(pages.map((page) => page.waitForURL((url) => /\/m\//.test(url.href) && url.href !== before)));
  const swapped = await bySide(pages);
  assert.equal(swapped.first, second);
});
