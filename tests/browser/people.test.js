// A guest keeps the identity, comes back to it on other devices, and deletes it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { authenticator, named } from './support/passkeys.js';
import { ask, bySide, createRoom, join, play, saved, snapshot } from './support/play.js';
import { Server } from './support/server.js';
import { begin, guest, resign } from './support/tables.js';

const PASSWORD = 'seven horses cross the river';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Opens the panel of the account, with the visitor's identity. */
async function openAccount(page) {
  await page.getByTestId('account-open').click();
  await page.getByTestId('identity').getByTestId('carry-open').waitFor();
}

/** Keeps the identity by a name and a password, with the keyboard alone. */
async function keep(page, name) {
  await openAccount(page);
  await page.getByTestId('identity').locator('summary', { hasText: 'with a name' }).focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('register-name').focus();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Logs in by name and password. */
async function logIn(page, name, password) {
  await openAccount(page);
  await page.getByTestId('identity').locator('summary', { hasText: 'Sign in' }).click();
  await page.getByTestId('login-name').fill(name);
  await page.getByTestId('login-password').fill(password);
  await page.getByTestId('login-submit').click();
}

test('a guest keeps name and games, and comes back on another device', async (t) => {
  const server = await Server.start(t);
  const [laptop, phone] = [await person(t, browser), await person(t, browser, { viewport: { width: 390, height: 800 } })];
  await createRoom(laptop, server.origin, 'er-chi-yi');
  const id = laptop.url().split('/').at(-1);
  await keep(laptop, '棋友 A');
  await laptop.getByTestId('recovery-codes').locator('code').nth(7).waitFor();
  await laptop.locator('[data-testid=recovery-codes]:focus').waitFor();
  await laptop.getByTestId('whoami').filter({ hasText: '棋友 A' }).waitFor();
  const me = await ask(laptop, '/api/me');
  assert.equal(me.guest, false);

  await phone.goto(server.origin);
  await logIn(phone, '棋友 A', 'wrong horses');
  await phone.getByTestId('login-problem').filter({ hasText: 'wrong' }).waitFor();
  await phone.getByTestId('login-password').fill(PASSWORD);
  await Promise.all([phone.waitForEvent('load'), phone.getByTestId('login-submit').click()]);
  await phone.getByTestId('own-games').click();
  await phone.getByTestId('person-name').filter({ hasText: '棋友 A' }).waitFor();
  await phone.getByTestId('unfinished').locator(`a[href="/m/${id}"]`).waitFor();
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'nothing beyond the edge');

  // The laptop sees the phone, and logs it out.
  await laptop.reload();
  await openAccount(laptop);
  await laptop.getByTestId('identity').locator('summary', { hasText: 'Active sessions' }).click();
  await laptop.getByTestId('sessions').locator('li').nth(1).waitFor();
  await phone.goto(server.origin);
  await phone.getByTestId('whoami').filter({ hasText: '棋友 A' }).waitFor({ state: 'attached' });
  // The phone's connection is there, which ends with the session.
  await phone.getByTestId('find-several').waitFor();
  await laptop.getByTestId('end-others').click();
  await laptop.getByTestId('sessions').locator('li').nth(1).waitFor({ state: 'detached' });
  await phone
    .getByTestId('whoami')
    .filter({ hasText: /^Guest/ })
    .waitFor({ state: 'attached' });
  assert.notEqual((await ask(phone, '/api/me')).id, me.id);

  // And is deleted for good.
  await laptop.getByTestId('identity').locator('summary', { hasText: 'Delete account' }).click();
  await laptop.getByTestId('erase').click();
  await laptop.getByTestId('erase-cancel').click();
  await laptop.getByTestId('erase').click();
  await Promise.all([laptop.waitForURL(`${server.origin}/`), laptop.getByTestId('erase-submit').click()]);
  assert.notEqual((await ask(laptop, '/api/me')).id, me.id);
  await phone.goto(`${server.origin}/people/${me.id}`);
  await phone.getByText('There is no player with that name.').waitFor();
});

