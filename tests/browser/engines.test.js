// The whole way in the other engines that people have: Firefox's, and WebKit, which is every
// iPhone's. A friend of each has Chromium.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { firefox } from './support/firefox.js';
import { ask, join, play, roomLink, saved, snapshot } from './support/play.js';
import { Server } from './support/server.js';
import { webkit } from './support/webkit.js';

const GAME = 'tui-da-che';
const MOVES = ['a1a2', 'b4b3', 'b1b2', 'c4c3'];

let chromium;
before(async () => {
  chromium = await launch();
});
after(() => chromium.close());

const id = (name) => `[data-testid="${name}"]`;
const point = (name) => `[data-point="${name}"]`;

/** A move by two presses, or by carrying the piece. */
const GESTURES = {
  /** While the button is down the board is turned round, and back again after it. */
  async turned(hand, from, to) {
    const top = (wanted) => document.querySelector(wanted).getBoundingClientRect().top;
    const turn = async () => {
      const before = await hand.evaluate(top, from);
      await hand.evaluate(() => document.querySelector('[data-testid=flip]').click());
      const moved = (wanted, y) => (document.querySelector(wanted).getBoundingClientRect().top === y ? null : true);
      await hand.until('a board turned round', moved, from, before);
    };
    await hand.press(from, turn);
    await hand.waitFor(`${from}[aria-selected=true]`);
    await turn();
    await hand.click(to);
  },
  async click(hand, from, to) {
    await hand.click(from);
    await hand.click(to);
  },
  drag: (hand, from, to) => hand.drag(from, to),
  async touch(hand, from, to) {
    await hand.touch(from);
    await hand.touch(to);
  },
  touchDrag: (hand, from, to) => hand.touchDrag(from, to),
};

/**
 * Two moves of each: the tested engine's by these gestures, its friend's as they come.
 *
 * @param {import('./support/hand.js').Hand} hand
 * @param {import('playwright-core').Page} friend
 * @param {(keyof typeof GESTURES)[]} gestures
 */
async function playOn(hand, friend, gestures) {
  for (const open of ['room-link', 'join']) {
    await friend.getByTestId(open).waitFor({ state: 'hidden' });
    await hand.waitForNone(id(open));
  }
  const [{ players }, me] = await Promise.all([snapshot(friend), ask(friend, '/api/me')]);
  const own = players.first.id === me.id ? 1 : 0;
  for (const [ply, move] of MOVES.entries()) {
    if (ply % 2 === own) {
      await GESTURES[gestures.shift()](hand, point(move.slice(0, 2)), point(move.slice(2)));
    } else await play(friend, move);
    await saved(friend, ply + 1);
    await hand.waitFor(`${id('move-list')} [data-ply="${ply + 1}"]:not(.move--pending)`);
  }
}

/** The friend gives up; the game is gone through again from its end. */
async function endAndReplay(hand, friend) {
  await friend.getByTestId('resign').click();
  await friend.getByTestId('confirm-yes').click();
  await hand.waitFor(`${id('result')}:is([data-result=first], [data-result=second])`);
  await hand.click(id('replay-link'));
  await hand.waitFor(id('ply'), '^4 / 4$');
  await hand.click(id('replay-back'));
  await hand.waitFor(id('ply'), '^3 / 4$');
}

/** A tab of a replay, and the dark theme on another board: at once, and in the lobby afterwards. */
async function walkSettings(hand, origin) {
  await hand.click(id('tab-computer'));
  await hand.waitFor('#panel-computer:not([hidden])');
  await hand.click(id('settings-open'));
  await hand.click(id('scheme-dark'));
  await hand.click(id('stone-slab'));
  for (const url of [null, origin]) {
    if (url) await hand.open(url);
    await hand.waitFor('html[data-theme=dark] .yg-ground--slab');
  }
}

for (const [name, open] of Object.entries({ Firefox: firefox, WebKit: webkit })) {
  test(`${name}: from the lobby to the replay, as the host with a mouse and as the guest with a finger`, async (t) => {
    const server = await Server.start(t);
    const [hand, friend] = await Promise.all([open(t), person(t, chromium)]);

    await hand.open(server.origin);
    await hand.click(id(`game-${GAME}`));
    await hand.click(id('create-room'));
    await hand.waitFor(id('room-link'));
    await join(friend, await hand.text(id('room-link')));
    await playOn(hand, friend, ['turned', 'drag']);
    await endAndReplay(hand, friend);

    await friend.goto(server.origin);
    await friend.getByTestId(`game-${GAME}`).click();
    await friend.getByTestId('create-room').click();
    await hand.open(await roomLink(friend));
    await hand.touch(id('join'));
    await playOn(hand, friend, ['touch', 'touchDrag']);
    await endAndReplay(hand, friend);
    await walkSettings(hand, server.origin);
    assert.deepEqual(hand.faults, [], 'errors in the page');
  });
}
