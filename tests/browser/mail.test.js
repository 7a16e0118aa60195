// Notifications by mail: an address is entered in the settings and confirmed by a link that is sent there; each kind is
// turned on and off; and a link in every mail ends them. Where the server sends no mail nothing is shown of it.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { MailService } from './support/mail_service.js';
import { ask } from './support/play.js';
import { Server } from './support/server.js';
import { guest } from './support/tables.js';
import { untranslated } from './support/texts.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const ADDRESS = 'li.bai@example.org';
const KINDS = ['turn', 'challenge', 'found'];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** The rules, a page that opens no socket, with the settings. */
async function openSettings(page, server) {
  await page.goto(`${server.origin}/rules`);
  await page.getByTestId('settings-open').click();
  await page.getByTestId('push-unable').or(page.getByTestId('push')).waitFor();
}

/** Makes an account by a name and a password, in its panel, and comes back to the settings. */
async function register(page) {
  await page.getByTestId('settings-close').click();
  await page.getByTestId('register-open').or(page.getByTestId('account-open')).filter({ visible: true }).last().click();
  await page
    .getByTestId('identity')
    .locator('details', { has: page.getByTestId('register') })
    .evaluate((fold) => (fold.open = true));
  await page.getByTestId('register-name').fill('Li Bai');
  await page.getByTestId('register-fresh').fill('seven horses cross the river');
  await page.getByTestId('register-submit').click();
  await page.getByTestId('recovery-codes').waitFor();
  await page.getByTestId('account-close').click();
  await page.getByTestId('settings-open').click();
}

/** Waits until the settings show the state of the address. */
const shows = (page, state) => page.locator(`[data-testid=mail-state][data-state=${state}]`).waitFor();

/** Waits until the page of a link shows its result. */
const says = (page, outcome) => page.locator(`[data-testid=mail-said][data-outcome=${outcome}]`).waitFor();

const kept = async (page) => (await ask(page, '/api/me/mail')).mail;

test('an address is entered, confirmed by its link, and left alone by the link of a mail', async (t) => {
  const mails = await MailService.start(t);
  const server = await Server.start(t, mails.environment);
  const page = await person(t, browser, { viewport: { width: 390, height: 800 } });
  await openSettings(page, server);
  assert.equal(await page.getByTestId('mail').count(), 0, 'a guest is not asked');
  // A visitor who creates an account is asked.
  await register(page);
  await page.getByTestId('mail-address-address').fill('li.bai@example');
  await page.getByTestId('mail-address-address').press('Enter');
  await page.getByTestId('mail-address-problem').getByText('name@example.org').waitFor();
  await page.locator('[data-testid=mail-address-address]:focus').waitFor();
  await page.getByTestId('mail-address-address').fill(ADDRESS);
  await page.getByTestId('mail-address-address').press('Enter');
  await shows(page, 'unconfirmed');
  await page.locator('[data-testid=mail-state]:focus').waitFor();
  assert.match(await page.getByTestId('mail-state').textContent(), /l…@e…e\.org/);
  const first = await mails.link(`${server.origin}/mail/confirm#`);
  await page.getByTestId('mail-again').click();
  await shows(page, 'sent');
  const second = await mails.link(`${server.origin}/mail/confirm#`);

  // On another device, by an unknown visitor. To open the link alone confirms nothing.
  const phone = await person(t, browser);
  await phone.goto(first);
  await phone.getByTestId('mail-act').click();
  await says(phone, 'used');
  await phone.locator('[data-testid=mail-said]:focus').waitFor();
  // Another link in the same tab: to the browser it is the same page.
  await phone.goto(second);
  await phone.getByTestId('mail-act').waitFor();
  assert.equal(await phone.evaluate(() => location.hash), '', 'the code is gone from the address');
  assert.equal((await kept(page)).state, 'unconfirmed');
  await phone.getByTestId('mail-act').focus();
  await phone.keyboard.press('Enter');
  await says(phone, 'done');

  await openSettings(page, server);
  await shows(page, 'confirmed');
  assert.equal(await page.getByTestId('mail-again').count(), 0);
  for (const kind of KINDS) assert.equal(await page.getByTestId(`mail-${kind}`).isChecked(), kind !== 'found', kind);
  await page.getByTestId('mail-turn').focus();
  await page.keyboard.press('Space');
  await page.locator('[data-testid=mail-turn]:enabled:not(:checked):focus').waitFor();
  assert.deepEqual((await kept(page)).kinds, ['challenge']);
  const wide = await page.evaluate(
    () => document.querySelector('dialog').scrollWidth > document.querySelector('dialog').clientWidth,
  );
  assert.equal(wide, false, 'nothing is wider than a phone');

  const opponent = await guest(server.origin);
  await opponent.open({ game: 'shogi', opponent: (await ask(page, '/api/me')).id });
  const stop = await mails.link(`${server.origin}/mail/off?t=`);
  await phone.goto(stop);
  await phone.getByTestId('mail-act').waitFor();
  assert.deepEqual((await kept(page)).kinds, ['challenge'], 'to open the link alone ends nothing');
  await phone.getByTestId('mail-act').click();
  await says(phone, 'done');
  await openSettings(page, server);
  await shows(page, 'off');
  for (const kind of KINDS) assert.equal(await page.getByTestId(`mail-${kind}`).isChecked(), false, kind);

  await page.getByTestId('mail-change').click();
  await page.getByTestId('mail-remove').click();
  await page.locator('[data-testid=mail-address-address]:focus').waitFor();
  assert.equal(await kept(page), null);
  await phone.goto(stop);
  await phone.getByTestId('mail-act').click();
  await says(phone, 'used');
});

test('where the server sends no mail, nothing is shown of it', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await openSettings(page, server);
  const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/push');
  await register(page);
  assert.deepEqual(Object.keys(await (await asked).json()), ['key']);
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByTestId('mail').count(), 0);
});

for (const [locale, language] of [
  ['en-GB', 'en'],
  ['zh-CN', 'zh'],
  ['ja-JP', 'ja'],
]) {
  test(`the parts about mail are whole and accessible in ${language}`, async (t) => {
    const mails = await MailService.start(t);
    const server = await Server.start(t, mails.environment);
    const page = await person(t, browser, { locale, bypassCSP: true, viewport: { width: 390, height: 800 } });
    const faults = [];
    const check = async (what) => {
      await page.addScriptTag({ path: AXE });
      const found = await page.evaluate(async () => {
        const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
        return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
      });
      faults.push(...[...found, ...(await untranslated(page))].map((fault) => `${what}: ${fault}`));
    };
    await openSettings(page, server);
    await register(page);
    await page.getByTestId('mail-address').waitFor();
    await check('without an address');
    await page.getByTestId('mail-address-address').fill(ADDRESS);
    await page.getByTestId('mail-address-address').press('Enter');
    await shows(page, 'unconfirmed');
    await page.getByTestId('mail-change').click();
    await check('with one');
    for (const path of ['/mail/confirm#x', '/mail/off?t=x']) {
      await page.goto(server.origin + path);
      await page.getByTestId('mail-act').waitFor();
      await check(path);
      await page.getByTestId('mail-act').click();
      await says(page, 'used');
      await check(`${path}, used`);
    }
    assert.deepEqual(faults, []);
  });
}
