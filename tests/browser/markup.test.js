// Whatever people write stays text: markup in names, in chat and in addresses is shown, and
// nothing of it is made an element or run.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, snapshot } from './support/play.js';
import { BINARY, Server } from './support/server.js';

const MARKUP = '<img src=x onerror="window.pwned=1"><svg onload="window.pwned=1"></svg><script>window.pwned=1</script>';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** No text of a visitor has become markup of the page. */
async function check(page) {
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  // The bundle's list of its files is data, which no browser runs.
  assert.equal(await page.locator('img[src=x], svg[onload], script:not([src]):not([type="application/json"])').count(), 0);
}

test('chat stays text for players and spectators, also when they come back', async (t) => {
  const server = await Server.start(t);
  const [first, second, spectator] = [await person(t, browser), await person(t, browser), await person(t, browser)];
  const link = await createRoom(first, server.origin, 'tui-da-che');
  await join(second, link);
  await bySide([first, second]);
  await spectator.goto(link);
  const say = async (page, text) => {
    await page.getByTestId('chat-text').fill(text);
    await page.getByTestId('chat-send').click();
  };
  await say(first, MARKUP);
  await say(spectator, `${MARKUP} from the ropes`);
  for (const page of [first, second]) await page.getByTestId('chat-lines').getByText(MARKUP).waitFor();
  await spectator.getByTestId('chat-lines').getByText('from the ropes').waitFor();
  for (const page of [first, second, spectator]) await check(page);
  await second.reload();
  await second.getByTestId('chat-lines').getByText(MARKUP).waitFor();
  await check(second);
  assert.ok((await snapshot(first)).chat.some(({ text }) => text === MARKUP));
});

test('the policy for scripts is created before any module runs', async (t) => {
  const server = await Server.start(t);
  // A page outside the program: the test wants its complaint.
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.route(
    (url) => url.pathname.endsWith('.js') && !/\/prelude(-\w+)?\.js$/.test(url.pathname),
    (route) => route.abort(),
  );
  await page.goto(`${server.origin}/rules`);
  const second = () => {
    try {
      window.trustedTypes.createPolicy('yiguan', { createScriptURL: (url) => url });
      return 'created';
    } catch (error) {
      return error.name;
    }
  };
  assert.equal(await page.evaluate(second), 'TypeError');
});

test('names stay text wherever they are shown', async (t) => {
  const server = await Server.start(t);
  // Guests are named by the server; only an import brings other names.
  const name = MARKUP.slice(0, 80);
  const player = (id) => ({ id: `00000000-0000-4000-8000-00000000000${id}`, name, guest: false });
  const id = '00000000-0000-4000-8000-000000000009';
  const [game] = JSON.parse(execFileSync(BINARY, ['games']).toString()).games.filter((info) => info.id === 'tui-da-che');
  const start = game.rulesets[0].start;
  const stored = {
    id,
    game: game.id,
    ruleset: game.rulesets[0].id,
    ruleset_version: game.rulesets[0].version,
    options: {},
    start,
    moves: [],
    times: [],
    clock: { kind: 'none' },
    players: { first: player(1), second: player(2) },
    result: 'first',
    reason: 'resignation',
    position: start,
    hash: '0000000000000000',
    plies: 0,
    rated: false,
    started_at: 1_700_000_000_000,
    ended_at: 1_700_000_001_000,
  };
  execFileSync(BINARY, ['import', '--data-dir', server.folder], { input: `${JSON.stringify(stored)}\n` });
  const page = await person(t, browser);
  await page.goto(`${server.origin}/g/${id}`);
  await page.getByText(name.slice(0, 30)).first().waitFor();
  await check(page);
  await page.goto(server.origin);
  await page.getByTestId('recent-games').getByText(name.slice(0, 30)).first().waitFor();
  await check(page);
});

test('what stands in an address stays where it is', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  const written = encodeURIComponent(MARKUP);
  for (const path of [`/m/${written}`, `/g/${written}#${written}`, `/rules/${written}`, `/#${MARKUP}`, `/?x=${written}`]) {
    await page.goto(server.origin + path);
    await page.getByTestId('language').waitFor();
    await check(page);
  }
});

test('a page lets nothing be put into it that is not ours', async (t) => {
  const server = await Server.start(t);
  // A page outside the program: the test wants its complaint.
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(server.origin);
  await page.getByTestId('language').waitFor();
  const outcome = await page.evaluate(() => {
    const attempt = (act) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return error.name;
      }
    };
    const html = attempt(() => {
      document.body.innerHTML = '<b>written as HTML</b>';
    });
    const script = document.createElement('script');
    const text = attempt(() => {
      script.text = 'window.pwned = 1';
      document.head.append(script);
    });
    return { html, text, pwned: window.pwned };
  });
  assert.deepEqual(outcome, { html: 'TypeError', text: 'TypeError', pwned: undefined });
});
