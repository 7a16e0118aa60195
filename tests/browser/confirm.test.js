// The dialog in which a visitor proves the account again before it is changed, by keyboard and in every language.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { authenticator, named } from './support/passkeys.js';
import { Server } from './support/server.js';
import { untranslated } from './support/texts.js';

const PASSWORD = 'seven horses cross the river';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Makes an account by a name and a password, and opens the settings. */
async function account(page, origin, name) {
  await page.goto(origin);
  const made = await page.request.post(`${origin}/api/me/register`, { data: { name, password: PASSWORD } });
  assert.equal(made.status(), 201);
  await page.reload();
  await openAccount(page);
}

async function openAccount(page) {
  await page.getByTestId('account-open').click();
  await page.getByTestId('identity').getByTestId('carry-open').waitFor();
}

/** Has the server demand a proof before each request that a pattern matches, until one of the ways has been used. */
async function demand(page, pattern, ways) {
  const seen = { proven: false, proofs: [], requests: 0 };
  const json = (route, status, body) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
  await page.route(pattern, (route) => {
    if (route.request().method() === 'GET' && !pattern.endsWith('export')) return route.fallback();
    seen.requests += 1;
    return seen.proven ? route.fallback() : json(route, 403, { code: 'confirm_needed' });
  });
  await page.route('**/api/me/confirm', (route) => {
    if (route.request().method() === 'GET') return json(route, 200, { ways, confirmed_until: null });
    const proof = route.request().postDataJSON();
    seen.proofs.push(proof);
    if (Object.values(proof)[0] === 'wrong') return json(route, 403, { code: 'bad_credentials' });
    seen.proven = true;
    return route.fulfill({ status: 204 });
  });
  return seen;
}

const focused = (page, id) => page.locator(`[data-testid=${id}]:focus`).waitFor();

const TEXTS = {
  'en-GB': ['Confirm that it’s you', 'This is not your password.'],
  'zh-CN': ['需要本人确认', '密码不对。'],
  'ja-JP': ['本人確認', 'パスワードが違います。'],
};

for (const [locale, [title, wrong]] of Object.entries(TEXTS)) {
  test(`a change is confirmed with the password by keyboard, ${locale}`, async (t) => {
    const server = await Server.start(t);
    const page = await person(t, browser, { locale });
    await account(page, server.origin, '棋友 A');
    const seen = await demand(page, '**/api/me/links', ['password', 'code']);
    await page.getByTestId('carry-open').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    await focused(page, 'confirm-password');
    assert.deepEqual(await untranslated(page), []);
    assert.equal(await page.getByTestId('confirm-passkey').count(), 0, 'a way that does not exist is not offered');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.getByTestId('confirm-problem').filter({ hasText: wrong }).waitFor();
    await focused(page, 'confirm-password');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByTestId('carry-link').waitFor();
    await focused(page, 'carry-open');
    assert.deepEqual(seen.proofs, [{ password: 'wrong' }, { password: PASSWORD }]);
    assert.equal(seen.requests, 2, 'the request is repeated once');
  });
}

test('a confirmation that is cancelled changes nothing', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 390, height: 664 } });
  await account(page, server.origin, 'Li Bai');
  const seen = await demand(page, '**/api/me/links', ['password', 'code']);
  await page.getByTestId('carry-open').click();
  await page.getByTestId('confirm-dialog').waitFor();
  const box = await page.getByTestId('confirm-dialog').boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 664, JSON.stringify(box));
  await page.keyboard.press('Escape');
  await page.getByTestId('carry-open-problem').filter({ hasText: 'Nothing was changed' }).waitFor();
  await focused(page, 'carry-open');
  assert.equal(seen.requests, 1);
  assert.equal(await page.getByTestId('account').isVisible(), true, 'the panel stays open');
});

test('a change is confirmed with a recovery code', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await account(page, server.origin, 'Li Bai');
  const seen = await demand(page, '**/api/me/links', ['password', 'code']);
  await page.getByTestId('carry-open').click();
  await page.getByTestId('confirm-dialog').locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await focused(page, 'confirm-code-code');
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await page.getByTestId('confirm-code-problem').filter({ hasText: 'This code is wrong' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('ABCD-EFGH');
  await page.keyboard.press('Enter');
  await page.getByTestId('carry-link').waitFor();
  assert.deepEqual(seen.proofs, [{ code: 'wrong' }, { code: 'ABCD-EFGH' }]);
});

test('the export is confirmed first, and saved as a file', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await account(page, server.origin, 'Li Bai');
  await demand(page, '**/api/me/export', ['password']);
  await page.getByTestId('export').click();
  await page.getByTestId('confirm-password').fill(PASSWORD);
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  assert.equal(file.suggestedFilename(), 'yiguan.ndjson');
  assert.match(await readFile(await file.path(), 'utf8'), /"Li Bai"/);
});

