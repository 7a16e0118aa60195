// Measures how long a first visitor waits for a board: a new browser profile on this machine,
// with the processor slowed down four times.
//
//   cargo build --release
//   cd tests/browser && npm ci && YIGUAN_BINARY=../../target/release/yiguan node cold_load.js
//
// `SLOWDOWN` and `RUNS` set something else than 4 and 9. With `TRACE=folder` the browser's
// trace of the last load of each page is kept there, to be opened in its own developer tools.

import { writeFile } from 'node:fs/promises';
import { launch, person } from './support/browser.js';
import { createRoom, join } from './support/play.js';
import { Server } from './support/server.js';

const SLOWDOWN = Number(process.env.SLOWDOWN ?? 4);
const RUNS = Number(process.env.RUNS ?? 9);
const GOAL = 1_000;

const undo = [];
const t = { after: (step) => undo.unshift(step) };

/** Notes the first frame after a board has its pieces, counted from the start of navigation. */
function watch() {
  const look = () => {
    if (!document.querySelector('svg.board .pieces > *')) return requestAnimationFrame(look);
    // The frame that shows it is presented when the next one begins.
    requestAnimationFrame(() => {
      window.boardAt = performance.now();
      window.boardSeen('');
    });
  };
  requestAnimationFrame(look);
}

/** One load in a profile that knows nothing yet. */
async function load(browser, url, trace) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    // The page says itself when the board is seen: whatever would ask it runs in it, and costs time.
    await devtools.send('Runtime.enable');
    await devtools.send('Runtime.addBinding', { name: 'boardSeen' });
    const seen = new Promise((done) => devtools.once('Runtime.bindingCalled', done));
    await page.addInitScript(watch);
    if (trace) await browser.startTracing(page);
    await page.goto(url, { waitUntil: 'commit' });
    await seen;
    if (trace) await writeFile(trace, await browser.stopTracing());
    const { board, paint, requests, bytes } = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource');
      return {
        board: window.boardAt,
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
        requests: files.length,
        bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      };
    });
    return { board, paint, requests, bytes };
  } finally {
    await context.close();
  }
}

try {
  const server = await Server.start(t);
  const browser = await launch();
  t.after(() => browser.close());
  const [maker, guest] = [await person(t, browser), await person(t, browser)];
  const room = await createRoom(maker, server.origin, 'xiangqi');
  await join(guest, room);
  // Nobody else asks for anything while it is measured.
  for (const page of [maker, guest]) await page.goto('about:blank');

  let worst = 0;
  for (const [name, url] of Object.entries({ lobby: server.origin, room, rules: `${server.origin}/rules/xiangqi` })) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) {
      const last = run === RUNS - 1 && process.env.TRACE;
      runs.push(await load(browser, url, last ? `${process.env.TRACE}/${name}.json` : null));
    }
    const sorted = (key) => runs.map((run) => Math.round(run[key])).sort((a, b) => a - b);
    const median = (key) => sorted(key)[Math.floor(RUNS / 2)];
    const [{ requests, bytes }] = runs;
    console.log(
      `${name}: first board after ${median('board')} ms (${sorted('board').join(' ')}), ` +
        `first paint ${median('paint')} ms, ${requests} requests, ${bytes} bytes`,
    );
    worst = Math.max(worst, median('board'));
  }
  console.log(`processor slowed down ${SLOWDOWN} times: ${worst <= GOAL ? 'within' : 'beyond'} the goal of ${GOAL} ms`);
  if (worst > GOAL) process.exitCode = 1;
} finally {
  for (const step of undo) await step();
}
