// The windows that phones and tablets leave a page: whatever a player has to see is in sight there, in every state of
// three games, and with `./check --long` of all, without scrolling.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { sample } from './support/long.js';
import { saved } from './support/play.js';
import { Server } from './support/server.js';

const SIZES = ['320x640', '360x640', '375x667', '390x664', '768x954', '820x1106', '844x331', '640x400', '640x900'];

/** The elements that a player must see in each state of a match. */
const PLAYING = ['#status', '#player-top .player-name', '#player-bottom .player-name', '#step-back', '#step-forward'];
/** Points that can be played. */
const USABLE = '.yg-hit--source, .yg-hit--target';
const CLOCKS = ['#player-top .clock', '#player-bottom .clock'];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/**
 * In the page: those of the parts that are not seen at three points each, and squares that are too small to be hit.
 *
 * @param {object} asked
 * @param {string[]} asked.parts
 * @param {boolean} [asked.covered] whether the board may be covered
 */
function unseen({ parts, covered }) {
  const seen = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return x >= 0 && x <= innerWidth && hit && (element.contains(hit) || hit.contains(element));
  };
  const hidden = parts.filter((part) => {
    const element = document.querySelector(part);
    if (!element?.checkVisibility()) return true;
    const { left, top, width, height } = element.getBoundingClientRect();
    return [0.06, 0.5, 0.94].some((at) => !seen(element, left + width * at, top + height * at));
  });
  if (covered) return hidden;
  const board = document.querySelector('.table svg.yg-board');
  const { left, top, right, bottom, width } = board.getBoundingClientRect();
  const scale = width / board.viewBox.baseVal.width;
  // The stands for pieces in hand are at both ends of the picture.
  const stands = board.querySelector('.yg-hands');
  if (stands) {
    for (const [name, y] of [
      ['upper hand', top + 40 * scale],
      ['lower hand', bottom - 40 * scale],
    ])
      for (const x of [left + 40 * scale, (left + right) / 2, right - 40 * scale])
        if (!seen(board, x, y) && !hidden.includes(name)) hidden.push(name);
  }
  for (const [x, y] of [
    [left + 5, top + 5],
    [right - 5, bottom - 5],
  ])
    if (!seen(board, x, y)) hidden.push('board');
  if (100 * scale < Math.min(27.5, (innerWidth / board.viewBox.baseVal.width) * 100 - 1))
    hidden.push(`squares of ${Math.round(100 * scale)} pixels`);
  // The board has all that is left, in one direction at least.
  const host = document.querySelector('.table .board-host').getBoundingClientRect();
  if (innerWidth < innerHeight && width < 0.95 * innerWidth && bottom - top < 0.95 * host.height)
    hidden.push('a board that is as large as can be');
  if (document.documentElement.scrollWidth > innerWidth) hidden.push('what is beyond the edge');
  return hidden;
}

/** Looks at a page in every window, and lists the invisible elements of each. */
async function look(page, parts, name, options = {}) {
  const faults = [];
  for (const size of SIZES) {
    const [width, height] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    // Two frames: boards and buttons follow the window.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(scrollTo(0, 0))))),
    );
    const hidden = await page.evaluate(unseen, { parts, ...options });
    if (hidden.length > 0) faults.push(`${name}, ${size}: ${hidden.join(', ')}`);
    if (process.env.YIGUAN_PICTURES)
      await page.screenshot({ path: `${process.env.YIGUAN_PICTURES}/${name.replaceAll(' ', '-')}-${size}.png` });
  }
  return faults;
}

/** Sends commands of a visitor to a match, in turn. */
const send = (page, id, ...commands) =>
  page.evaluate(
    ([match, all]) =>
      new Promise((done, fail) => {
        const socket = new WebSocket(`/ws/matches/${match}`);
        let sent = 0;
        const next = () =>
          sent < all.length ? socket.send(JSON.stringify({ id: crypto.randomUUID(), ...all[sent++] })) : done(socket.close());
        socket.onopen = next;
        socket.onmessage = ({ data }) => {
          const { type } = JSON.parse(data);
          if (type === 'ack') next();
          if (type === 'nack') fail(new Error(data));
        };
      }),
    [id, commands],
  );

/** A match of two visitors in a game; the first looks at its page. */
async function match(page, other, origin, game, clock) {
  const { id } = await (await page.request.post(`${origin}/api/matches`, { data: { game, seat: 'first', clock } })).json();
  await other.request.post(`${origin}/api/matches/${id}/join`, { data: {} });
  await page.goto(`${origin}/m/${id}`);
  await page.locator(USABLE).first().waitFor();
  return id;
}

/** The next possible actions. */
const legal = async (page, origin, id) => (await (await page.request.get(`${origin}/api/matches/${id}?legal=1`)).json()).legal;

