// Every page on a narrow phone, in every language, and while the rest of it comes.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { launch, person } from './support/browser.js';
import { bySide, chooseLanguage, createRoom, join, play, saved, says, shows } from './support/play.js';
import { BINARY, Server } from './support/server.js';
import { begin, guest, resign, send } from './support/tables.js';
import { untranslated } from './support/texts.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LANGUAGES = { en: 'en', zh: 'zh-Hans', ja: 'ja' };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** The pages of the site, those of a match in every game included, as `[name, visit]`. */
async function visits(page, origin) {
  const { games } = await (await page.request.get(`${origin}/api/games`)).json();
  return [
    ['the start page', () => goto(page, origin)],
    ['a page that is not', () => goto(page, `${origin}/no-such-page`)],
    ['the rules', () => goto(page, `${origin}/rules`)],
    ...games.map(({ id }) => [`the rules of ${id}`, () => goto(page, `${origin}/rules/${id}`)]),
    ...games.map(({ id }) => [`a table of ${id}`, () => goToRoom(page, origin, id)]),
  ];
}

/** Makes a room by the interface for programs, and goes there; the room before is called off, since few may be open. */
async function goToRoom(page, origin, game) {
  const before = /\/m\/([^/?]+)/.exec(page.url());
  if (before) await send(page, before[1], { type: 'abort' });
  const room = await page.request.post(`${origin}/api/matches`, { data: { game } });
  await goto(page, `${origin}${(await room.json()).url}`);
  await page.getByTestId('room-link').waitFor();
}

/** Goes to a page and waits until it has drawn something. */
async function goto(page, url) {
  await page.goto(url);
  await page.locator('main svg, h1[data-testid]').first().waitFor();
}

/** What sticks out to the right of the window, named; nothing if all fits. */
const overflow = (page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.scrollingElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 0.5)
      .map((element) => `${element.tagName}.${element.getAttribute('class')}#${element.id}`);
  });

/** The words in some elements that are broken between two lines: Western ones, or those of a list. */
const brokenWords = (page, selector, words = ['[\\w-]+']) =>
  page.locator(selector).evaluateAll((elements, all) => {
    const known = new RegExp(all.join('|'), 'g');
    return elements.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const broken = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of node.data.matchAll(known)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
      return broken;
    });
  }, words);

test('every page can be reached from a phone', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 390, height: 844 } });
  await goto(page, `${server.origin}/rules`);
  for (const width of [390, 320, 744, 834, 844]) {
    await page.setViewportSize({ width, height: width === 844 ? 390 : 844 });
    const links = await page
      .locator('#masthead a')
      .evaluateAll((all) => all.filter((link) => link.checkVisibility()).map((link) => new URL(link.href).pathname));
    assert.deepEqual(links, ['/', '/games', '/rules', '/analysis', '/local', '/people/me'], `${width} pixels wide`);
    assert.ok((await page.locator('#masthead').boundingBox()).height < 80, `one row, ${width} pixels wide`);
  }
});

test('on a phone the whole board is in view and is played by touch', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, PHONE);
  const link = await createRoom(page, server.origin, 'tui-da-che', { seat: 'first' });
  const other = await person(t, browser);
  await join(other, link);
  await bySide([page, other]);
  const board = await page.getByTestId('board').boundingBox();
  assert.ok(board.width <= 390 && board.width > 300, `the board is ${board.width} wide`);
  for (const point of ['a1', 'a2']) await page.locator(`[data-point="${point}"]`).tap();
  await saved(page, 1);
  assert.deepEqual(await overflow(page), []);
});

test('on a phone on its side the whole board and whose turn it is are in view', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { ...PHONE, viewport: { width: 844, height: 390 } });
  for (const game of ['shogi', 'xiangqi', 'tui-da-che']) {
    await page.goto(`${server.origin}/local?game=${game}`);
    const board = await page.locator('svg.yg-board').boundingBox();
    assert.ok(board.y >= 0 && board.y + board.height <= 390 && board.x + board.width < 600, `${game}: ${JSON.stringify(board)}`);
    for (const part of ['masthead', 'player-top', 'player-bottom']) {
      const box = await page.locator(`#${part}`).boundingBox();
      assert.ok(box.x >= board.x + board.width && box.y + box.height <= 390, `${game}: ${part} is beside the board`);
    }
    assert.deepEqual(await overflow(page), []);
  }
});