test('a phone takes over a seat during the game', async (t) => {
  const server = await Server.start(t);
  const [one, two, phone] = [
    await person(t, browser),
    await person(t, browser),
    await person(t, browser, { viewport: { width: 390, height: 800 } }),
  ];
  const link = await createRoom(one, server.origin, 'er-chi-yi');
  await join(two, link);
  const sides = await bySide([one, two]);
  const laptop = sides.first;
  const [first] = (await ask(laptop, `/api/matches/${(await snapshot(laptop)).id}?legal=1`)).legal;
  await openAccount(laptop);
  await laptop.getByTestId('carry-open').click();
  await laptop.getByTestId('carry').locator('img').waitFor();
  const carried = await laptop.getByTestId('carry-link').inputValue();

  await phone.goto(carried);
  assert.equal(new URL(phone.url()).hash, '', 'the secret is not left in the address');
  await phone.getByTestId('take-link').click();
  await phone.waitForURL(/\/m\//);
  await play(phone, first);
  await saved(phone, 1);
  await saved(two, 1);

  // The link is good for one device.
  const thief = await person(t, browser);
  await thief.goto(carried);
  await thief.getByTestId('take-link').click();
  await thief.getByTestId('take-link-problem').filter({ hasText: 'used or has expired' }).waitFor();
});

test('a player is blocked on their page, and unblocked', async (t) => {
  const server = await Server.start(t);
  const [one, two] = [await person(t, browser), await person(t, browser)];
  await one.goto(server.origin);
  const { id } = await ask(one, '/api/me');
  await two.goto(`${server.origin}/people/${id}`);
  await two.getByTestId('block').click();
  await two.getByTestId('block').filter({ hasText: 'Unblock' }).waitFor();
  const link = await createRoom(two, server.origin, 'er-chi-yi');
  await one.goto(link);
  await one.getByTestId('join').click();
  await one.getByText('You can’t play this player: one of you has blocked the other.').waitFor();
  await two.goto(`${server.origin}/people/${id}`);
  await two.getByTestId('block').filter({ hasText: 'Unblock' }).click();
  await join(one, link);
});

test('results against people and against the computer stand in two tables', async (t) => {
  const server = await Server.start(t);
  const player = await person(t, browser);
  await player.goto(`${server.origin}/offline`);
  const { id } = await ask(player, '/api/me');
  const opponent = await guest(server.origin);
  const open = await opponent.open({ game: 'xiangqi' });
  await player.request.post(`${server.origin}/api/matches/${open}/join`, { data: {} });
  await begin(player, opponent, open, ['a0a1', 'a9a8']);
  await resign(player, open);
  // The page is right once the game is counted.
  for (let counted = 0; counted === 0; ) counted = (await ask(player, `/api/accounts/${id}`)).games.length;
  await player.goto(`${server.origin}/people/${id}`);
  const people = player.getByTestId('results-people');
  await people.waitFor();
  assert.equal(await people.locator('caption').textContent(), 'Against people');
  assert.deepEqual(await people.locator('tbody tr > *').allTextContents(), ['Xiangqi', '0', '0', '1']);
  assert.equal(await player.getByTestId('results-computer').count(), 0, 'no game was played against the computer');
});

test('who is followed is seen to be here and to play, on ones own page', async (t) => {
  const server = await Server.start(t);
  const [one, two, three] = [
    await person(t, browser, { viewport: { width: 390, height: 844 } }),
    await person(t, browser),
    await person(t, browser),
  ];
  for (const page of [one, two]) await page.goto(server.origin);
  const { id } = await ask(two, '/api/me');
  // Guests follow no players.
  await one.goto(`${server.origin}/people/${id}`);
  await one.getByTestId('block').waitFor();
  assert.equal(await one.getByTestId('follow').isVisible(), false);
  const kept = await one.request.post(`${server.origin}/api/me/register`, { data: { name: 'Li Bai', password: PASSWORD } });
  assert.equal(kept.status(), 201);
  await one.reload();
  await one.getByTestId('follow').click();
  await one.getByTestId('follow').filter({ hasText: 'Unfollow' }).waitFor();
  await one.goto(`${server.origin}/people/me`);
  await one.getByTestId('followed').filter({ hasText: 'online' }).waitFor();
  assert.equal(await one.getByTestId('follows-playing').count(), 0);

  // A game that begins shows by itself.
  await join(three, await createRoom(two, server.origin, 'er-chi-yi'));
  await bySide([two, three]);
  await one.getByTestId('followed').filter({ hasText: 'playing now' }).waitFor();
  await one
    .getByTestId('follows-playing')
    .locator(`a[href="/m/${(await snapshot(two)).id}"]`)
    .waitFor();
  assert.equal(await one.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'nothing beyond the edge');
  await one.goto(`${server.origin}/people/${id}`);
  await one.getByTestId('follow').filter({ hasText: 'Unfollow' }).click();
  await one
    .getByTestId('follow')
    .filter({ hasText: /^Follow$/ })
    .waitFor();
  assert.deepEqual((await ask(one, '/api/me/follows')).players, []);
});

test('a passkey keeps a guest with one tap, and brings them back', async (t) => {
  const server = await Server.start(t);
  const origin = named(server);
  const page = await person(t, browser);
  await authenticator(page);
  await page.goto(origin);
  const before = await ask(page, '/api/me');
  await openAccount(page);
  // No account is called as guests are.
  await page.getByTestId('register-named-submit').click();
  await page.locator('[data-testid=register-named-name]:invalid:focus').waitFor();
  await page.getByTestId('register-named-name').fill('Guest d8e5');
  await page.getByTestId('register-named-submit').click();
  await page.getByTestId('register-named-problem').waitFor();
  assert.equal((await ask(page, '/api/me')).guest, true);
  await page.getByTestId('register-named-name').fill('Du Fu');
  await page.getByTestId('register-named-submit').click();
  await page.getByTestId('recovery-codes').locator('code').nth(7).waitFor();
  const me = await ask(page, '/api/me');
  assert.deepEqual([me.id, me.guest, me.name], [before.id, false, 'Du Fu']);
  await page.getByTestId('identity').locator('summary', { hasText: 'Passkeys' }).click();
  await page.getByTestId('passkeys').locator('li').first().waitFor();

  // A new browser on the same device.
  await page.context().clearCookies();
  await page.goto(origin);
  assert.notEqual((await ask(page, '/api/me')).id, me.id);
  await openAccount(page);
  await page.getByTestId('identity').locator('summary', { hasText: 'Sign in' }).click();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/sessions/passkey'));
  await Promise.all([page.waitForEvent('load'), page.getByTestId('login-passkey').click()]);
  assert.equal((await ask(page, '/api/me')).id, me.id);

  // The device's answer can be used once.
  const again = await page.request.post(`${origin}/api/sessions/passkey`, { data: (await sent).postDataJSON() });
  assert.deepEqual([again.status(), (await again.json()).code], [410, 'ceremony_over']);
  // The only way back stays, until there is another.
  await openAccount(page);
  await page.getByTestId('identity').locator('summary', { hasText: 'Passkeys' }).click();
  await page.getByTestId('passkeys').locator('button').click();
  await page.getByTestId('passkeys').getByText('only way to sign in').waitFor();
});

test('phrases are read in ones own language, and a line is reported from the talk itself', async (t) => {
  const server = await Server.start(t);
  const [one, two] = [await person(t, browser), await person(t, browser, { locale: 'zh-CN' })];
  const link = await createRoom(one, server.origin, 'er-chi-yi');
  await join(two, link);
  await one.getByTestId('phrases').click();
  await one.getByTestId('phrase-luck').click();
  await one.getByTestId('chat-lines').getByText('Have a good game!').waitFor();
  await two.getByTestId('chat-lines').getByText('祝对局愉快！').waitFor();
  await one.getByTestId('chat-text').fill('You play like a carp.');
  await one.getByTestId('chat-send').click();
  await two.getByTestId('chat-lines').getByText('You play like a carp.').waitFor();
  // The name opens the possible actions, each in a word.
  const menu = two.getByTestId('person-menu').first();
  await menu.click();
  await two.getByTestId('mute').waitFor();
  const words = await two.getByTestId('person-dialog').getByRole('button').allTextContents();
  assert.deepEqual(words, ['静音', '屏蔽', '举报', '完成']);
  await two.getByTestId('mute').click();
  await two.getByTestId('chat-lines').getByText('You play like a carp.').waitFor({ state: 'detached' });
  await two.getByTestId('unmute').click();
  await menu.click();
  await two.getByTestId('report-open').click();
  await two.getByTestId('report-dialog').getByText('You play like a carp.').waitFor();
  await two.getByTestId('report-submit').click();
  await two.getByTestId('report-sent').filter({ hasText: '已提交' }).waitFor();
  await two.getByTestId('report-block').click();
  await two.getByTestId('report-sent').filter({ hasText: '已屏蔽' }).waitFor();
  assert.equal((await ask(two, '/api/me/blocks')).players.length, 1);
});

test('signing in and making an account are in the head, apart from the settings', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 1280, height: 800 } });
  await page.goto(server.origin);
  await page.getByTestId('login-open').click();
  await page.locator('[data-testid=account] :focus').and(page.getByTestId('login-name')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('account').waitFor({ state: 'detached' });
  await page.getByTestId('register-open').click();
  await page.locator('[data-testid=register-name]:focus').fill('Wang Wei');
  await page.getByTestId('register-fresh').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByTestId('recovery-codes').waitFor();
  await page.keyboard.press('Escape');
  for (const way of ['login-open', 'register-open']) await page.getByTestId(way).waitFor({ state: 'hidden' });
  await page.getByTestId('settings-open').click();
  await page.getByTestId('settings').waitFor();
  assert.equal(await page.getByTestId('identity').count(), 0);
  await page.getByTestId('settings').locator('[data-language=ja]').waitFor();
});