/** Tries moves until the rules refuse one. @returns {Promise<boolean>} false where no piece can move */
async function refuse(page) {
  const points = await page.locator('[data-point]').evaluateAll((all) => all.map((each) => each.getAttribute('data-point')));
  const press = (point) => page.locator(`[data-point="${point}"]`).dispatchEvent('click');
  const sources = page.locator('.yg-hit--source[data-point]');
  if ((await sources.count()) === 0) return false;
  const source = await sources.first().getAttribute('data-point');
  for (const point of points.filter((each) => each !== source)) {
    await press(source);
    await press(point);
    if (await page.getByTestId('refusal').isVisible()) return true;
  }
  assert.fail('nothing was refused');
}

/** A page at a window of the largest size, and a second visitor without a table. */
async function two(t, origin, options) {
  const page = await person(t, browser, { viewport: { width: 820, height: 1106 }, hasTouch: true, ...options });
  const other = await person(t, browser);
  for (const each of [page, other]) {
    await each.goto(`${origin}/offline`);
    await each.request.put(`${origin}/api/me`, { data: { name: each === page ? 'Li Bai' : 'Wang Wei' } });
  }
  return [page, other];
}

// A game with hands, one with removals, one on points, and then all others.
const GAMES = ['shogi', 'diu-fang', 'xiangqi', 'er-chi-yi', 'tui-da-che', 'zhuo-qi-zi', 'xia-si', 'xia-liu'];

for (const game of sample(GAMES, 3)) {
  test(`a table of ${game} shows what matters in every window`, async (t) => {
    const server = await Server.start(t);
    const [page, other] = await two(t, server.origin);
    const { origin } = server;
    const faults = [];

    const id = await match(page, other, origin, game, { kind: 'fischer', initial: 600, increment: 5 });
    await page.getByTestId('grace').waitFor();
    faults.push(...(await look(page, ['#grace', ...CLOCKS, ...PLAYING], `${game} first move`)));

    let ply = 0;
    for (let turn = 'first'; ply < 2 || turn !== 'first'; ply += 1) {
      const [move] = await legal(page, origin, id);
      await send(turn === 'first' ? page : other, id, { type: 'play', ply, move });
      ({ turn } = await (await page.request.get(`${origin}/api/matches/${id}`)).json());
    }
    await page.getByTestId('move-list').locator(`[data-ply="${ply}"]`).waitFor({ state: 'attached' });
    await page.locator(USABLE).first().waitFor();
    // Where stones are placed, a press plays at once.
    if (await refuse(page))
      faults.push(...(await look(page, ['#refusal', '#status', ...CLOCKS, '#step-back', '#step-forward'], `${game} refused`)));

    const [move] = await legal(page, origin, id);
    await send(page, id, { type: 'play', ply, move });
    await saved(page, ply + 1);
    faults.push(...(await look(page, [...PLAYING, ...CLOCKS], `${game} playing`)));

    // An open sheet hides neither the status nor the buttons.
    for (const tab of ['help', 'moves', 'chat']) {
      await page.getByTestId(`tab-${tab}`).click();
      faults.push(
        ...(await look(
          page,
          ['#status', `#panel-${tab}`, ...(tab === 'chat' ? ['[data-testid=phrases]'] : []), '#step-back', '#step-forward'],
          `${game} ${tab}`,
          { covered: true },
        )),
      );
      await page.getByTestId(`tab-${tab}`).click();
    }

    await send(other, id, { type: 'draw', answer: 'offer' });
    await page.getByTestId('accept-draw').waitFor();
    faults.push(
      ...(await look(
        page,
        [
          '#status',
          '[data-testid=offer-draw]',
          '[data-testid=accept-draw]',
          '[data-testid=decline-draw]',
          ...CLOCKS,
          '#player-bottom .player-name',
        ],
        `${game} offer`,
      )),
    );

    const slow = await match(page, other, origin, game, { kind: 'correspondence', days: 3 });
    await other.request.post(`${origin}/api/me/vacation`, { data: {} });
    await page.getByTestId('on-vacation').waitFor();
    faults.push(
      ...(await look(
        page,
        ['#status', '[data-testid=on-vacation]', ...CLOCKS, '#player-bottom .player-name', '#step-back', '#step-forward'],
        `${game} vacation`,
      )),
    );
    assert.ok(slow);

    await send(page, id, { type: 'resign' });
    await page.goto(`${origin}/g/${id}`);
    await page.locator('svg.yg-board .yg-pieces > *').first().waitFor();
    await page.locator('#moves [data-ply], #moves .move').first().waitFor();
    const steps = ['#first', '#back', '#auto', '#forward', '#last', '#slider'];
    faults.push(...(await look(page, ['#player-top', '#player-bottom', '#result', ...steps], `${game} replay`)));

    await page.goto(`${origin}/local?game=${game}`);
    await page.locator(USABLE).first().waitFor();
    faults.push(...(await look(page, ['#player-top', '#player-bottom', '#turn', ...steps], `${game} local`)));
    assert.deepEqual(faults, []);
  });
}