test('on a phone the forced pass, and its effect, are next to the board', async (t) => {
  const server = await Server.start(t);
  const [black, white] = [await person(t, browser, PHONE), await person(t, browser, PHONE)];
  await black.goto(server.origin);
  // Neither side has a step: a pass of each side ends the game.
  const position = 'bbbbbb/bbbbbb/bbbbbb/wwwwww/wwwwww/wwwwww b m';
  const data = { game: 'diu-fang', ruleset: 'salmi', options: { board: '6x6' }, position, seat: 'first', visibility: 'link' };
  const { url } = await (await black.request.post(`${server.origin}/api/matches`, { data })).json();
  await black.goto(`${server.origin}${url}`);
  await join(white, `${server.origin}${url}`);
  const seen = async (page) => {
    const box = await page.getByTestId('pass').boundingBox();
    const controls = await page.locator('#controls').boundingBox();
    assert.ok(box && controls && box.y + box.height <= controls.y, 'the pass is above the controls, which are always in view');
  };
  await black.getByTestId('pass').waitFor();
  await says(black, 'owed', 'No legal move: pass');
  await seen(black);
  await black.getByTestId('pass').click();
  await says(white, 'owed', 'No legal move: pass · this ends the game: Draw – two passes in a row');
  await seen(white);
  await white.getByTestId('pass').click();
  for (const page of [black, white]) await page.locator('[data-testid=result][data-reason=two_passes]').waitFor();
});

test('on a phone an offer is answered where it is seen, and moves no button', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser, PHONE), await person(t, browser)];
  await join(other, await createRoom(page, server.origin, 'xiangqi', { seat: 'second' }));
  await bySide([page, other]);
  await play(other, 'b2e2');
  await shows(page, 1);
  const resigns = () => page.locator('#controls > [data-testid=resign], #controls > [data-testid=abort]').first().boundingBox();
  const before = await resigns();
  await other.getByTestId('draw').click();
  await page.getByTestId('accept-draw').waitFor();
  const accept = await page.getByTestId('accept-draw').elementHandle();
  await other.getByTestId('takeback').click();
  await page.getByTestId('accept-takeback').waitFor();
  assert.ok(await accept.evaluate((element) => element.isConnected), 'it is not made anew while it may be pressed');
  for (const offer of ['draw', 'takeback']) {
    for (const answer of ['accept', 'decline']) {
      const button = page.getByTestId(`${answer}-${offer}`);
      await button.waitFor();
      assert.ok(
        await button.evaluate((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const corners = [
            [left + 9, top + 9],
            [right - 9, bottom - 9],
          ];
          return scrollY === 0 && corners.every(([x, y]) => document.elementFromPoint(x, y) === element);
        }),
        `${answer} ${offer}`,
      );
    }
  }
  assert.deepEqual(await resigns(), before);
  assert.deepEqual(await overflow(page), []);
  await page.getByTestId('decline-takeback').tap();
  await page.getByTestId('accept-draw').tap();
  await page.locator('[data-testid=result][data-reason=agreement]').waitFor();
});

test('on a phone the opponent’s chat is shown next to the name until the chat is opened', async (t) => {
  const server = await Server.start(t);
  const [page, other] = [await person(t, browser, PHONE), await person(t, browser)];
  // Time alone redraws nothing.
  await page.addInitScript(() => {
    const every = window.setInterval;
    window.setInterval = (act, ms, ...more) => (ms === 5000 ? 0 : every(act, ms, ...more));
  });
  const wish = { seat: 'second', clock: 'custom', extra: 'byoyomi', periods: '10' };
  await join(other, await createRoom(page, server.origin, 'shogi', wish));
  await bySide([page, other]);
  const board = () => page.locator('#board svg').boundingBox();
  const before = await board();
  // Sent later, out of sight: players know their own messages.
  await page.getByTestId('tab-chat').tap();
  await page.getByTestId('chat-text').fill('Thank you');
  await page.keyboard.press('Escape');
  await page.getByTestId('chat-text').waitFor({ state: 'hidden' });
  await other.getByTestId('chat-text').fill('A long greeting that is wider than the strip of a phone. '.repeat(3));
  await other.getByTestId('chat-send').click();
  await page.locator('[data-side=first] .player-said', { hasText: 'A long greeting' }).waitFor();
  assert.deepEqual(await board(), before);
  assert.deepEqual(await overflow(page), []);
  await page.locator('#chat-form').evaluate((form) => form.requestSubmit());
  await page.getByTestId('chat-lines').getByText('Thank you').waitFor({ state: 'attached' });
  await page.locator('[data-side=first] .player-said').waitFor();
  assert.equal(await page.locator('.player-said').count(), 1);
  await page.locator('#chat-news').waitFor();
  await page.getByTestId('tab-chat').tap();
  await page.locator('#chat-news').waitFor({ state: 'hidden' });
  await page.locator('.player-said').waitFor({ state: 'detached' });
});

