// Following an invitation, and waiting for a player to follow it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, play, saved } from './support/play.js';
import { Server } from './support/server.js';

const SIZES = [
  [390, 844],
  [844, 390],
  [320, 568],
  [1280, 800],
];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Whether a person sees an element whole, without anything over it and without scrolling. */
const inView = async (locator) => {
  await locator.waitFor();
  return locator.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const corners = [
      [left + 5, top + 5],
      [right - 5, bottom - 5],
      [(left + right) / 2, (top + bottom) / 2],
    ];
    const free = corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
    return scrollY === 0 && top >= 0 && bottom <= innerHeight && free;
  });
};

/** A table with a clock, of which the host has the first seat. */
async function timed(host, origin, game) {
  await host.goto(origin);
  const data = { game, seat: 'first', clock: { kind: 'fischer', initial: 300, increment: 5 } };
  const { url } = await (await host.request.post(`${origin}/api/matches`, { data })).json();
  return `${origin}${url}`;
}

test('a visitor with a link sees the invitation, and the one button that seats, on every screen', async (t) => {
  const server = await Server.start(t);
  const host = await person(t, browser);
  const link = await timed(host, server.origin, 'diu-fang');
  for (const [width, height] of SIZES) {
    const guest = await person(t, browser, { viewport: { width, height }, hasTouch: width < 1000, isMobile: width < 1000 });
    await guest.goto(link);
    const card = guest.getByTestId('invite');
    await card.getByText(/^Guest [0-9a-f]{4} invites you to Diu Fang/).waitFor();
    await card.getByText(/^5 min \+ 5 s · casual · you play White$/i).waitFor();
    await card.getByText('Capture every enemy stone to win.').waitFor();
    assert.ok(await inView(guest.getByTestId('join')), `${width}x${height}`);
    assert.deepEqual(await guest.locator('#controls button:visible').allTextContents(), [], 'no button that is of no use');
    await guest.context().close();
  }
});

test('the host is given the link, its code and a way to send it, on every screen', async (t) => {
  const server = await Server.start(t);
  const host = await person(t, browser);
  const link = await createRoom(host, server.origin, 'shogi', { seat: 'first' });
  // The pressed button is gone with the page before: the focus moves to the link.
  await host.locator('#copy:focus, #share:focus').waitFor();
  const code = await host.request.get(`${link}/qr.svg`);
  assert.deepEqual([code.status(), code.headers()['content-type']], [200, 'image/svg+xml']);
  const { cookies, origins } = await host.context().storageState();
  for (const [width, height] of SIZES) {
    const page = await person(t, browser, { viewport: { width, height }, storageState: { cookies, origins } });
    await page.addInitScript(() => {
      navigator.share = async (shared) => void (globalThis.shared = shared);
    });
    await page.goto(link);
    for (const part of ['share', 'room-link', 'copy'])
      assert.ok(await inView(page.getByTestId(part)), `${part}, ${width}x${height}`);
    await page.waitForFunction(() => document.querySelector('#invite-code').naturalWidth > 0);
    await page.getByTestId('share').click();
    assert.equal(await page.evaluate(() => globalThis.shared.url), link);
    await page.context().close();
  }
});

