// Every figure of every rules page is played in the page, which then describes the point of the figure:
// those of a game in each language, and with `./check --long` of another, so that they have all kinds of
// effects between them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { descriptor } from '../../static/js/games/index.js';
import { TEXTS } from '../../static/js/i18n/i18n.js';
import '../client/support/words.js';
import { launch, person } from './support/browser.js';
import { sample } from './support/long.js';
import { Server } from './support/server.js';

const LANGUAGES = ['en', 'zh', 'ja'];
const SPOKEN = sample(['diu-fang', 'shogi'], 1);

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const lessonOf = (game) => JSON.parse(readFileSync(new URL(`../../static/rules/${game}.json`, import.meta.url), 'utf8'));

/** The words that the page must show for a figure once its action was tried, as indices of a language give them. */
function expected({ action, expect, ruleset }, game, language) {
  // Some sentences are of a game's own.
  const text = (key) => TEXTS[language][`${key}.${game.id}`] ?? TEXTS[language][key];
  const side = (name) => game.rulesets.find(({ id }) => id === ruleset).sides[name][language];
  const won = (result) => (result === 'draw' ? text('result.draw') : text('result.win').replace('{side}', side(result)));
  const named = (point) => (language === 'en' ? point : (descriptor(game.id).pointName?.(point) ?? point));
  const words = [];
  if (expect.refused) {
    const [at, ...more] = expect.squares ?? [];
    const sentence = more.length === 0 && at ? text(`rule.${expect.refused}.at`)?.replace('{at}', named(at)) : undefined;
    words.push(sentence ?? text(`rule.${expect.refused}`));
  }
  for (const { at, pattern } of expect.captures ?? []) {
    // The text of a removal names its point already.
    words.push(text(`pattern.${pattern}`), ...(action === `x${at}` ? [] : [named(at)]));
  }
  if (expect.earned) words.push(String(expect.earned));
  if (expect.lapsed) words.push(text('lapsed.fang').replace('{count}', String(expect.lapsed)));
  if (expect.skipped) words.push(text('skipped.fang').replace('{count}', String(expect.skipped)));
  if (expect.check) words.push(text('status.check'));
  if (expect.result) words.push(won(expect.result));
  if (expect.reason) words.push(text(`reason.${expect.reason}`));
  if (['draw', 'first', 'second'].includes(expect.impasse)) words.push(won(expect.impasse));
  else if (expect.impasse) words.push(text(`rule.${expect.impasse}`));
  if (words.length > 0) return words;
  // Other effects may happen all the same; an effect that it excludes must not.
  return expect.check === false ? [text('rules.nocheck')] : [new RegExp(`${text('rules.nothing')}|${text('status.check')}`)];
}

/** Each figure's text on the page after its action, by the figure's id; each is created when it comes into view. */
function playAll(page) {
  return page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const said = {};
    for (const figure of document.querySelectorAll('[data-testid=figure]')) {
      // Elements above it may move it out of sight again.
      for (; figure.dataset.ready === undefined; await frame()) figure.scrollIntoView({ block: 'center' });
      // A figure of a finished game has nothing to play.
      figure.querySelector('[data-testid=figure-play]:not([hidden])')?.click();
      said[figure.dataset.figure] = figure.querySelector('[data-testid=figure-says]').textContent;
    }
    return said;
  });
}

/** Opens the rules of a game, and their folded parts. */
async function openRules(page, origin, game, unfold = true) {
  await page.goto(`${origin}/rules/${game}`);
  await page.locator('#contents a').first().waitFor();
  if (unfold) await openCases(page);
}

/** All cases, opened from the keyboard: a redraw may move them from under a pointer. */
async function openCases(page) {
  for (const all of await page.getByTestId('all-cases').all()) {
    await all.locator('summary').press('Enter');
    await all.getByTestId('figure').first().waitFor({ state: 'attached' });
  }
}

test('every figure shows the effect it is about', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const { games } = await (await page.request.get(`${server.origin}/api/games`)).json();
  await page.goto(server.origin);
  for (const language of LANGUAGES) {
    await page.evaluate((id) => localStorage.setItem('yiguan.language', id), language);
    for (const game of games.filter(({ id }) => language === 'en' || SPOKEN.includes(id))) {
      const { figures, history, sources } = lessonOf(game.id);
      await openRules(page, server.origin, game.id);
      await page.waitForFunction((count) => document.querySelectorAll('[data-testid=figure]').length === count, figures.length);
      await page.getByTestId('history').locator('summary').click();
      const lines = history.map(({ text, source }) => `${text[language]}${source[language]}`);
      assert.deepEqual(await page.getByTestId('history').locator('p').allTextContents(), lines, `${game.id} in ${language}`);
      const cited = [...new Set(figures.map(({ source }) => sources[source][language]))];
      assert.deepEqual(await page.getByTestId('sources').locator('li').allTextContents(), cited, `${game.id} in ${language}`);
      const said = await playAll(page);
      for (const figure of figures) {
        const says = said[figure.id];
        for (const word of expected(figure, game, language)) {
          assert.ok(
            word instanceof RegExp ? word.test(says) : says.includes(word),
            `${game.id} ${figure.id} in ${language}: “${says}” has “${word}”`,
          );
        }
      }
    }
  }
});

test('figures that are drawn as one reads on move nothing that is read', async (t) => {
  const server = await Server.start(t);
  for (const game of sample(['shogi', 'xiangqi', 'diu-fang'], 1)) {
    const page = await person(t, browser);
    await page.addInitScript(() => {
      window.shifted = 0;
      const add = (list) => {
        for (const { value } of list.getEntries()) window.shifted += value;
      };
      new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
    });
    await openRules(page, server.origin, game, false);
    assert.ok((await page.evaluate(() => window.shifted)) < 0.05, `${game}, before anything is opened`);
    await openCases(page);
    await page.evaluate(() => (window.shifted = 0));
    const [cards, ready] = await page.evaluate(async () => {
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      for (let at = 0; at < document.documentElement.scrollHeight; at += 60) {
        scrollTo({ top: at, behavior: 'instant' });
        await frame();
      }
      return ['[data-testid=figure]', '[data-ready]'].map((selector) => document.querySelectorAll(selector).length);
    });
    assert.ok(cards > 20 && ready > cards / 2, `${ready} of ${cards} figures of ${game}`);
    // The usual limit of a good page; the boards alone moved a page by ten times that.
    assert.ok((await page.evaluate(() => window.shifted)) < 0.05, game);
  }
});

test('a figure can be played on, refuses as the game does, and goes back', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/rules/tui-da-che`);
  const figure = page.locator('[data-figure=push-original][data-ready]');
  const says = figure.getByTestId('figure-says');
  const point = (name) => figure.locator(`[data-point=${name}]`);
  await point('a1').click();
  await point('c1').click();
  await page.waitForFunction(
    (text) => document.querySelector('[data-figure=push-original] [data-testid=figure-says]').textContent.includes(text),
    TEXTS.en['rule.not_adjacent'],
  );
  await figure.getByTestId('figure-play').click();
  assert.equal(await says.textContent(), '');
  await point('a1').click();
  await point('b1').click();
  // White may answer, and the figure's own text is not shown for another action.
  await point('d4').click();
  await point('c4').click();
  await figure.locator('.figure-turn', { hasText: 'Black' }).waitFor();
  assert.equal(await says.textContent(), '');
  assert.equal(await figure.getByTestId('figure-play').textContent(), TEXTS.en['rules.back']);
});
