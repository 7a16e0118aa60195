// Measures the waiting time of a first visitor, in a new browser profile: over a link of 100 ms there and
// back and 8 Mbit/s (a proxy that lets bytes come late, with HTTP/1.1), and with a processor slowed down
// four times, a full lobby and a page of many figures.
//
//   static/build.sh && cargo build --release
//   cd tests/browser && npm ci && YIGUAN_BINARY=../../target/release/yiguan node cold_load.js
//
// `RUNS` sets something else than 5. With `TRACE=folder` the browser's trace of the last load of each
// page is stored there, to be opened in its own developer tools.

import { writeFile } from 'node:fs/promises';
import { launch, person } from './support/browser.js';
import { link } from './support/link.js';
import { Server } from './support/server.js';
import { begin, guest, resign } from './support/tables.js';

const RUNS = Number(process.env.RUNS ?? 5);
const LINK = { roundTrip: 100, bitsPerSecond: 8_000_000 };
/** A phone far from its mast. */
const SLOW = { roundTrip: 500, bitsPerSecond: 1_400_000 };
const SLOWDOWN = 4;
const [OPEN, LIVE] = [100, 60];

const BOARD = 'svg.yg-board .yg-pieces > *';
const MOVABLE = '.yg-hit--source';

const undo = [];
const t = { after: (step) => undo.unshift(step) };

/** Notes the first frame in which there is something, counted from the start of navigation. */
function watch(selector) {
  window.tasks = [];
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (!document.querySelector(selector)) return requestAnimationFrame(look);
    // The frame that shows it is presented when the next one begins.
    requestAnimationFrame(() => {
      window.seenAt = performance.now();
      window.seen('');
    });
  };
  requestAnimationFrame(look);
}

/**
 * One load in a profile that knows nothing but who the visitor is.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {{url: string, selector: string, slowdown?: number, visitor?: any, trace?: string | null}} what
 */
async function load(browser, { url, selector, slowdown = 1, visitor, trace }) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, storageState: visitor });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    if (slowdown > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    // The page itself records when it is visible: a question from outside would run in it, and cost time.
    await devtools.send('Runtime.enable');
    await devtools.send('Runtime.addBinding', { name: 'seen' });
    const seen = new Promise((done) => devtools.once('Runtime.bindingCalled', done));
    await page.addInitScript(watch, selector);
    if (trace) await browser.startTracing(page);
    await page.goto(url, { waitUntil: 'commit' });
    await seen;
    const requests = await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ startTime }) => startTime < window.seenAt).length,
    );
    await page.waitForLoadState('networkidle');
    if (trace) await writeFile(trace, await browser.stopTracing());
    return await page.evaluate(
      (before) => ({
        seen: window.seenAt,
        requests: before + 1,
        task: Math.max(0, ...window.tasks),
        shifts: window.shifts,
        elements: document.querySelectorAll('*').length,
      }),
      requests,
    );
  } finally {
    await context.close();
  }
}

/**
 * A first visit that presses "Play the computer" as soon as there is a button for it: when the board of the lobby is there, and
 * how long after the press a move can be made.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 */
async function playNow(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  context.setDefaultTimeout(60_000);
  try {
    const page = await context.newPage();
    const begun = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(BOARD).first().waitFor();
    const lobby = performance.now() - begun;
    const button = page.locator('[data-testid=now-xiangqi]');
    await button.hover();
    const pressed = performance.now();
    await page.mouse.down();
    // As long as a finger takes.
    await new Promise((done) => setTimeout(done, 80));
    await page.mouse.up();
    await page.locator(MOVABLE).first().waitFor();
    return { lobby, room: performance.now() - pressed };
  } finally {
    await context.close();
  }
}

/** Medians of several loads. */
async function measure(browser, name, what) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const trace = run === RUNS - 1 && process.env.TRACE ? `${process.env.TRACE}/${name}.json` : null;
    runs.push(await load(browser, { ...what, trace }));
  }
  const median = (key) => runs.map((run) => run[key]).sort((a, b) => a - b)[Math.floor(RUNS / 2)];
  return { median, all: runs.map(({ seen }) => Math.round(seen)).sort((a, b) => a - b) };
}

try {
  const server = await Server.start(t, { YIGUAN_LIMITS: 'off' });
  const browser = await launch();
  t.after(() => browser.close());
  const player = await person(t, browser);
  await player.goto(`${server.origin}/offline`);
  const opponent = await guest(server.origin);
  const match = async (setup) => {
    const id = await opponent.open(setup);
    await player.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
    return id;
  };
  const over = await match({ game: 'xiangqi' });
  await begin(player, opponent, over, ['a0a1', 'a9a8']);
  await resign(player, over);
  const room = await match({ game: 'xiangqi', seat: 'second', visibility: 'link' });
  const visitor = await player.context().storageState();
  // No other page sends requests during the measurement.
  await player.goto('about:blank');

  const far = await link(t, server.origin, LINK);
  const marks = [];
  // The lobby of a first visit; the player of a room is known already.
  for (const [name, path, selector, goal, who] of [
    ['lobby, first board', '/', BOARD, 750, undefined],
    ['room, can move', `/m/${room}`, MOVABLE, 1_450, visitor],
    ['game, first board', `/g/${over}`, BOARD, 1_000, visitor],
    ['rules, first board', '/rules/xiangqi', BOARD, null, visitor],
  ]) {
    const { median, all } = await measure(browser, name, { url: far + path, selector, visitor: who });
    const shown = Math.round(median('seen'));
    marks.push({
      page: name,
      ms: shown,
      goal,
      'requests before': median('requests'),
      'layout shift': median('shifts').toFixed(3),
      runs: all.join(' '),
    });
  }
  console.log(`${LINK.roundTrip} ms there and back, ${LINK.bitsPerSecond / 1_000_000} Mbit/s, median of ${RUNS}:`);
  console.table(marks);

  const slowly = await link(t, server.origin, SLOW);
  const waits = [];
  for (let run = 0; run < RUNS; run += 1) waits.push(await playNow(browser, slowly));
  waits.sort((a, b) => a.room - b.room);
  const { lobby, room: first } = waits[Math.floor(RUNS / 2)];
  console.log(`${SLOW.roundTrip} ms there and back, ${SLOW.bitsPerSecond / 1_000_000} Mbit/s, median of ${RUNS}:`);
  console.table([
    {
      'first visit, board after': Math.round(lobby),
      '"Play the computer", can move after': Math.round(first),
      goal: 4_000,
      runs: waits.map((wait) => Math.round(wait.room)).join(' '),
    },
  ]);

  const games = ['shogi', 'xiangqi', 'diu-fang', 'xia-liu'];
  for (let count = 0; count < OPEN + LIVE; count += 1) {
    const id = await opponent.open({ game: games[count % games.length] });
    if (count < LIVE) await player.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
  }
  const slow = [];
  for (const [name, path] of [
    [`lobby, ${OPEN} open and ${LIVE} live tables`, '/'],
    ['rules of shogi', '/rules/shogi'],
    ['rules of xiangqi', '/rules/xiangqi'],
  ]) {
    const { median } = await measure(browser, name, { url: server.origin + path, selector: BOARD, slowdown: SLOWDOWN });
    slow.push({
      page: name,
      'longest task, ms': Math.round(median('task')),
      'layout shift': median('shifts').toFixed(3),
      elements: median('elements'),
      'first board, ms': Math.round(median('seen')),
    });
  }
  console.log(`processor slowed down ${SLOWDOWN} times:`);
  console.table(slow);
} finally {
  for (const step of undo) await step();
}
