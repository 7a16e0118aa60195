// Who is here: the list that the lobby opens, by keyboard and on a phone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { press, tabTo } from './support/keyboard.js';
import { ask, createRoom, join } from './support/play.js';
import { Server } from './support/server.js';
import { untranslated } from './support/texts.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const row = (page, id) => page.locator(`[data-testid=online-person][data-person="${id}"]`);

/** Opens the list until it is as expected: presence changes while the list is closed. */
async function openUntil(page, isRight) {
  for (;;) {
    await page.getByTestId('online-open').click();
    await page.getByTestId('online').waitFor();
    if (await isRight()) return;
    await page.getByTestId('online-close').click();
    await page.getByTestId('online').waitFor({ state: 'detached' });
  }
}

/** The names in the list, and the actions offered for each. */
const listed = (page) =>
  page
    .getByTestId('online-person')
    .evaluateAll((rows) => rows.map((one) => [one.dataset.person, one.querySelectorAll('a').length]));

test('who is here is seen by keyboard, and each name leads to its page', async (t) => {
  const server = await Server.start(t);
  const [one, other, third] = [await person(t, browser), await person(t, browser), await person(t, browser)];
  for (const page of [one, other, third]) await page.goto(server.origin);
  const link = await createRoom(other, server.origin, 'shogi', { seat: 'first' });
  await join(third, link);
  const [own, first] = [(await ask(one, '/api/me')).id, (await ask(other, '/api/me')).id];

  await one.getByTestId('online-open').filter({ hasText: '3' }).waitFor();
  await tabTo(one, '[data-testid=online-open]');
  await press(one, 'Enter');
  await row(one, own).waitFor();
  assert.equal(await one.evaluate(() => document.activeElement.dataset.testid), 'online-close');
  assert.deepEqual(await untranslated(one), []);
  await press(one, 'Escape');
  await one.getByTestId('online').waitFor({ state: 'detached' });
  assert.equal(await one.evaluate(() => document.activeElement.dataset.testid), 'online-open', 'the focus is where it was');

  // The visitor is one of three; the two others can be watched and challenged.
  await openUntil(one, async () => (await one.getByTestId('online-watch').count()) === 2);
  const rows = await listed(one);
  assert.deepEqual(
    rows.find(([id]) => id === own),
    [own, 1],
    'nothing is to be done about oneself',
  );
  assert.deepEqual(
    rows.filter(([id]) => id !== own).map(([, links]) => links),
    [3, 3],
  );
  const watch = await row(one, first).getByTestId('online-watch').getAttribute('href');
  assert.equal(watch, new URL(link).pathname);
  await row(one, first).getByTestId('online-challenge').click();
  await one.getByTestId('create-dialog').waitFor();
  await press(one, 'Escape');
  await openUntil(one, async () => (await row(one, first).count()) === 1);
  await row(one, first).locator('.online-name').click();
  await one.getByTestId('person-name').waitFor();
  assert.equal(new URL(one.url()).pathname, `/people/${first}`);
});

test('a visitor who switches it off is not listed, on a phone too', async (t) => {
  const server = await Server.start(t);
  const [phone, other] = [await person(t, browser, PHONE), await person(t, browser)];
  for (const page of [phone, other]) await page.goto(server.origin);
  const own = (await ask(phone, '/api/me')).id;
  await openUntil(phone, async () => (await phone.getByTestId('online-person').count()) === 2);
  const wide = await phone.evaluate(() =>
    [document.documentElement, document.querySelector('dialog')].some((part) => part.scrollWidth > part.clientWidth),
  );
  assert.equal(wide, false, 'nothing is wider than the phone');
  await phone.getByTestId('online-listed').click();
  await row(phone, own).waitFor({ state: 'detached' });
  await phone.getByTestId('online-more').filter({ hasText: '1' }).waitFor();
  await other.getByTestId('online-open').click();
  await other.getByTestId('online-more').filter({ hasText: '1' }).waitFor();
  assert.equal(await row(other, own).count(), 0);
  await other.getByTestId('online-close').click();

  // The choice is stored, and can be reversed.
  await phone.reload();
  await openUntil(phone, async () => (await phone.getByTestId('online-more').count()) === 1);
  assert.equal(await phone.getByTestId('online-listed').isChecked(), false);
  await phone.getByTestId('online-listed').click();
  await row(phone, own).waitFor();
  await phone.goto('about:blank');
  await openUntil(other, async () => (await other.getByTestId('online-person').count()) === 1);
});

test('without the server the list reports it, and opens again', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  await page.getByTestId('online-open').click();
  await page.getByTestId('online-person').waitFor();
  await page.getByTestId('online-close').click();
  await page.route('**/api/online', (route) => route.abort());
  await page.getByTestId('online-open').click();
  await page.getByTestId('online-problem').waitFor();
  assert.equal(await page.getByTestId('online-listed').isDisabled(), true);
  await page.getByTestId('online-close').click();
  await page.unroute('**/api/online');
  await page.getByTestId('online-open').click();
  await page.getByTestId('online-person').waitFor();
});
