// The rules page of a game, and the course that teaches it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { courseOf } from '../../static/js/rules/course.js';
import { launch, person } from './support/browser.js';
import { press, tabTo } from './support/keyboard.js';
import { play } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const courseFor = (game, ruleset) =>
  courseOf(JSON.parse(readFileSync(new URL(`../../static/rules/${game}.json`, import.meta.url), 'utf8')).figures, ruleset);

const task = (page, id) => page.locator(`[data-testid=lesson-task][data-figure=${id}][data-ready]`);

for (const [game, ruleset] of [['tui-da-che', 'original'], ['diu-fang', 'salmi']]) {
  test(`the course of ${game} is gone through by mouse, and its progress is kept`, async (t) => {
    const server = await Server.start(t);
    const page = await person(t, browser);
    await page.goto(`${server.origin}/rules/${game}`);
    await page.getByTestId('goal').waitFor();
    await page.getByTestId('learn').click();
    const course = courseFor(game, ruleset);
    for (const [index, figure] of course.entries()) {
      await task(page, figure.id).waitFor();
      if (index === 1) {
        await page.reload();
        await task(page, figure.id).waitFor();
      }
      if (figure.expect.refused) await page.getByTestId('lesson-show').click();
      else await play(task(page, figure.id), figure.action);
      await page.getByTestId('lesson-next').click();
    }
    await page.getByTestId('lesson-end').waitFor();
    assert.equal(await page.locator('.dot--done').count(), course.length);
    assert.match(await page.getByTestId('lesson-play').getAttribute('href'), new RegExp(`game=${game}`));
    assert.equal(await page.getByTestId('lesson-invite').getAttribute('href'), `/#${game}`);
  });
}

test('the rules page describes a turn of the usual ruleset first', async (t) => {
  const server = await Server.start(t);
  for (const [locale, chains] of [['zh-CN', false], ['ja', true]]) {
    const page = await person(t, browser, { locale });
    await page.goto(`${server.origin}/rules/xia-liu`);
    assert.equal(/接着吃|続けて取/.test(await page.getByTestId('goal').textContent()), chains, locale);
  }
});

test('a wrong try says why, may be made again, and the course can be left', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/rules/tui-da-che#learn`);
  const [first, second] = courseFor('tui-da-che', 'original');
  await task(page, first.id).waitFor();
  await play(task(page, first.id), 'a1a3');
  const says = page.getByTestId('lesson-says');
  await says.filter({ hasText: /\S/ }).waitFor();
  const colour = () => says.evaluate((element) => getComputedStyle(element).color);
  const wrong = await colour();
  assert.ok(await page.getByTestId('lesson-next').isHidden());
  await play(task(page, first.id), first.action);
  await page.getByTestId('lesson-next').waitFor();
  assert.notEqual(await colour(), wrong, 'what is right is not in the colour of what is wrong');
  await page.getByTestId('lesson-next').click();
  await task(page, second.id).waitFor();
  await page.getByTestId('lesson-show').click();
  await page.getByTestId('lesson-next').waitFor();
  await page.getByTestId('lesson-skip').click();
  await page.getByTestId('ruleset-original').waitFor();
  assert.equal(new URL(page.url()).hash, '');
});

test('a task is done by keys alone', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/rules/tui-da-che#learn`);
  const [first, second] = courseFor('tui-da-che', 'original');
  await task(page, first.id).waitFor();
  await tabTo(page, '[data-testid=lesson-show]');
  await press(page, 'Enter');
  await page.getByTestId('lesson-next').waitFor();
  await press(page, 'Enter');
  await task(page, second.id).waitFor();
});

test('the rules begin with goal, contents and a few figures; the list of games needs no rules', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${server.origin}/rules`);
  await page.locator('.overview a').nth(7).waitFor();
  await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  assert.deepEqual(asked.filter((url) => /wasm|lesson\.js|table/.test(url) && !/i18n/.test(url)), []);
  await page.goto(`${server.origin}/rules/shogi`);
  await page.locator('#contents a').first().waitFor();
  assert.ok((await page.getByTestId('goal').textContent()).length > 20);
  const shown = await page.getByTestId('figure').count();
  assert.ok(shown >= 5 && shown <= 12, `${shown} figures at first`);
  // Those that nobody has come to are words alone.
  assert.ok((await page.locator('[data-testid=figure] svg').count()) < shown);
});

test('the course is offered where a game is first met, and skipped with one press for good', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  await page.getByTestId('game-tui-da-che').click();
  const dialog = page.getByTestId('create-dialog');
  await dialog.getByTestId('course-offer').waitFor();
  await dialog.getByTestId('course-skip').click();
  await dialog.getByTestId('course-skip').waitFor({ state: 'detached' });
  assert.equal(await dialog.getByTestId('course-link').getAttribute('href'), '/rules/tui-da-che#learn');
  await dialog.getByTestId('create-room').click();
  // The room asks no more, and the way to the course stays.
  const help = page.locator('[data-testid=help-learn][href="/rules/tui-da-che#learn"]');
  await help.waitFor();
  assert.equal(await help.getAttribute('target'), '_blank');
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByTestId('course-offer').count(), 0);

  const { url } = await (await page.request.post(`${server.origin}/api/matches`, { data: { game: 'xia-si', visibility: 'link' } })).json();
  const friend = await person(t, browser);
  await friend.goto(`${server.origin}${url}`);
  const invitation = friend.getByTestId('invite');
  await invitation.getByTestId('course-offer').waitFor();
  assert.equal(await invitation.getByTestId('course-link').getAttribute('target'), '_blank');
  await invitation.getByTestId('course-skip').click();
  await friend.getByTestId('help-learn').waitFor();
  assert.equal(await invitation.getByTestId('course-offer').count(), 0);
  assert.ok(await friend.getByTestId('join').evaluate((button) => button === document.activeElement));
});

test('whoever wants to learn is led to the course, which is not offered again once it was opened', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  await page.locator('#open-none a[href="/rules#learn"]').click();
  await page.getByRole('heading', { name: 'Which game would you like to learn?' }).waitFor();
  await page.locator('.overview a[href="/rules/xia-si#learn"]').click();
  await page.getByTestId('lesson-skip').click();
  await page.goto(`${server.origin}/rules/xia-si`);
  await page.getByTestId('goal').waitFor();
  assert.equal(await page.getByTestId('course-offer').count(), 0);
  await page.goto(`${server.origin}/rules/xia-liu`);
  await page.getByTestId('course-offer').getByTestId('course-link').click();
  await page.getByTestId('lesson-task').waitFor();
});