/** Continues as the visitor of a page in a session that comes from a link, which has proven nothing yet. */
async function continueByLink(page, origin) {
  const made = await page.request.post(`${origin}/api/me/links`, { data: { to: null } });
  const { url } = await made.json();
  await page.context().clearCookies();
  await page.goto(url);
  await page.getByTestId('take-link').click();
  await page.waitForURL((address) => !address.pathname.startsWith('/link'));
  await openAccount(page);
}

const unfold = async (page, text) => {
  await page.getByTestId('identity').locator('summary', { hasText: text }).focus();
  await page.keyboard.press('Enter');
};

test('a session that has proven nothing confirms once, and then reviews the passkeys', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await account(page, server.origin, 'Li Bai');
  await continueByLink(page, server.origin);
  await unfold(page, /^Recovery codes/);
  await page.getByTestId('new-codes').focus();
  await page.keyboard.press('Enter');
  await focused(page, 'confirm-password');
  await page.keyboard.type('not my password');
  await page.keyboard.press('Enter');
  await page.getByTestId('confirm-problem').filter({ hasText: 'This is not your password.' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByTestId('recovery-codes').locator('code').nth(7).waitFor();

  // The session counts as proven now.
  await unfold(page, /^Password/);
  await page.getByTestId('password-fresh').focus();
  await page.keyboard.type('eight horses cross the river');
  await page.keyboard.press('Enter');
  await page.locator('[data-testid=passkeys-review]:focus').waitFor();
  await page.getByText('You have no passkeys.').waitFor();
  await page.getByTestId('password-saved').filter({ hasText: 'Your new password is saved' }).waitFor();
  assert.equal(await page.getByTestId('confirm-dialog').count(), 0);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('export').click()]);
  assert.equal(file.suggestedFilename(), 'yiguan.ndjson');
});

test('an owner with one session ends a token that was stolen', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await account(page, server.origin, 'Li Bai');
  const { token } = await (await page.request.post(`${server.origin}/api/me/tokens`)).json();
  const byThief = async () => (await fetch(`${server.origin}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status;
  assert.equal(await byThief(), 200);
  await unfold(page, /^Active sessions/);
  await page.getByTestId('end-others').click();
  await page.locator('[data-testid=passkeys-review]:focus').waitFor();
  assert.equal(await byThief(), 401);
  assert.equal(await page.getByTestId('sessions').locator('li').count(), 1, 'the own session stays');
});

test('an account with passkeys only confirms with a passkey, and reviews them after a recovery', async (t) => {
  const server = await Server.start(t);
  const origin = named(server);
  const page = await person(t, browser);
  await page.goto(origin);
  await authenticator(page);
  await openAccount(page);
  await page.getByTestId('set-name').fill('Li Bai');
  await page.getByTestId('save-name').click();
  await page.getByTestId('name-saved').filter({ hasText: 'Saved' }).waitFor();
  await page.getByTestId('register-passkey').click();
  const codes = page.getByTestId('recovery-codes').locator('code');
  await codes.nth(7).waitFor();
  const [code] = await codes.allTextContents();
  await continueByLink(page, origin);
  await unfold(page, /^Recovery codes/);
  await page.getByTestId('new-codes').focus();
  await page.keyboard.press('Enter');
  await focused(page, 'confirm-passkey');
  assert.equal(await page.getByTestId('confirm').count(), 0, 'no password is asked for');
  await page.keyboard.press('Enter');
  await codes.nth(7).waitFor();
  const [fresh] = await codes.allTextContents();
  assert.notEqual(fresh, code);

  await page.context().clearCookies();
  await page.goto(origin);
  await openAccount(page);
  await unfold(page, 'Sign in');
  await unfold(page, 'recovery code');
  await page.getByTestId('recover-code').fill(fresh);
  await page.getByTestId('recover-submit').click();
  await page.locator('[data-testid=passkeys-review]:focus').waitFor();
  await page.getByTestId('passkeys').locator('li').first().waitFor();
  await Promise.all([page.waitForEvent('load'), page.getByTestId('review-done').click()]);
  await page.getByTestId('whoami').filter({ hasText: 'Li Bai' }).waitFor({ state: 'attached' });
});

test('recovery codes are saved with site, name and date', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(named(server));
  await authenticator(page);
  await openAccount(page);
  await page.getByTestId('set-name').fill('Li Bai');
  await page.getByTestId('save-name').click();
  await page.getByTestId('register-passkey').click();
  const codes = page.getByTestId('recovery-codes');
  await codes.waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), codes.locator('a[download]').click()]);
  const text = await readFile(await file.path(), 'utf8');
  const today = await page.evaluate(() => new Date().toLocaleDateString('en-GB', { dateStyle: 'medium' }));
  for (const part of [named(server), 'Li Bai', today, ...(await codes.locator('code').allTextContents())])
    assert.ok(text.includes(part), `${part} in ${text}`);
});
