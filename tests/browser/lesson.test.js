// The rules page of a game, the course that teaches it, and the ways to it. The courses themselves are walked through in
// courses.test.js.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { launch, person } from './support/browser.js';
import { courseOf } from './support/courses.js';
import { play } from './support/play.js';
import { Server } from './support/server.js';
import { begin, guest } from './support/tables.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const GAME = 'xia-si';
const { steps } = courseOf(GAME);

/** A step of the course, ready. */
const step = (page, id) => page.locator(`[data-testid=lesson-step][data-step="${id}"][data-ready]`);

/** Keeps a part of the course as done, as this browser does. */
async function keep(page, origin, kept) {
  await page.goto(`${origin}/offline`);
  await page.evaluate((text) => localStorage.setItem('yiguan.courses', text), JSON.stringify({ [GAME]: kept }));
}

test('the rules page describes a turn of the usual ruleset first', async (t) => {
  const server = await Server.start(t);
  for (const [locale, chains] of [
    ['zh-CN', false],
    ['ja', true],
  ]) {
    const page = await person(t, browser, { locale });
    await page.goto(`${server.origin}/rules/xia-liu`);
    assert.equal(/接着吃|続けて取/.test(await page.getByTestId('goal').textContent()), chains, locale);
  }
});

/** Opens the course at a step, all before it being done. */
async function openAt(page, origin, id) {
  const done = steps
    .slice(
      0,
      steps.findIndex((one) => one.id === id),
    )
    .map((one) => one.id);
  await keep(page, origin, { done, of: steps.length });
  await page.goto(`${origin}/rules/${GAME}#learn`);
  await step(page, id).waitFor();
}

test('a wrong try is answered, two bring a hint and three the answer', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await openAt(page, server.origin, 'minor');
  const [says, hint, show] = ['says', 'hint', 'show'].map((part) => page.getByTestId(`lesson-${part}`));
  const colour = () => says.evaluate((element) => getComputedStyle(element).color);
  await play(step(page, 'minor'), 'b2b3');
  await says.filter({ hasText: 'leave it there' }).waitFor();
  const wrong = await colour();
  assert.equal(await hint.textContent(), '');
  await page.getByTestId('lesson-again').click();
  // A move that the rules refuse is a wrong try as well, and leaves the board unchanged.
  await play(step(page, 'minor'), 'a1a3');
  await hint.filter({ hasText: 'Hint: Bring the black stone' }).waitFor();
  assert.ok(await show.isHidden());
  await play(step(page, 'minor'), 'a1b1');
  await page.getByTestId('lesson-again').click();
  await show.click();
  await says.filter({ hasText: 'Captured: two of your stones' }).waitFor();
  assert.notEqual(await colour(), wrong, 'success is not in the colour of errors');
  await page.getByTestId('lesson-next').click();
  await step(page, 'minor-which').waitFor();
});

test('any action that meets the goal is accepted, and a line continues from a wrong try', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await openAt(page, server.origin, 'chain');
  await play(step(page, 'chain'), 'b2a2');
  // White has answered by taking a stone.
  await page.getByTestId('lesson-says').filter({ hasText: 'White takes a stone' }).waitFor();
  const [board] = (await step(page, 'chain').locator('[data-position]').getAttribute('data-position')).split(' ');
  assert.ok(board.match(/b/g).length < 3, board);
  await page.getByTestId('lesson-again').click();
  await play(step(page, 'chain'), 'a1b1');
  await page.getByText('It is still your turn').waitFor();
  await play(step(page, 'chain'), 'b1c1');
  await page.getByTestId('lesson-says').filter({ hasText: 'Two captures in one turn' }).waitFor();
});

test('progress is stored and shown on the card of the game, which leads to the course', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  const learn = page.getByTestId(`learn-${GAME}`);
  assert.equal(await learn.textContent(), 'Learn');
  await learn.click();
  await step(page, 'board').waitFor();
  await page.getByTestId('lesson-next').click();
  await play(step(page, 'step'), 'c1c2');
  await page.getByTestId('lesson-next').waitFor();
  await page.reload();
  await step(page, 'movable').waitFor();
  assert.equal(await page.getByTestId('lesson-count').textContent(), `2 of ${steps.length}`);
  await page.getByTestId('lesson-leave').click();
  await page.getByTestId('ruleset-as-printed').waitFor();
  assert.equal(new URL(page.url()).hash, '');
  await page.goto(server.origin);
  assert.equal(await learn.textContent(), `2 of ${steps.length}`);
});