test('on the narrowest phone the analysis fits, and no tab is broken in two', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { ...PHONE, viewport: { width: 320, height: 640 } });
  await page.goto(`${server.origin}/analysis`);
  await page.getByTestId('import-file').waitFor();
  assert.deepEqual(await overflow(page), []);
  const opponent = await guest(server.origin);
  const id = await opponent.open({ game: 'xiangqi' });
  await page.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
  await begin(page, opponent, id, ['a0a1', 'a9a8']);
  await resign(page, id);
  await page.goto(`${server.origin}/g/${id}`);
  await page.getByTestId('tab-explorer').waitFor();
  await page.getByTestId('files').evaluate((files) => (files.open = true));
  assert.deepEqual(await overflow(page), []);
  assert.equal(await page.getByRole('tab').count(), 4);
  assert.deepEqual(await brokenWords(page, '[role=tab]'), []);
});

test('on a tablet no word of a game in the lobby is broken, and the name is at the right of the head', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 820, height: 1106 } });
  await goto(page, server.origin);
  await page.getByTestId('whoami').filter({ hasText: /./ }).waitFor();
  for (const width of [820, 768, 744]) {
    await page.setViewportSize({ width, height: 1106 });
    assert.deepEqual(await brokenWords(page, '.games .button'), [], `${width} pixels wide`);
  }
  const [name, settings] = [
    await page.getByTestId('whoami').boundingBox(),
    await page.getByTestId('settings-open').boundingBox(),
  ];
  const gap = settings.x - name.x - name.width;
  assert.ok(gap < 40, `${gap} pixels between the name and the settings`);
});

test('in Japanese and Chinese the lobby breaks its lines between words', async (t) => {
  const server = await Server.start(t);
  for (const [locale, words] of [
    ['ja-JP', ['コンピューター', '対局', 'レート対象外']],
    ['zh-CN', ['不计等级分', '你是黑方', '分钟']],
  ]) {
    const page = await person(t, browser, { locale });
    await page.goto(`${server.origin}/offline`);
    const opponent = await guest(server.origin);
    await opponent.open({ game: 'xia-si', seat: 'second' });
    await page.goto(server.origin);
    await page.locator('.room-detail').nth(1).waitFor();
    for (const width of [320, 390, 820, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await brokenWords(page, '.game-now, .game-line, .room-detail', words), [], `${locale}, ${width} pixels`);
    }
  }
});

test('on the narrowest phone a room that waits is as high as the window', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { ...PHONE, viewport: { width: 320, height: 640 } });
  await page.goto(server.origin);
  // With another game in which it is one's turn, the verdict has a button.
  const other = await (await guest(server.origin)).open({ game: 'xia-si', seat: 'second' });
  await page.request.post(`${server.origin}/api/matches/${other}/join`, { data: {} });
  const data = { game: 'shogi', clock: { kind: 'fischer', initial: 600, increment: 5 } };
  const { url } = await (await page.request.post(`${server.origin}/api/matches`, { data })).json();
  await page.goto(server.origin + url);
  await page.getByTestId('room-link').waitFor();
  await page.locator('#verdict .button').waitFor();
  // Otherwise the verdict, which stays in view, covers a player.
  const { y, height } = await page.locator('.table').boundingBox();
  const foot = await page.locator('.foot').evaluate((element) => element.offsetHeight);
  assert.ok(y + height + foot <= 640, `the table ends at ${y + height}, the foot has ${foot}`);
});