test('after one press the board is in view and has the focus, and the host is called back', async (t) => {
  const server = await Server.start(t);
  const host = await person(t, browser);
  const guest = await person(t, browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const link = await createRoom(host, server.origin, 'tui-da-che', { seat: 'first' });
  await join(guest, link);
  await guest.locator('#board [data-point]:focus').waitFor();
  assert.ok(await inView(guest.locator('#board svg')));
  await host.getByTestId('invite').waitFor({ state: 'hidden' });
  await host.waitForFunction(() => /^Guest [0-9a-f]{4} joined · Your move · /.test(document.title));
  await play(host, 'a1a2');
  await saved(host, 1);
  await play(guest, 'a4a3');
  await saved(guest, 2);
  await host.waitForFunction(() => !/joined/.test(document.title));
});

test('with a clock each side has a grace for its first move, which is counted down', async (t) => {
  const server = await Server.start(t);
  const [host, guest] = [await person(t, browser), await person(t, browser)];
  const link = await timed(host, server.origin, 'tui-da-che');
  await host.goto(link);
  await join(guest, link);
  await bySide([host, guest]);
  await host
    .getByTestId('grace')
    .getByText(/^Make your first move: (30|2\d) s, or the game is aborted$/)
    .waitFor();
  await guest
    .getByTestId('grace')
    .getByText(/^Black has \d+ s for the first move/)
    .waitFor();
  const before = await host.getByTestId('grace').textContent();
  await host.waitForFunction((text) => document.querySelector('#grace')?.textContent !== text, before);
  await play(host, 'a1a2');
  await guest
    .getByTestId('grace')
    .getByText(/^Make your first move/)
    .waitFor();
  await play(guest, 'a4a3');
  for (const page of [host, guest]) await page.getByTestId('grace').waitFor({ state: 'hidden' });
});

test('a match that was called off offers the way on', async (t) => {
  const server = await Server.start(t);
  const [host, guest] = [await person(t, browser), await person(t, browser)];
  const link = await createRoom(host, server.origin, 'xia-si');
  await host.getByTestId('abort').click();
  await host.getByTestId('confirm-yes').click();
  await host.getByTestId('end').waitFor();
  await guest.goto(link);
  assert.match(await guest.getByTestId('end-new').getAttribute('href'), /^\/#xia-si$/);
  assert.equal(await guest.getByTestId('end-lobby').getAttribute('href'), '/');
  assert.deepEqual(await guest.locator('#controls button:visible').allTextContents(), []);
});

test('a notification comes only to visitors who asked for it', async (t) => {
  const server = await Server.start(t);
  const host = await person(t, browser);
  await host.addInitScript(() => {
    globalThis.told = [];
    class Told {
      static permission = 'default';
      static async requestPermission() {
        Told.permission = 'granted';
        return Told.permission;
      }
      constructor(title) {
        globalThis.told.push(title);
      }
    }
    globalThis.Notification = Told;
    globalThis.away = (away) => Object.defineProperty(document, 'hidden', { configurable: true, get: () => away });
  });
  const link = await createRoom(host, server.origin, 'tui-da-che', { seat: 'first' });
  assert.equal(await host.evaluate(() => Notification.permission), 'default', 'nobody is asked before they press');
  await host.getByTestId('tell-me').click();
  await host.getByTestId('tell-me').getByText('You will be notified').waitFor();
  await host.evaluate(() => globalThis.away(true));
  await join(await person(t, browser), link);
  await host.waitForFunction(() => globalThis.told.length === 1);
  assert.match(await host.evaluate(() => globalThis.told[0]), /^Guest [0-9a-f]{4} joined$/);
});

test('an offer can be withdrawn, and moves no button', async (t) => {
  const server = await Server.start(t);
  const pages = [await person(t, browser), await person(t, browser)];
  await join(pages[1], await createRoom(pages[0], server.origin, 'tui-da-che'));
  const { first, second } = await bySide(pages);
  const takeback = second.locator('#controls > [data-testid=takeback]');
  await play(first, 'a1a2');
  await saved(first, 1);
  assert.ok(await takeback.isDisabled(), 'there is nothing of White to take back');
  const places = () =>
    first
      .locator('#controls > .button:visible')
      .evaluateAll((all) => all.map((button) => [button.dataset.testid, button.getBoundingClientRect().x]));
  const before = await places();
  await first.getByTestId('draw').click();
  await second.getByTestId('accept-draw').waitFor();
  await first.getByTestId('withdraw-draw').waitFor();
  assert.deepEqual(await places(), before);
  await first.getByTestId('withdraw-draw').click();
  await second.getByTestId('accept-draw').waitFor({ state: 'detached' });
  await first.locator('[data-testid=draw]:enabled').waitFor();
});