test('a player of a game is not asked to learn it', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await keep(page, server.origin, { played: true });
  await page.goto(server.origin);
  await page.getByTestId(`now-${GAME}`).waitFor();
  assert.equal(await page.getByTestId(`learn-${GAME}`).count(), 0);
  await keep(page, server.origin, { played: true, done: ['board'], of: steps.length });
  await page.goto(server.origin);
  await page.getByTestId(`learn-${GAME}`).waitFor();
});

test('at the end of a part and of the course a game against the computer begins with one press', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const last = courseOf(GAME).course.parts[0].steps.at(-1).id;
  await openAt(page, server.origin, last);
  await page.getByTestId('lesson-skip').click();
  await page.getByTestId('lesson-part').getByTestId('lesson-play').waitFor();
  await page.getByTestId('lesson-continue').click();
  await step(page, 'major').waitFor();
  await keep(page, server.origin, { done: steps.map(({ id }) => id), of: steps.length });
  await page.goto(`${server.origin}/rules/${GAME}#learn`);
  const end = page.getByTestId('lesson-end');
  await end.waitFor();
  const { parts, left } = courseOf(GAME).course;
  const text = await end.textContent();
  for (const said of [...parts.map(({ learned }) => learned.en), ...left.map((link) => link.text.en)])
    assert.ok(text.includes(said), said);
  assert.ok(text.includes('You have finished the Xia Si course.'));
  assert.equal(await end.getByTestId('lesson-invite').getAttribute('href'), `/#${GAME}`);
  assert.equal(await end.getByTestId('lesson-another').getAttribute('href'), '/rules/shogi#learn');
  await end.getByTestId('lesson-play').click();
  await page.waitForURL(/\/m\//);
  const { ruleset, players } = await (await page.request.get(page.url().replace('/m/', '/api/matches/'))).json();
  assert.deepEqual([ruleset, players.second.computer], ['as-printed', 1]);
});

test('a course whose last step is skipped is not called finished', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await openAt(page, server.origin, steps.at(-1).id);
  await page.getByTestId('lesson-skip').click();
  const end = page.getByTestId('lesson-end');
  await end.getByText('return to the steps you skipped').waitFor();
  await end.getByTestId('lesson-undone').click();
  await step(page, steps.at(-1).id).waitFor();
});

test('a step that cannot be loaded is skipped with a sentence', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  // As a file of its own, or of the bundle.
  await page.route(/courses\/xia-si\.json|course_of_xia-si-\w+\.json/, async (route) => {
    const file = await (await route.fetch()).json();
    const [first, second, third] = file.parts[0].steps;
    first.kind = 'puzzle';
    second.position = 'nothing';
    third.id = 'third';
    await route.fulfill({ json: file });
  });
  await page.goto(`${server.origin}/rules/${GAME}#learn`);
  await page.getByTestId('lesson-broken').waitFor();
  assert.match(await page.getByTestId('lesson-skipped').first().textContent(), /could not be loaded and was skipped/);
  await page.getByTestId('lesson-next').click();
  await step(page, 'third').waitFor();
});

