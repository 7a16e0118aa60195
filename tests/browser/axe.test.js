// axe-core finds nothing on any page, light and dark, in English; with `./check --long` in every language.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { courseOf } from './support/courses.js';
import { sample } from './support/long.js';
import { bySide, createRoom, join, play, saved, shows } from './support/play.js';
import { Server } from './support/server.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const LANGUAGES = ['en', 'zh', 'ja'];

/** The announcement for a capture that promotes and gives no check. */
const HEARD = { en: 'bishop to 2b, takes bishop, promotes', zh: '吃角行', ja: '２二角成、角を取る' };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** What axe-core objects to, in short, by day with all its rules and by night with those on colours. */
async function violations(page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: AXE });
  const found = [];
  for (const [colorScheme, options] of [
    ['dark', { runOnly: ['color-contrast'] }],
    ['light', {}],
  ]) {
    await page.emulateMedia({ colorScheme });
    found.push(
      ...(await page.evaluate(async (given) => {
        const { violations: faults } = await globalThis.axe.run(document, { ...given, resultTypes: ['violations'] });
        return faults.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
        );
      }, options)),
    );
  }
  return found;
}

/** Goes to a page and waits until it has drawn a board. */
async function visit(page, url) {
  await page.goto(url);
  await page.locator('main svg:visible').first().waitFor();
  await page.locator('h1').filter({ hasText: /./ }).first().waitFor({ state: 'attached' });
}

/** From now on the pages are in this language. */
const speak = (page, language) => page.addInitScript((id) => localStorage.setItem('yiguan.language', id), language);

/** A person whose browser lets the checker in, which the policy of the pages would not. */
const inspector = (t) => person(t, browser, { bypassCSP: true });

for (const language of sample(LANGUAGES, 1)) {
  test(`axe-core finds nothing in ${language}`, async (t) => {
    const server = await Server.start(t);
    const [page, other] = [await inspector(t), await inspector(t)];
    for (const each of [page, other]) await speak(each, language);
    const faults = [];
    const check = async (name, where = page) => faults.push(...(await violations(where)).map((fault) => `${name}: ${fault}`));

    await visit(page, server.origin);
    await check('the lobby, empty');
    await page.getByTestId('online-open').click();
    await page.getByTestId('online-person').waitFor();
    await check('the list of those who are here');
    await page.getByTestId('online-close').click();
    await page.getByTestId('settings-open').click();
    await page.getByTestId('settings').waitFor();
    await page.getByTestId('push-unable').or(page.getByTestId('push')).waitFor();
    await check('the settings');
    await page.keyboard.press('Escape');
    await page.getByTestId('settings').waitFor({ state: 'detached' });
    await page.getByTestId('account-open').click();
    await page.getByTestId('carry-open').waitFor();
    for (const fold of await page.getByTestId('identity').locator('details').all())
      await fold.evaluate((details) => (details.open = true));
    await check('the account');
    await page.keyboard.press('Escape');
    await page.getByTestId('account').waitFor({ state: 'detached' });
    await page.getByTestId('game-shogi').click();
    await check('the form for a new table');
    await page.goto(`${server.origin}/people/me`);
    await page.getByTestId('person-name').waitFor();
    await check('ones own page');
    await page.goto(`${server.origin}/link#x`);
    await page.getByTestId('take-link').waitFor();
    await check('a link to another device');
    await visit(page, `${server.origin}/rules`);
    await check('the rules');

    const link = await createRoom(page, server.origin, 'shogi', { seat: 'first' });
    await check('a room that waits');
    await other.goto(link);
    await other.getByTestId('join').waitFor();
    await check('an invitation', other);
    await join(other, link);
    const { first, second } = await bySide([page, other]);
    for (const [ply, move] of ['7g7f', '3c3d', '8h2b+', '3a2b'].entries()) {
      const [mover, spectator] = ply % 2 ? [second, first] : [first, second];
      await play(mover, move, move.endsWith('+'));
      await saved(mover, ply + 1);
      await shows(spectator, ply + 1);
      if (!move.endsWith('+')) continue;
      for (const each of [mover, spectator]) {
        await each.waitForFunction((text) => document.getElementById('spoken').textContent.includes(text), HEARD[language]);
      }
    }
    await first.locator('[data-hand=B]').click();
    await first.locator('[data-point="2a"]').click();
    await first.getByTestId('refusal').waitFor();
    await check('a match in play, with a piece picked up and a refusal', first);
    await first.getByTestId('draw').click();
    await second.getByTestId('accept-draw').waitFor();
    await check('an offer', second);
    await first.getByTestId('resign').click();
    await check('a question', first);
    await first.getByTestId('confirm-yes').click();
    await first.getByTestId('result').waitFor();
    await check('a result', first);
    await first.getByTestId('replay-link').click();
    await shows(first, 4);
    await first.locator('.move[data-ply="1"]').click();
    await play(first, '8c8d');
    await first.getByTestId('tab-notes').click();
    await first.getByTestId('remark').fill('!');
    await first.getByTestId('remark-save').click();
    await first.getByTestId('together').click();
    await first.getByTestId('files').locator('summary').click();
    await first.getByTestId('tab-explorer').click();
    await first.getByTestId('explorer-state').filter({ hasText: /./ }).or(first.getByTestId('explored').first()).waitFor();
    await check('a replay, with a variation', first);
    await first.getByTestId('tab-computer').click();
    await first.getByTestId('best').first().waitFor();
    await check('a replay, with the best moves', first);
    await first.getByTestId('tab-review').click();
    await first.getByTestId('review').click();
    await first.getByTestId('review-state').filter({ hasText: /./ }).waitFor();
    await check('a replay, with a review', first);
    await first.getByTestId('tab-notes').click();
    await check('a replay, with its notes', first);
    for (const path of ['/analysis', '/local?game=xiangqi', '/local?game=shogi&setup', '/games?game=shogi']) {
      await visit(page, server.origin + path);
      await check(path);
    }
    await visit(page, server.origin);
    await check('the lobby, with a finished game');
    assert.deepEqual(faults, []);
  });
}

