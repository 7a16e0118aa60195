// A picture of a board that is saved looks like the board: compared pixel by pixel.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { launch, person } from './support/browser.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** How much two colours may differ, of 255 in each channel: edges fall between pixels. */
const TOLERANCE = 48;

/**
 * The part of the pixels of two pictures that differ, both drawn as small as edges allow, over the
 * page's ground.
 */
const difference = (page, ...pictures) =>
  page.evaluate(
    async ([tolerance, sources]) => {
      const [width, height] = [120, 120];
      const drawn = [];
      for (const source of sources) {
        const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context.fillStyle = getComputedStyle(document.body).backgroundColor;
        context.fillRect(0, 0, width, height);
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, width, height);
        drawn.push(context.getImageData(0, 0, width, height).data);
      }
      const [a, b] = drawn;
      let differ = 0;
      for (let pixel = 0; pixel < a.length; pixel += 4)
        if ([0, 1, 2].some((channel) => Math.abs(a[pixel + channel] - b[pixel + channel]) > tolerance)) differ += 1;
      return differ / (a.length / 4);
    },
    [TOLERANCE, pictures.map((picture) => picture.toString('base64'))],
  );

for (const game of ['er-chi-yi', 'zhuo-qi-zi', 'tui-da-che', 'xia-liu', 'xia-si', 'diu-fang', 'shogi', 'xiangqi']) {
  test(`the picture of a board of ${game} looks like it`, async (t) => {
    const server = await Server.start(t);
    const page = await person(t, browser);
    // Games that begin with an empty board are given a stone of each side.
    const moves = { 'xia-liu': '@a1 @b2', 'xia-si': '@a1 @b2', 'diu-fang': '@b2 @c3' }[game];
    await page.goto(`${server.origin}/analysis?game=${game}${moves ? `&moves=${encodeURIComponent(moves)}` : ''}`);
    await page.locator('[data-testid=board] svg .yg-piece').first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.getByTestId('files').locator('summary').click();
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-png').click()]);
    const seen = await page.locator('[data-testid=board] svg').screenshot();
    const part = await difference(page, seen, await readFile(await saved.path()));
    assert.ok(part < 0.05, `${(part * 100).toFixed(1)} % of the pixels differ`);
  });
}
