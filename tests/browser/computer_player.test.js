// A visitor who comes alone has an opponent: the computer players, from the lobby, from the form for a new game,
// and while a player waits for an opponent.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { chooseLanguage, createRoom, matchId, play, saved, snapshot } from './support/play.js';
import { Server } from './support/server.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** An action that the board offers. */
const anAction = (game) => ({ 'er-chi-yi': 'a1a2', 'diu-fang': '+d4', shogi: '7g7f' })[game];

/** Waits until the visitor of a page has something to do. */
const ownTurn = (page) =>
  page.waitForFunction(() => document.querySelector('.yg-board[data-mode=play], .yg-hit--source') !== null);

test('one press in the lobby starts a game with an opponent who answers, on a phone, too', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser, PHONE);
  for (const game of ['er-chi-yi', 'shogi']) {
    await page.goto(server.origin);
    await page.getByTestId(`now-${game}`).tap();
    await page.waitForURL(/\/m\//);
    const { players, state } = await snapshot(page);
    assert.equal(state, 'live');
    assert.equal([players.first, players.second].filter((player) => player.computer === 1).length, 1);
    assert.equal((await snapshot(page)).clock.kind, 'none');
    await page.getByText('“I hop about and hope for the best.”').waitFor();
    await page.getByText('Sparrow', { exact: true }).first().waitFor();
    await ownTurn(page);
    const before = (await snapshot(page)).ply;
    if (before === 0) await play(page, anAction(game));
    else await page.locator('.yg-hit--source').first().waitFor();
    await page.waitForFunction(
      async ([id, ply]) => (await (await fetch(`/api/matches/${id}`)).json()).ply >= ply,
      [matchId(page), before === 0 ? 2 : 1],
    );
  }
});

test('the form for a new game has the computer players by their strength', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  await chooseLanguage(page, 'zh');
  // The page is reloaded for it.
  await page.getByText('和电脑下').first().waitFor();
  await page.getByTestId('game-er-chi-yi').click();
  assert.equal(await page.getByTestId('create-computer').isVisible(), false);
  await page.getByTestId('opponent-computer').check();
  await page.getByTestId('create-computer').selectOption('5');
  await page.locator('[name=seat][value=first]').check();
  await page.getByTestId('create-room').click();
  await page.waitForURL(/\/m\//);
  await page.getByText('白鹤', { exact: true }).waitFor();
  await ownTurn(page);
  await play(page, 'a1a2');
  await saved(page, 1);
  await page.getByTestId('resign').click();
  await page.getByTestId('confirm-yes').click();
  await page.getByTestId('end-rematch').waitFor();
  // The next one is weaker, here and in the lobby.
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('yiguan.computer'))['er-chi-yi']), 4);
  const before = page.url();
  await page.getByTestId('end-rematch').click();
  await page.waitForURL((url) => url.href !== before);
  assert.equal((await snapshot(page)).players.first.computer, 5, 'the sides are swapped');
});

test('a waiting player is offered a computer game, and stays in the lobby', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.clock.install();
  await createRoom(page, server.origin, 'xia-si');
  const waiting = matchId(page);
  const offer = page.getByTestId('invite-computer');
  assert.equal(await offer.isVisible(), false);
  await page.clock.fastForward(9_000);
  await offer.waitFor();
  const [company] = await Promise.all([page.context().waitForEvent('page'), offer.click()]);
  await company.waitForURL(/\/m\//);
  const { players } = await snapshot(company);
  assert.equal([players.first, players.second].filter((player) => player?.computer).length, 1);
  const { matches } = await (await page.request.get(`${server.origin}/api/matches?state=open`)).json();
  assert.deepEqual(
    matches.map(({ id, presence }) => [id, presence.first || presence.second]),
    [[waiting, true]],
  );
});

test('a game with the computer has no clock and no chat unless it is wished, and leads on to the next level', async (t) => {
  const server = await Server.start(t);
  const page = await person(t, browser);
  await page.goto(server.origin);
  await page.getByTestId('game-xia-si').click();
  const chosen = page.locator('[name=clock]:checked');
  assert.equal(await chosen.inputValue(), '3+5');
  await page.locator('[name=clock][value="3d"]').check();
  await page.getByTestId('opponent-computer').check();
  assert.equal(await chosen.inputValue(), 'none');
  assert.ok(await page.locator('[name=clock][value="3d"]').isHidden(), 'nobody waits for days');
  await page.getByTestId('opponent-public').check();
  assert.equal(await chosen.inputValue(), '3+5');
  await page.locator('[name=clock][value=custom]').check();
  await page.getByTestId('opponent-computer').check();
  assert.equal(await chosen.inputValue(), 'custom', 'what was chosen stays');

  // Black mates at once.
  const position = '4k4/9/4G4/9/9/9/9/9/4K4 b G 1';
  const data = { game: 'shogi', position, computer: 1, seat: 'first', visibility: 'link' };
  const made = await page.request.post(`${server.origin}/api/matches`, { data });
  assert.equal(made.status(), 201, await made.text());
  await page.goto(`${server.origin}${(await made.json()).url}`);
  await ownTurn(page);
  assert.ok(await page.getByTestId('chat-text').isHidden());
  await play(page, 'G*5b');
  await page.getByTestId('end-replay').waitFor();
  await page.getByTestId('end-stronger').filter({ hasText: 'Carp' }).click();
  await page.waitForFunction(
    async () =>
      (await (await fetch(`/api/matches/${location.pathname.split('/').at(-1)}`)).json()).players.second?.computer === 2,
  );
});
