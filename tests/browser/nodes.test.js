// Two servers on one Postgres behind the documented proxy, with a visitor at each: they do everything that two
// visitors of one server do, while NATS, Postgres and a server are killed under them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { KEEPING, launch, person } from './support/browser.js';
import { Nats } from './support/nats.js';
import { authenticator, named } from './support/passkeys.js';
import { ask, bySide, createRoom, matchId, play, saved, shows } from './support/play.js';
import { Postgres } from './support/postgres.js';
import { ClusterProxy } from './support/proxy.js';
import { Server } from './support/server.js';

let browser;
let postgres;
before(async () => {
  [browser, postgres] = await Promise.all([launch(), Postgres.start()]);
});
after(() => Promise.all([browser.close(), postgres.remove()]));

/**
 * Two servers on one database, and a way to each through the proxy, which leads to the other while it is away.
 *
 * @param {import('node:test').TestContext} t
 */
async function pair(t) {
  const nats = await Nats.start(t);
  const settings = {
    DATABASE_URL: await postgres.database(),
    YIGUAN_INTERNAL_BIND: '127.0.0.1:0',
    YIGUAN_NATS: nats.address,
    YIGUAN_PROXIES: '127.0.0.1',
  };
  const one = await Server.start(t, settings);
  const other = await Server.start(t, settings);
  const sites = [await ClusterProxy.start(t, [one, other]), await ClusterProxy.start(t, [other, one])];
  return { nats, servers: [one, other], sites };
}

/** Whether a server has all news of the other. @param {Server} server @param {boolean} isStale */
async function untilStale(server, isStale) {
  for (;;) {
    const ready = await (await fetch(`${server.origin}/readyz`)).json();
    if ('stale_since' in ready === isStale) return;
    await pause(50);
  }
}

/** Waits until a server has its database, or has found that it is away. @param {Server} server @param {boolean} isReady */
async function untilReady(server, isReady) {
  while ((await fetch(`${server.origin}/readyz`)).ok !== isReady) await pause(50);
}

/** Both players move once more, from a ply on. */
async function exchange({ first, second }, moves, from) {
  for (const [number, move] of moves.entries()) {
    const [mover, other] = number % 2 === 0 ? [first, second] : [second, first];
    await play(mover, move);
    await saved(mover, from + number + 1);
    await shows(other, from + number + 1);
  }
}

test('visitors of two servers find, play, watch and meet again, and a fault ends nothing', async (t) => {
  const { nats, servers, sites } = await pair(t);
  const [one, other, spectator] = [await person(t, browser, KEEPING), await person(t, browser), await person(t, browser)];
  await other.goto(sites[1].origin);
  await createRoom(one, sites[0].origin, 'tui-da-che');
  const first = matchId(one);
  await other.locator(`[data-room="${first}"] button`).click();
  const seats = await bySide([one, other]);
  await spectator.goto(`${sites[1].origin}/m/${first}`);
  await exchange(seats, ['a1a2', 'a4a3'], 0);
  await shows(spectator, 2);
  await one.getByTestId('chat-text').fill('You play like a carp.');
  await one.getByTestId('chat-send').click();
  await other.getByTestId('chat-lines').getByText('You play like a carp.').waitFor();
  await other.getByTestId('person-menu').first().click();
  await other.getByTestId('report-open').click();
  await other.getByTestId('report-submit').click();
  await other.getByTestId('report-sent').waitFor();
  await other.keyboard.press('Escape');

  await nats.kill();
  for (const server of servers) await untilStale(server, true);
  await exchange(seats, ['b1b2', 'b4b3'], 2);
  await shows(spectator, 4);
  await nats.start();
  for (const server of servers) await untilStale(server, false);

  await postgres.kill();
  for (const server of servers) await untilReady(server, false);
  await postgres.start();
  for (const server of servers) await untilReady(server, true);
  await exchange(seats, ['c1c2', 'c4c3'], 4);
  await shows(spectator, 6);

  // The other server takes the match over, and the proxy leads there.
  await servers[0].kill();
  await exchange(seats, ['d1d2', 'd4d3'], 6);
  await shows(spectator, 8);
  await servers[0].start();

  await one.getByTestId('resign').click();
  await one.getByTestId('confirm-yes').click();
  await other.getByTestId('end-rematch').waitFor();
  await other.getByTestId('chat-text').fill('Once more?');
  await other.getByTestId('chat-send').click();
  await one.getByTestId('chat-lines').getByText('Once more?').waitFor();
  await one.getByTestId('end-rematch').click();
  await other.getByTestId('end-accept').click();
  for (const page of [one, other]) await page.waitForURL((url) => !url.pathname.endsWith(first));
  assert.equal(matchId(one), matchId(other));

  // The game that is over is gone over together.
  await one.goto(`${sites[0].origin}/g/${first}`);
  await other.goto(`${sites[1].origin}/g/${first}`);
  for (const page of [one, other]) await page.getByTestId('together').click();
  await one.locator('[data-testid=together][aria-pressed=true]').waitFor();
  await one.keyboard.press('Home');
  await play(one, 'b1b2');
  await other.locator('.variation .move').first().waitFor();
});

test('visitors of two servers meet by a seek and by a challenge, and one signs in at the other', async (t) => {
  const { sites } = await pair(t);
  const [one, other] = [await person(t, browser), await person(t, browser)];
  await authenticator(one);
  await one.goto(named(sites[0]));
  const guest = (await ask(one, '/api/me')).id;
  await one.getByTestId('account-open').click();
  await one.getByTestId('register-named-name').fill('Du Fu');
  await one.getByTestId('register-named-submit').click();
  await one.getByTestId('recovery-codes').locator('code').nth(7).waitFor();
  // The same device at the other server.
  await one.context().clearCookies();
  await one.goto(named(sites[1]));
  await one.getByTestId('account-open').click();
  await one.getByTestId('identity').locator('summary', { hasText: 'Sign in' }).click();
  await Promise.all([one.waitForEvent('load'), one.getByTestId('login-passkey').click()]);
  assert.equal((await ask(one, '/api/me')).id, guest);

  await one.goto(named(sites[1]));
  await other.goto(sites[0].origin);
  for (const page of [one, other]) {
    await page.getByTestId('find-game').selectOption('xia-si');
    await page.getByTestId('find-quick').nth(1).click();
  }
  for (const page of [one, other]) await page.getByTestId('seek-accept').click();
  for (const page of [one, other]) await page.waitForURL(/\/m\//);
  assert.equal(matchId(one), matchId(other));
  await bySide([one, other]);

  await one.goto(named(sites[1]));
  await other.goto(`${sites[0].origin}/?to=${guest}`);
  await other.getByTestId('create-room').click();
  await other.waitForURL(/\/m\//);
  await one.getByTestId('challenge-accept').click();
  await one.waitForURL((url) => url.pathname.endsWith(matchId(other)));
  await bySide([one, other]);
});
