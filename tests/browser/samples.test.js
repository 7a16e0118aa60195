// The games that come with the program: listed and marked as such, replayed with their
// moves in the reader's language, and drawn as an animated picture.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { launch, person } from './support/browser.js';
import { BINARY, Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A sample. */
const SAMPLE = '79696775-616e-8000-8001-000000000001';
/** Another, of few moves. */
const SHORT = '79696775-616e-8000-8001-000000000003';
/** The name of a sample, and the text before the first move of the first, by language. */
const LANGUAGES = {
  'en-GB': ['Sample game', 'The game is solved'],
  'zh-CN': ['示例对局', '这种棋已有精确结论'],
  'ja-JP': ['サンプル対局', 'このゲームは解析済みで'],
};

test('samples are marked in the lobby and explained in the reader’s language', async (t) => {
  const server = await Server.start(t);
  const run = promisify(execFile);
  // Apart from the server, and twice.
  for (const told of [/^(\d+) of \1 samples are new/, /^0 of/]) {
    const { stdout } = await run(BINARY, ['import', '--samples', '--data-dir', server.folder]);
    assert.match(stdout, told);
  }
  for (const [locale, [mark, start]] of Object.entries(LANGUAGES)) {
    const page = await person(t, browser, { locale });
    await page.goto(server.origin);
    const card = page.locator(`#recent [data-room="${SAMPLE}"]`);
    // There are more than the lobby shows at first.
    await page.getByTestId('more').click();
    await card.filter({ hasText: mark }).waitFor();
    await card.locator('a').click();
    await page.locator('#moves .said').filter({ hasText: start }).waitFor();
    assert.ok((await page.locator('#moves .said').count()) >= 5);
    assert.ok((await page.locator('#game-detail').textContent())?.startsWith(mark));
    // Next to the board is the text of the position that it shows.
    await page.getByTestId('annotation').filter({ hasText: start }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Home');
    await page.getByTestId('annotation').filter({ hasText: start }).waitFor();
    // The text is not the reader's own.
    await page.getByTestId('tab-notes').click();
    assert.equal(await page.getByTestId('remark').inputValue(), '');
  }
});

test('a stored game is offered as an animated picture', async (t) => {
  const server = await Server.start(t);
  await promisify(execFile)(BINARY, ['import', '--samples', '--data-dir', server.folder]);
  const page = await person(t, browser);
  await page.goto(`${server.origin}/g/${SHORT}`);
  await page.getByTestId('files').locator('summary').click();
  const link = page.getByTestId('download-gif');
  await link.waitFor();
  const address = new URL((await link.getAttribute('href')) ?? '', server.origin).href;
  const answer = await page.request.get(address, { timeout: 60_000 });
  assert.equal(answer.headers()['content-type'], 'image/gif');
  const size = await page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, address);
  assert.deepEqual(size, [400, 400]);
});
