// Measures the cost of a lobby with 100 open and 60 live matches with the processor slowed four times: its bytes, the
// time until the first board and until all rows are seen, and the work and mutations of one changed row, of a game that
// is chosen, and of a hundred messages at once.
//
//   static/build.sh && cargo build --release
//   cd tests/browser && npm ci && YIGUAN_BINARY=../../target/release/yiguan node lobby_cost.js [bundle…]
//
// `RUNS` sets something else than 7.

import { launch } from './support/browser.js';
import { Server } from './support/server.js';

const RUNS = Number(process.env.RUNS ?? 7);
const SLOWDOWN = 4;
const [OPEN, LIVE] = [100, 60];
const CHANGES = 40;

const undo = [];
const t = { after: (step) => undo.unshift(step) };

const GAMES = [
  ['tui-da-che', 'original', 'wwww/4/4/bbbb b -'],
  ['er-chi-yi', 'original', 'bbbb/4/4/wwww b -'],
];

/** A match of the lobby. */
const match = (number, more = {}) => {
  const [game, ruleset, position] = GAMES[number % GAMES.length];
  const guest = (id) => ({ id: `${id}${number}`, name: `Guest ${number}${id}`, guest: true });
  const isLive = number >= OPEN;
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    ...{ game, ruleset, position, options: {}, clock: { kind: 'none' }, state: isLive ? 'live' : 'open' },
    seat: isLive ? null : 'second',
    players: { first: guest('x'), second: isLive ? guest('y') : null },
    ...{ ply: 0, turn: isLive ? 'first' : null, presence: { first: true, second: isLive, spectators: 0 } },
    ...{ spectators: 0, rated: false, visibility: 'public', created_at: number, active_at: number },
    ...more,
  };
};
const matches = Array.from({ length: OPEN + LIVE }, (_, number) => match(number));

/** Notes when the first board and when all rows are seen. */
function watch([open, live]) {
  const look = () => {
    const now = performance.now();
    if (document.querySelector('svg.yg-board .yg-pieces > *')) window.boardAt ??= now;
    const count = (id) => document.querySelectorAll(`[data-testid=${id}] > li`).length;
    if (count('open-rooms') >= open && count('live-rooms') >= live) window.rowsAt ??= now;
    if (!window.rowsAt) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Two frames, and whatever waits for them. */
const settle = (page) =>
  page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go)))));

async function run(browser, origin, version) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', serviceWorkers: 'block' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let socket = null;
  await page.routeWebSocket('**/ws/lobby', (opened) => {
    socket = opened;
    opened.send(JSON.stringify({ type: 'matches', now: 0, client: version, matches }));
    opened.onMessage(() => {});
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await devtools.send('Performance.enable');
  await page.addInitScript(watch, [6, 6]);
  await page.goto(origin);
  await page.waitForFunction(() => window.rowsAt);
  await page.waitForLoadState('networkidle');
  const times = await page.evaluate(() => ({ board: window.boardAt, rows: window.rowsAt }));
  const bytes = await page.evaluate(() => {
    const isCode = ({ name }) => /\.(css|js)$/.test(new URL(name).pathname) && !name.includes('/yiguan_engine');
    const all = performance.getEntriesByType('resource').filter(isCode);
    const unique = [...new Map(all.map((entry) => [entry.name, entry])).values()];
    const [html] = performance.getEntriesByType('navigation');
    const sum = (some) => some.reduce((total, { encodedBodySize }) => total + encodedBodySize, html.encodedBodySize);
    return { first: sum(unique.filter(({ startTime }) => startTime < window.boardAt)), whole: sum(unique) };
  });
  await settle(page);
  await page.evaluate(() => {
    window.mutations = 0;
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver((list) => (window.mutations += list.length)).observe(document.body, options);
  });
  const work = async (what, times = 1) => {
    const read = async () =>
      Object.fromEntries((await devtools.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
    const before = await read();
    const counted = await page.evaluate(() => window.mutations);
    for (let time = 0; time < times; time += 1) {
      await what(time);
      await settle(page);
    }
    const after = await read();
    const spent = (name) => ((after[name] - before[name]) * 1000) / times;
    return {
      script: spent('ScriptDuration'),
      task: spent('TaskDuration'),
      mutations: ((await page.evaluate(() => window.mutations)) - counted) / times,
    };
  };
  const idle = await work(() => {}, CHANGES);
  const send = (...list) => {
    for (const message of list) socket.send(JSON.stringify(message));
  };
  // A player of a live match has another name.
  const name = (time) => ({ first: { id: 'x130', name: `Renamed ${time}`, guest: true }, second: matches[130].players.second });
  const row = await work((time) => send({ type: 'match', match: { ...matches[130], players: name(time) } }), CHANGES);
  const burst = await work((time) => {
    const seen = (room) => ({ ...room, position: room.position, spectators: time + 1 });
    send(...matches.slice(0, 100).map((room) => ({ type: 'match', match: seen(room) })));
  }, 5);
  const filter = await work((time) => page.getByTestId('lobby-filter').selectOption(time % 2 ? '' : GAMES[0][0]), 6);
  await context.close();
  return { bytes, times, idle, row, burst, filter };
}

const browser = await launch();
t.after(() => browser.close());
try {
  const table = {};
  for (const bundle of process.argv.slice(2)) {
    const server = await Server.start(t, { YIGUAN_STATIC_DIR: bundle });
    const [, version] = /yiguan-version" content="(\w+)"/.exec(await (await fetch(server.origin)).text());
    const runs = [];
    for (let count = 0; count < RUNS; count += 1) runs.push(await run(browser, server.origin, version));
    const of = (read) => Math.round(median(runs.map(read)) * 10) / 10;
    table[bundle] = {
      'first B': of(({ bytes }) => bytes.first),
      'whole B': of(({ bytes }) => bytes.whole),
      'board ms': of(({ times }) => times.board),
      'rows ms': of(({ times }) => times.rows),
      'row script ms': of(({ row, idle }) => row.script - idle.script),
      'row task ms': of(({ row, idle }) => row.task - idle.task),
      'row mutations': of(({ row, idle }) => row.mutations - idle.mutations),
      'burst task ms': of(({ burst, idle }) => burst.task - idle.task),
      'filter task ms': of(({ filter, idle }) => filter.task - idle.task),
    };
  }
  console.table(table);
} finally {
  for (const step of undo) await step();
}
