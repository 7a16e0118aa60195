// Measures how even the frames come while a piece is dragged and while a move is animated, on
// every board, with the processor slowed down four times.
//
//   cargo build --release
//   cd tests/browser && npm ci && YIGUAN_BINARY=../../target/release/yiguan node frames.js [game…]
//
// `SLOWDOWN` sets something else than 4. The browser draws in software here, on as many
// processors as there are: a phone with a graphics unit has an easier time.

import { launch } from './support/browser.js';
import { Server } from './support/server.js';

const SLOWDOWN = Number(process.env.SLOWDOWN ?? 4);
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, reducedMotion: 'no-preference' };
/** How long a frame may take for 60, and for 30, in a second, and a millisecond, since a timer is not exact. */
const [SIXTY, THIRTY] = [16.7 + 1, 33.4 + 1];

/** A piece of each board, where it can go, and a position other than the start. */
const BOARDS = [
  ['er-chi-yi', 'a1', 'a2'],
  ['zhuo-qi-zi', 'a1', 'a2'],
  ['tui-da-che', 'a1', 'a2'],
  ['xia-liu', 'a1', 'a2'],
  ['xia-si', 'a1', 'a2'],
  ['diu-fang', 'e7', 'e8', '7/2w1b2/1bbww2/1bbwwb1/2wbb2/1w1bbw1/2bw3/7 b m'],
  ['shogi', '7g', '7f'],
  ['xiangqi', 'h2', 'e2'],
];

const only = new Set(process.argv.slice(2));
const undo = [];
const t = { after: (step) => undo.unshift(step) };

/** The time between frames while something is done. */
async function frames(page, what) {
  await page.evaluate(() => {
    window.frames_ = [];
    let last = performance.now();
    const note = (now) => {
      window.frames_?.push(now - last);
      last = now;
      if (window.frames_) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await what();
  // The first frame began before.
  return page.evaluate(() => {
    const taken = window.frames_.slice(1);
    window.frames_ = null;
    return taken;
  });
}

const middle = async (page, point) => {
  const { x, y, width, height } = await page.locator(`[data-point="${point}"]`).boundingBox();
  return [x + width / 2, y + height / 2];
};

/** Carries a piece round the board and puts it down. */
async function drag(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(...start);
  await page.mouse.down();
  const times = await frames(page, async () => {
    const steps = 120;
    for (let step = 0; step < steps; step += 1) {
      const turn = (step / steps) * 4 * Math.PI;
      await page.mouse.move(195 + 150 * Math.sin(turn), start[1] - 60 - 60 * Math.cos(turn));
    }
  });
  await page.mouse.move(...end, { steps: 3 });
  await page.mouse.up();
  await page.locator('[data-ply="1"]').waitFor();
  return times;
}

/** Takes the move back and makes it again, each time with the animation, which there must be. */
const animate = (page) =>
  frames(page, async () => {
    for (const way of ['back', 'forward', 'back', 'forward', 'back', 'forward']) {
      await page.getByTestId(`replay-${way}`).click();
      await page.waitForFunction(() => document.getAnimations().length > 0, null, { timeout: 2_000 });
      await page.waitForFunction(() => document.getAnimations().length === 0);
    }
  });

/** @param {number[]} times */
function tell(times) {
  const share = (limit) => `${((100 * times.filter((time) => time > limit).length) / times.length).toFixed(0).padStart(3)} %`;
  const median = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
  return `${String(times.length).padStart(4)} frames, median ${median.toFixed(1)} ms, over 16.7 ms ${share(SIXTY)}, over 33 ms ${share(THIRTY)}`;
}

try {
  const server = await Server.start(t);
  const browser = await launch();
  t.after(() => browser.close());
  for (const [game, from, to, position] of BOARDS) {
    if (only.size > 0 && !only.has(game)) continue;
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    const query = new URLSearchParams({ game, ...(position && { position }) });
    await page.goto(`${server.origin}/local?${query}`);
    await page.locator(`[data-point="${from}"]`).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    console.log(`${game.padEnd(11)} drag:    ${tell(await drag(page, from, to))}`);
    console.log(`${game.padEnd(11)} animate: ${tell(await animate(page))}`);
    await context.close();
  }
} finally {
  for (const step of undo) await step();
}