test('axe-core finds nothing on the pages of an account', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await inspector(t), await inspector(t)];
  const faults = [];
  const check = async (name, where = page) => faults.push(...(await violations(where)).map((fault) => `${name}: ${fault}`));
  for (const [each, name] of [
    [page, 'Li Bai'],
    [other, 'Du Fu'],
  ]) {
    await visit(each, server.origin);
    await each.getByTestId('register-open').or(each.getByTestId('account-open')).filter({ visible: true }).last().click();
    await each
      .getByTestId('identity')
      .locator('details', { has: each.getByTestId('register') })
      .evaluate((fold) => (fold.open = true));
    await each.getByTestId('register-name').fill(name);
    await each.getByTestId('register-fresh').fill('seven horses cross the river');
    await each.getByTestId('register-submit').click();
    await each.getByTestId('recovery-codes').waitFor();
  }
  for (const fold of await page.getByTestId('identity').locator('details').all())
    await fold.evaluate((details) => (details.open = true));
  await page.getByTestId('vacation-begin').click();
  await page.getByTestId('vacation-end').waitFor();
  await check('an account with everything open, on vacation');
  await visit(page, server.origin);
  await page.getByTestId('find-several').click();
  await check('the lobby, with the form for a search');
  const { id } = await (await other.request.get(`${server.origin}/api/me`)).json();
  await page.goto(`${server.origin}/people/${id}`);
  await page.getByTestId('follow').waitFor();
  await check('the page of another player');
  await page.getByTestId('report-person').click();
  await page.getByTestId('report-dialog').waitFor();
  await check('a report');
  await page.keyboard.press('Escape');
  await page.getByTestId('follow').click();
  await page.goto(`${server.origin}/people/me`);
  await page.getByTestId('follows').waitFor();
  await check('the own page, with a followed player');
  await page.goto(`${server.origin}/games`);
  await page.getByTestId('best-none').filter({ hasText: /./ }).waitFor();
  await page.getByTestId('archive-fold').evaluate((fold) => (fold.open = true));
  await check('the archive, with all filters');
  await page.goto(`${server.origin}/no-such-page`);
  await page.locator('h1').waitFor();
  await check('a page that does not exist');
  await page.goto(`${server.origin}/offline`);
  await check('the page without a server');
  assert.deepEqual(faults, []);
});

test('axe-core finds nothing in a course', async (t) => {
  const server = await Server.start(t);
  const page = await inspector(t);
  const faults = [];
  const { steps } = courseOf('xia-si');
  await page.goto(`${server.origin}/offline`);
  // The first step of each kind, with its text for skipping, and the end.
  const kinds = new Map(steps.map((step) => [step.kind, step.id]));
  for (const [kind, id] of [...kinds, ['end', null]]) {
    const done = steps.filter((step) => step.id !== id).map((step) => step.id);
    await page.evaluate(
      (text) => localStorage.setItem('yiguan.courses', text),
      JSON.stringify({ 'xia-si': { done, of: steps.length } }),
    );
    await page.goto(`${server.origin}/rules/xia-si?${kind}#learn`);
    const shown = id
      ? page.locator(`[data-testid=lesson-step][data-step="${id}"][data-ready]`)
      : page.getByTestId('lesson-another');
    await shown.waitFor();
    await page.locator('[data-testid=figure]').first().waitFor({ state: 'attached' });
    // The rules below the course have their own test.
    await page.evaluate(() => {
      for (const chapter of document.querySelectorAll('.chapter')) chapter.remove();
    });
    faults.push(...(await violations(page)).map((fault) => `${kind}: ${fault}`));
  }
  assert.deepEqual(faults, []);
});

test('axe-core finds nothing in the rules of any game', async (t) => {
  const server = await Server.start(t);
  const page = await inspector(t);
  const { games } = await (await page.request.get(`${server.origin}/api/games`)).json();
  for (const [index, { id }] of games.entries()) {
    // The figures' captions are in each language; the page around them is the same for all games.
    await speak(page, LANGUAGES[index % LANGUAGES.length]);
    await visit(page, `${server.origin}/rules/${id}`);
    await page.locator('[data-testid=figure][data-ready]').last().waitFor();
    // Further figures of a chapter are like its first two, and there are many.
    await page.evaluate(() => {
      for (const figure of document.querySelectorAll('[data-testid=figure]:nth-child(n+3)')) figure.remove();
    });
    for (const aside of ['terms', 'history']) await page.getByTestId(aside).locator('summary').click();
    assert.deepEqual(await violations(page), [], id);
  }
});
