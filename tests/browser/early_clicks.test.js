// A click is never lost between two stages of a page or two drawings of a board: each gap is held
// open here, so that the click falls into it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, play, saved, shows, snapshot } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Requests of a service worker pass no route of a test. */
const PLAIN = { serviceWorkers: 'block' };

/** A player with an open match whose opponent will act first, and that opponent. */
async function invited(t, game) {
  const server = await Server.start(t);
  const [host, guest] = [await person(t, browser, PLAIN), await person(t, browser, PLAIN)];
  const link = await createRoom(host, server.origin, game, { seat: 'second' });
  return { host, guest, link };
}

/** Something that is held back until it is let go. */
function hold() {
  /** @type {() => void} */
  let release;
  const held = new Promise((done) => (release = done));
  return { held, release };
}

/** Delays the requests of a page for an address. */
async function holdRequests(page, url) {
  const { held, release } = hold();
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Holds back, once a page is connected to its match, that the game has begun. */
async function holdBeginning(page) {
  const { held, release } = hold();
  const { held: connected, release: connect } = hold();
  await page.routeWebSocket(/\/ws\/matches\//, (socket) => {
    const server = socket.connectToServer();
    let order = Promise.resolve();
    server.onMessage((message) => {
      const { kind, type } = JSON.parse(String(message));
      if (type === 'snapshot') connect();
      order = order.then(() => (kind === 'joined' ? held : undefined)).then(() => socket.send(message));
    });
  });
  return { connected, release };
}

const press = async (page, points) => {
  for (const point of points) await page.locator(`[data-point="${point}"]`).click();
};

test('presses before the page knows that the game has begun are played then', async (t) => {
  const { host, guest, link } = await invited(t, 'tui-da-che');
  const { connected, release } = await holdBeginning(guest);
  await guest.goto(link);
  await connected;
  await guest.getByTestId('join').click();
  await guest.getByTestId('join').waitFor({ state: 'hidden' });
  await press(guest, ['a1', 'a2']);
  release();
  await shows(host, 1);
});

/** Changes of the card between the finger's going down and its coming up. */
const MOVED = {
  // As happens when the name of the game, its goal and its course arrive.
  'the card grows': () => {
    const more = document.createElement('p');
    more.style.height = '9rem';
    document.querySelector('[data-testid=join]')?.before(more);
  },
  // As happens when an element above the board appears or disappears.
  'the card moves from under it': () => {
    document.getElementById('invite').style.transform = 'translateY(18rem)';
  },
};

for (const [what, move] of Object.entries(MOVED)) {
  test(`a press on the button that seats counts, though ${what} before it is let go`, async (t) => {
    const { host, guest, link } = await invited(t, 'diu-fang');
    await guest.goto(link);
    const button = guest.getByTestId('join');
    await button.waitFor();
    const { x, y, width, height } = await button.boundingBox();
    await guest.mouse.move(x + width / 2, y + height / 2);
    await guest.mouse.down();
    await guest.evaluate(move);
    await guest.mouse.up();
    await host.getByTestId('room-link').waitFor({ state: 'hidden' });
  });
}

test('a press in the lobby counts, though the own games come above it before it is let go', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, PLAIN);
  // A visitor whose games this browser does not expect yet.
  const mine = await page.request.post(`${server.origin}/api/matches`, {
    data: { game: 'er-chi-yi', computer: 1, seat: 'first' },
  });
  assert.equal(mine.status(), 201);
  const release = await holdRequests(page, '**/api/me/matches');
  await page.goto(server.origin);
  const card = page.getByTestId('game-shogi');
  await card.scrollIntoViewIfNeeded();
  const { x, y, width } = await card.boundingBox();
  await page.mouse.move(x + width / 2, y + 20);
  await page.mouse.down();
  release();
  await page.getByTestId('own-game').waitFor();
  await page.mouse.up();
  await page.getByTestId('create-room').waitFor();
  await page.getByRole('heading', { name: /Shogi/ }).first().waitFor();
});