test('nothing overflows with text twice as large', async (t) => {
  const server = await Server.start(t);
  const large = await launch(['--blink-settings=defaultFontSize=32']);
  t.after(() => large.close());
  const page = await person(t, large, { viewport: { width: 1280, height: 800 } });
  for (const [name, visit] of await visits(page, server.origin)) {
    // The pages of all games are laid out alike.
    if (/ of (?!shogi|diu-fang)/.test(name)) continue;
    await visit();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      assert.deepEqual(await overflow(page), [], `${name}, ${width} pixels wide`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

for (const [language, tag] of Object.entries(LANGUAGES)) {
  test(`every page has all its texts in ${tag}, and they fit a screen 390 pixels wide`, async (t) => {
    const server = await Server.start(t);
    const page = await person(t, browser, { ...PHONE, viewport: { width: 1200, height: 844 } });
    await page.goto(server.origin);
    if (language !== 'en') await chooseLanguage(page, language);
    await page.locator(`html[lang="${tag}"]`).waitFor({ state: 'attached' });
    await page.setViewportSize(PHONE.viewport);
    for (const [name, visit] of await visits(page, server.origin)) {
      await visit();
      assert.equal(await page.locator('html').getAttribute('lang'), tag, `${name} keeps the language`);
      assert.deepEqual(await untranslated(page), [], name);
      assert.deepEqual(await overflow(page), [], name);
      assert.deepEqual(await page.evaluate(mixed, BRUSHED), [], `${name}: headings in two fonts`);
    }
  });
}

/** The characters that the font of headings has. */
const BRUSHED = readFileSync(new URL('../../fonts/headings.txt', import.meta.url), 'utf8');

/** In the page: the texts set in the font of headings of which it does not have every character. */
function mixed(brushed) {
  // As pages are once the font is fetched.
  document.documentElement.dataset.shown = '';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!getComputedStyle(node.parentElement).fontFamily.includes('Brush')) continue;
    if ((node.data.match(/[\u3005-\u30ff\u4e00-\u9fff]/g) ?? []).some((each) => !brushed.includes(each))) found.push(node.data);
  }
  return found;
}

test('the head of a page stays one row when its font does not come', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, { viewport: { width: 1280, height: 800 } });
  await page.route(/latin\S*\.woff2/, (route) => route.abort());
  await page.goto(`${server.origin}/rules`);
  await page.locator('.masthead .whoami-name').waitFor();
  const { height } = await page.locator('.masthead').boundingBox();
  assert.ok(height < 70, `${height} pixels`);
});

/** The layout shift of the visible part of a page while the rest of it loads. */
async function movedAt(page, url) {
  await page.goto(url);
  await page.locator('main svg:visible, main textarea:visible').first().waitFor();
  if (/rules\/./.test(url)) {
    await page.getByTestId('figure').first().scrollIntoViewIfNeeded();
    await page.locator('[data-testid=figure][data-ready]').first().waitFor();
  }
  if (url.includes('/g/')) await page.locator('#moves').waitFor();
  if (url.includes('/m/')) await page.locator('.yg-hit--source').first().waitFor();
  await page.waitForLoadState('networkidle');
  return shifted(page);
}

/** The sum of the layout shifts of a page so far. */
const shifted = (page) =>
  page.evaluate(() => {
    const watch = new PerformanceObserver(() => {});
    watch.observe({ type: 'layout-shift', buffered: true });
    return watch.takeRecords().reduce((sum, { value }) => sum + value, 0);
  });

test('the form of the lobby waits for its style sheet', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  let held;
  const asked = new Promise((resolve) => {
    page.route(/\/css\/seek\.css|\/seek-\w+\.css/, (route) => {
      held = route;
      resolve(undefined);
    });
  });
  const loaded = page.waitForResponse(/find_view/);
  await page.goto(server.origin);
  await Promise.all([asked, loaded]);
  await page.locator('main svg:visible').first().waitFor();
  // Two frames in which the form would be drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await page.getByTestId('find-game').count(), 0);
  await held.continue();
  await page.getByTestId('find-game').waitFor();
  assert.ok((await shifted(page)) < 0.05);
});

/** Samples with moves and annotations: one of xiangqi, and one of a solved game, which has more to show. */
const SAMPLES = ['79696775-616e-8000-8001-000000000014', '79696775-616e-8000-8001-000000000004'];

test('late parts move no visible part', async (t) => {
  const server = await Server.start(t);
  await promisify(execFile)(BINARY, ['import', '--samples', '--data-dir', server.folder]);
  const opponent = await guest(server.origin);
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await person(t, browser, { viewport });
    const match = async (game) => {
      const id = await opponent.open({ game, seat: 'second' });
      await page.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
      return id;
    };
    const steady = async (path) => {
      const moved = await movedAt(page, server.origin + path);
      // Half of the usual limit for a good page.
      assert.ok(moved < 0.05, `${path} at ${viewport.width} pixels: ${moved}`);
    };
    for (const path of ['/', '/rules', '/rules/diu-fang', '/rules/shogi', '/local?game=xiangqi', '/analysis']) await steady(path);
    // A visitor without a name is asked for one at the first seat, in a card of its own.
    await page.request.put(`${server.origin}/api/me`, { data: { name: 'Somebody' } });
    const over = await match('xiangqi');
    await begin(page, opponent, over, ['a0a1', 'a9a8']);
    await resign(page, over);
    for (const game of [over, ...SAMPLES]) await steady(`/g/${game}`);
    await steady(`/m/${await match('shogi')}`);
  }
});