test('the rules begin with goal, contents and a few figures; the list of games needs no rules', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${server.origin}/rules`);
  await page.locator('.overview a').nth(7).waitFor();
  await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  assert.deepEqual(
    asked.filter((url) => /wasm|lesson\.js|courses|table/.test(url) && !/i18n/.test(url)),
    [],
  );
  await page.goto(`${server.origin}/rules/shogi`);
  await page.locator('#contents a').first().waitFor();
  assert.ok((await page.getByTestId('goal').textContent()).length > 20);
  const shown = await page.getByTestId('figure').count();
  assert.ok(shown >= 5 && shown <= 12, `${shown} figures at first`);
  // Steps not reached yet are words alone.
  assert.ok((await page.locator('[data-testid=figure] svg').count()) < shown);
});

test('the course is offered where a game is first met; who declines sees the aim of the game', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const aim = JSON.parse(readFileSync(new URL(`../../static/rules/${GAME}.json`, import.meta.url), 'utf8')).aim['as-printed'];
  await page.goto(server.origin);
  await page.getByTestId(`game-${GAME}`).click();
  const dialog = page.getByTestId('create-dialog');
  const offer = dialog.getByTestId('course-offer');
  assert.equal(await dialog.getByTestId('course-link').getAttribute('href'), `/rules/${GAME}#learn`);
  await dialog.getByTestId('course-decline').click();
  await offer.filter({ hasText: aim[2].en }).waitFor();
  assert.equal(await offer.textContent(), aim.map(({ en }) => en).join(' '));
  // It is not offered again, and stays on the card and in the rules.
  await page.goto(server.origin);
  await page.getByTestId(`learn-${GAME}`).waitFor();
  await page.getByTestId(`game-${GAME}`).click();
  await dialog.getByTestId('create-room').waitFor();
  assert.equal(await offer.count(), 0);
  await page.goto(`${server.origin}/rules/${GAME}`);
  await page.getByTestId('learn').waitFor();

  const { url } = await (
    await page.request.post(`${server.origin}/api/matches`, { data: { game: GAME, visibility: 'link' } })
  ).json();
  const friend = await person(t, browser);
  await friend.goto(`${server.origin}${url}`);
  const invitation = friend.getByTestId('invite');
  await invitation.getByTestId('course-offer').waitFor();
  assert.equal(await invitation.getByTestId('course-link').getAttribute('target'), '_blank');
  await invitation.getByTestId('course-decline').click();
  await invitation.getByTestId('course-offer').filter({ hasText: aim[0].en }).waitFor();
  assert.ok(await friend.getByTestId('join').evaluate((button) => button === document.activeElement));
  assert.equal(await friend.locator(`[data-testid=help-learn]`).getAttribute('href'), `/rules/${GAME}#learn`);
});

test('during a game its aim is one press away', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/offline`);
  const opponent = await guest(server.origin);
  const id = await opponent.open({ game: GAME });
  await page.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
  await begin(page, opponent, id, []);
  await page.goto(`${server.origin}/m/${id}`);
  await page.getByTestId('help-goal').filter({ hasText: /\S/ }).waitFor();
  await page.getByTestId('help-rules').click();
  const aim = page.getByTestId('rules-aim');
  await aim.waitFor();
  const text = await aim.textContent();
  assert.equal(text.match(/\./g).length, 3);
  // On a phone the help is a sheet of its own.
  await page.setViewportSize({ width: 390, height: 664 });
  await page.reload();
  await page.getByTestId('help-goal').filter({ hasText: /\S/ }).waitFor({ state: 'attached' });
  await page.getByTestId('tab-help').click();
  await page.getByTestId('help-goal').filter({ hasText: text }).waitFor();
});

test('a visitor who wants to learn is led to the course', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  await page.locator('#open-none a[href="/rules#learn"]').click();
  await page.getByRole('heading', { name: 'Which game would you like to learn?' }).waitFor();
  await page.locator(`.overview a[href="/rules/${GAME}#learn"]`).click();
  await step(page, 'board').waitFor();
  await page.getByTestId('lesson-leave').click();
  await page.getByTestId('learn').click();
  await step(page, 'step').waitFor();
});

test('the part of a step is in view, and counts the finished ones', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 390, height: 664 } });
  const { id } = steps.at(-2);
  await openAt(page, server.origin, id);
  const { width, left, right } = await page.locator('.course-parts [aria-current]').evaluate((part) => {
    const { left, right } = part.getBoundingClientRect();
    return { width: innerWidth, left, right };
  });
  assert.ok(left >= 0 && right <= width, `from ${left} to ${right} of ${width}`);
  await openAt(page, server.origin, 'step');
  /** Waits until head and part count so many steps as done. */
  const counts = (done) =>
    page.waitForFunction(
      ([done]) => {
        const [count, part] = ['.course-count', '.course-parts [aria-current]'].map(
          (one) => document.querySelector(one)?.textContent ?? '',
        );
        return count.startsWith(`${done} of `) && part.endsWith(` ${done}/9`);
      },
      [done],
    );
  await counts(1);
  await play(step(page, 'step'), 'a1a2');
  await counts(2);
});
