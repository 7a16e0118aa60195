// Notifications: turned on and off in the settings, and shown by the worker in the visitor's language. The
// browser of the tests has no push service, so that its part is in the hands of the test.

import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { after, before, test } from 'node:test';
import { KEEPING, launch, person } from './support/browser.js';
import { chooseLanguage } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Puts a push service of the test's own into the pages of a visitor, and allows its use or not. */
async function withPush(page, { permission = 'granted' } = {}) {
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' };
  await page.addInitScript(
    ([sent, allowed]) => {
      const endpoint = 'https://push.example.org/send/one';
      const subscription = {
        endpoint,
        toJSON: () => ({ endpoint, keys: sent, expirationTime: null }),
        unsubscribe: async () => localStorage.removeItem('test.subscribed'),
      };
      PushManager.prototype.getSubscription = async () => (localStorage.getItem('test.subscribed') ? subscription : null);
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        localStorage.setItem('test.subscribed', applicationServerKey);
        return subscription;
      };
      Notification.requestPermission = async () => allowed;
    },
    [keys, permission],
  );
}

async function openSwitches(page) {
  await page.getByTestId('settings-open').click();
  // They can be used once the server has listed the enabled ones.
  await page.locator('[data-testid=push-turn]:enabled').waitFor();
}

const told = (page) =>
  page.evaluate(async () => (await (await fetch('/api/me/push')).json()).subscriptions.map(({ kinds }) => kinds));

test('each kind of notification is turned on and off, and is so at the next visit', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, KEEPING);
  await withPush(page);
  await page.goto(server.origin);
  await openSwitches(page);
  for (const kind of ['turn', 'challenge', 'found']) assert.equal(await page.getByTestId(`push-${kind}`).isChecked(), false);
  await page.getByTestId('push-turn').focus();
  await page.keyboard.press('Space');
  await page.locator('[data-testid=push-turn]:enabled:checked').waitFor();
  await page.locator('[data-testid=push-turn]:focus').waitFor();
  await page.getByTestId('push-found').check();
  await page.locator('[data-testid=push-found]:enabled:checked').waitFor();
  assert.deepEqual(await told(page), [['turn', 'found']]);
  const key = await page.evaluate(async () => (await (await fetch('/api/push')).json()).key);
  assert.equal(await page.evaluate(() => localStorage.getItem('test.subscribed')), key);

  await page.reload();
  await openSwitches(page);
  await page.locator('[data-testid=push-turn]:checked').waitFor();
  await page.locator('[data-testid=push-challenge]:not(:checked)').waitFor();
  for (const kind of ['turn', 'found']) {
    await page.getByTestId(`push-${kind}`).uncheck();
    await page.locator(`[data-testid=push-${kind}]:enabled:not(:checked)`).waitFor();
  }
  assert.deepEqual(await told(page), []);
  assert.equal(await page.evaluate(() => localStorage.getItem('test.subscribed')), null);
});

test('a visitor who has forbidden notifications sees where to allow them', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, KEEPING);
  await withPush(page, { permission: 'denied' });
  await page.goto(server.origin);
  await openSwitches(page);
  await page.getByTestId('push-turn').click();
  await page.getByTestId('push-problem').getByText('Notifications are blocked').waitFor();
  await page.locator('[data-testid=push-turn]:enabled:not(:checked)').waitFor();
  assert.deepEqual(await told(page), []);
});

test('the worker shows notifications in the language of the pages, unless a page is visible', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, KEEPING);
  await page.context().grantPermissions(['notifications'], { origin: server.origin });
  await withPush(page);
  await page.goto(server.origin);
  await openSwitches(page);
  await page.getByTestId('push-turn').check();
  await page.locator('[data-testid=push-turn]:enabled:checked').waitFor();
  await page.getByTestId('settings-close').click();
  await chooseLanguage(page, 'ja');
  // The page of that language has come.
  await page.locator('html[lang="ja"]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('yiguan.push') ?? '{}').language === 'ja');
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise((done) =>
    devtools.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }) => registrations[0] && done(registrations[0].registrationId),
    ),
  );
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const send = (notice) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: server.origin, registrationId, data: JSON.stringify(notice) });
  const [worker] = page.context().serviceWorkers();
  // The browser of the tests shows no notifications; the requested ones are recorded.
  await worker.evaluate(() => {
    globalThis.shown = new Promise((done) => {
      ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag }) => done([title, body, tag]);
    });
  });
  // A page is open, which shows challenges; a match is not.
  await send({ kind: 'challenge', game: 'shogi', match: '1', opponent: '李白' });
  await send({ kind: 'turn', game: 'shogi', match: '2', opponent: '李白' });
  const shown = await worker.evaluate(() => globalThis.shown);
  assert.deepEqual(shown, ['将棋', '李白さんとの対局で、あなたの手番です。', '/m/2']);
});