test('presses while joining are played', async (t) => {
  const { host, guest, link } = await invited(t, 'tui-da-che');
  const release = await holdRequests(guest, '**/join');
  await join(guest, link);
  await press(guest, ['a1', 'a2']);
  release();
  await shows(host, 1);
});

test('presses in a game that began before the rules were loaded are played when they are', async (t) => {
  const { host, guest, link } = await invited(t, 'tui-da-che');
  const release = await holdRequests(guest, '**/*.wasm');
  await join(guest, link);
  await guest.locator('#invite').waitFor({ state: 'hidden' });
  await press(guest, ['a1', 'a2']);
  release();
  await shows(host, 1);
});

test('presses on the picture of a board, before the board itself has loaded, are played', async (t) => {
  const { host, guest, link } = await invited(t, 'tui-da-che');
  await join(guest, link);
  await bySide([host, guest]);
  const places = await guest.evaluate(() => {
    const board = document.querySelector('.yg-board').getBoundingClientRect();
    return ['a1', 'a2'].map((point) => {
      const { x, y, width, height } = document.querySelector(`[data-point=${point}]`).getBoundingClientRect();
      return { x: x + width / 2 - board.x, y: y + height / 2 - board.y };
    });
  });
  const { held, release } = hold();
  await guest.route('**/*.js', async (route) => {
    if (await guest.evaluate(() => document.querySelector('.yg-board') !== null)) await held;
    await route.continue();
  });
  await guest.reload({ waitUntil: 'commit' });
  for (const position of places) await guest.locator('.yg-board').click({ position });
  assert.equal(await guest.locator('[data-point]').count(), 0, 'there is but a picture');
  release();
  await shows(host, 1);
});

test('a piece in hand that is pressed before the rules are loaded is dropped when they are', async (t) => {
  const server = await Server.start(t);
  const [host, guest] = [await person(t, browser), await person(t, browser, PLAIN)];
  const data = { game: 'shogi', position: '4k4/9/9/9/9/9/9/9/4K4 b P 1', seat: 'second' };
  const answer = await host.request.post(`${server.origin}/api/matches`, { data });
  const { id } = await answer.json();
  // The card goes with the press; a page that is reloaded before the answer has no seat.
  const seated = guest.waitForResponse((response) => response.url().endsWith('/join') && response.ok());
  await join(guest, `${server.origin}/m/${id}`);
  await seated;
  const release = await holdRequests(guest, '**/*.wasm');
  await guest.reload();
  await guest.locator('[data-hand=P]').click();
  await press(guest, ['5e']);
  release();
  await saved(guest, 1);
  assert.deepEqual((await snapshot(guest)).moves, ['P*5e']);
});

for (const [pointer, drive] of Object.entries({ mouse: withMouse, finger: withFinger })) {
  test(`a board that is redrawn under a ${pointer} presses the point that was pressed`, async (t) => {
    const server = await Server.start(t);
    const pages = [await person(t, browser, { hasTouch: true }), await person(t, browser)];
    await join(pages[1], await createRoom(pages[0], server.origin, 'tui-da-che', { seat: 'first' }));
    const { first } = await bySide(pages);
    const box = await first.locator('[data-point=a1]').boundingBox();
    await drive(first, box.x + box.width / 2, box.y + box.height / 2, async () => {
      await first.evaluate(() => document.querySelector('[data-testid=flip]').click());
      // The board is turned, so that another point is under the pointer.
      await first.waitForFunction(
        ({ x, y }) => document.elementFromPoint(x + 5, y + 5)?.getAttribute('data-point') === 'd4',
        box,
      );
    });
    await first.locator('[data-point=a1][aria-selected=true]').waitFor();
    await play(first, '@a2');
    await saved(first, 1);
  });
}

async function withMouse(page, x, y, meanwhile) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await meanwhile();
  await page.mouse.up();
}

async function withFinger(page, x, y, meanwhile) {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await meanwhile();
  await tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
