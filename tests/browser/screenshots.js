// Takes the pictures of docs/screenshots from a server with people at it: every page, wide and
// on a phone, by day and by night.
//
//   cargo build && (cd tests/browser && npm ci && node screenshots.js [name…])

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, matchId, play, saved, shows, vectors } from './support/play.js';
import { Server } from './support/server.js';

const FOLDER = process.env.SCREENSHOTS ?? fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const SIZES = {
  1280: { viewport: { width: 1280, height: 800 } },
  390: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

/** The beginning of a recorded game of each kind, long enough to show its special features. */
const BOARDS = [
  ['er-chi-yi', 'folk-er-chi-yi', {}, 13],
  ['zhuo-qi-zi', 'folk-zhuo-qi-zi', {}, 9],
  ['tui-da-che', 'folk-tui-da-che', {}, 9],
  ['xia-liu', 'folk-xia-liu', {}, 15],
  ['xia-si', 'folk-xia-si', {}, 9],
  ['diu-fang', 'folk-diu-fang', {}, 40],
  ['shogi', 'shogi-games', {}, 40],
  ['xiangqi', 'xiangqi-games', { ruleset: 'standard' }, 25],
];

const only = new Set(process.argv.slice(2));
const wanted = (name) => only.size === 0 || only.has(name);
const undo = [];
const t = { after: (step) => undo.unshift(step) };

/** Turns a picture into WebP, which the browser can do and takes a third of the space. */
async function toWebp(page, png) {
  const base64 = await page.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d').drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 });
    let text = '';
    for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
    return btoa(text);
  }, png.toString('base64'));
  return Buffer.from(base64, 'base64');
}

/** One page as a person sees it: in both widths, by day and by night. */
async function portrait(browser, painter, name, url, { storageState, ready, prepare } = {}) {
  for (const [width, size] of Object.entries(SIZES)) {
    const page = await person(t, browser, { ...size, storageState });
    await page.goto(url);
    await page
      .locator(ready ?? 'main svg')
      .first()
      .waitFor();
    // Parts after the first board, too.
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(() => document.fonts.ready);
      const png = await page.screenshot({ animations: 'disabled' });
      await writeFile(`${FOLDER}/${name}-${width}-${colorScheme}.webp`, await toWebp(painter, png));
    }
    await page.context().close();
  }
}

/** Two people play the beginning of a recorded game. */
async function playBeginning(browser, origin, [game, file, choices, plies]) {
  const pages = [await person(t, browser), await person(t, browser)];
  await join(pages[1], await createRoom(pages[0], origin, game, { seat: 'first', ...choices }));
  const seats = await bySide(pages);
  const { ruleset, options } = await (await pages[0].request.get(`${origin}/api/matches/${matchId(pages[0])}`)).json();
  const fits = (vector) =>
    (vector.moves?.length ?? 0) > plies + 2 &&
    vector.ruleset === ruleset &&
    Object.entries(vector.options ?? {}).every(([key, value]) => options[key] === value);
  const { moves } = vectors(file).find(fits);
  for (const [ply, move] of moves.slice(0, plies).entries()) {
    const { turn } = await (await pages[0].request.get(`${origin}/api/matches/${matchId(pages[0])}`)).json();
    const other = turn === 'first' ? 'second' : 'first';
    await play(seats[turn], move);
    const choice = seats[turn].locator(`[data-choice="${move}"]`);
    await choice.or(seats[turn].locator(`[data-testid=move-list] [data-ply="${ply + 1}"]`)).waitFor();
    if (await choice.isVisible()) await choice.click();
    await saved(seats[turn], ply + 1);
    await shows(seats[other], ply + 1);
  }
  return { url: pages[0].url(), storageState: await pages[0].context().storageState(), seats };
}

try {
  await mkdir(FOLDER, { recursive: true });
  const browser = await launch();
  t.after(() => browser.close());
  const server = await Server.start(t);
  const painter = await person(t, browser);
  await painter.goto(`${server.origin}/icon.svg`);

  for (const board of BOARDS) {
    const [game] = board;
    if (!wanted(game) && !(game === 'xiangqi' && ['replay', 'settings', 'lobby'].some(wanted))) continue;
    const { url, storageState, seats } = await playBeginning(browser, server.origin, board);
    const ready = '[data-testid=move-list] [data-ply]';
    if (wanted(game)) await portrait(browser, painter, game, url, { storageState, ready });
    if (game !== 'xiangqi') continue;
    if (wanted('settings'))
      await portrait(browser, painter, 'settings', url, {
        storageState,
        ready,
        prepare: (page) => page.getByTestId('settings-open').first().click(),
      });
    await seats.second.getByTestId('resign').click();
    await seats.second.getByTestId('confirm-yes').click();
    await seats.first.getByTestId('result').waitFor();
    if (wanted('replay')) await portrait(browser, painter, 'replay', `${url.replace('/m/', '/g/')}#14`, { storageState, ready });
  }
  if (wanted('room')) {
    const host = await person(t, browser);
    const url = await createRoom(host, server.origin, 'tui-da-che');
    await portrait(browser, painter, 'room', url, { storageState: await host.context().storageState() });
  }
  if (wanted('lobby')) {
    for (const game of ['shogi', 'xia-liu']) await createRoom(await person(t, browser), server.origin, game);
    await portrait(browser, painter, 'lobby', server.origin, { ready: '[data-testid=game-xiangqi]' });
  }
  if (wanted('rules')) await portrait(browser, painter, 'rules', `${server.origin}/rules/xia-liu`, { ready: 'figure svg' });
} finally {
  for (const step of undo) await step();
}
