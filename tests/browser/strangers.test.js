// Two strangers on two devices, one of them a phone, find each other, stay who they are, play, and part for good: all
// that people need around the board, from one end to the other.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { KEEPING, launch, person } from './support/browser.js';
import { press, tabTo } from './support/keyboard.js';
import { authenticator, named } from './support/passkeys.js';
import { ask, bySide, matchId, play, saved, snapshot } from './support/play.js';
import { PushService } from './support/push_service.js';
import { Server } from './support/server.js';
import { untranslated } from './support/texts.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const GAME = 'xia-si';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const bar = (page, kind) => page.locator(`[data-testid=seek-bar][data-kind=${kind}]`);

/** Both accept the opponent found for them; they are in one match then. */
async function accept(pages) {
  for (const page of pages) await bar(page, 'found').waitFor();
  for (const page of pages) await page.getByTestId('seek-accept').click();
  for (const page of pages) await page.waitForURL(/\/m\//);
  assert.equal(matchId(pages[0]), matchId(pages[1]));
  return bySide(pages);
}

/** The page plays the first action that the rules allow; returns it. */
async function move(page, ply) {
  const { legal } = await ask(page, `/api/matches/${matchId(page)}?legal=1`);
  await play(page, legal[0]);
  await saved(page, ply);
  return legal[0];
}

/** Both move once, and then the first side resigns; returns the moves. */
async function playShortly({ first, second }) {
  const moves = [await move(first, 1)];
  await saved(second, 1);
  moves.push(await move(second, 2));
  await saved(first, 2);
  await first.getByTestId('resign').click();
  await first.getByTestId('confirm-yes').click();
  for (const page of [first, second]) await page.getByTestId('end').waitFor();
  return moves;
}

/** Keeps the identity by a name and a passkey; the panel of the account is opened and closed for it. */
async function keep(page, name) {
  const before = await ask(page, '/api/me');
  await page.getByTestId('account-open').click();
  await page.getByTestId('register-named-name').fill(name);
  await page.getByTestId('register-named-submit').click();
  await page.getByTestId('recovery-codes').locator('code').nth(7).waitFor();
  const me = await ask(page, '/api/me');
  assert.deepEqual([me.id, me.guest], [before.id, false]);
  await page.getByTestId('account-close').click();
  return me.id;
}

/** Opens the page of the opponent, whose name is next to the board. */
async function openOpponent(page, id) {
  const link = page.locator(`.player-name a[href="/people/${id}"]`);
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await opened.getByTestId('person-name').waitFor();
  return opened;
}

const fits = async (page) =>
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
    false,
    `nothing is wider than ${page.url()}`,
  );

test('two strangers find each other, keep their identities, play live and by days, and part', async (t) => {
  const server = await Server.start(t, { YIGUAN_PUSH_LOOPBACK: 'true' });
  const origin = named(server);
  const service = await PushService.start(t);
  const [one, two] = [await person(t, browser), await person(t, browser, { ...PHONE, ...KEEPING })];
  await two.context().grantPermissions(['notifications'], { origin });
  await service.serve(two);
  for (const page of [one, two]) {
    await authenticator(page);
    await page.goto(origin);
    await page.getByTestId('find-game').selectOption(GAME);
  }

  // By one press each.
  await one.getByTestId('find-quick').nth(1).click();
  await bar(one, 'looking').waitFor();
  await two.getByTestId('find-quick').nth(1).tap();
  const moves = await playShortly(await accept([one, two]));
  const opening = matchId(one);

  // Their accounts stay theirs, and their games are rated.
  const [me, other] = [await keep(one, 'Li Bai'), await keep(two, 'Wang Wei')];
  for (const page of [one, two]) {
    await page.goto(origin);
    await page.getByTestId('find-several').click();
    await page.getByTestId('rated-1').check();
    await page.getByTestId('seek-submit').click();
  }
  const rated = await accept([one, two]);
  assert.deepEqual([(await snapshot(one)).rated, (await snapshot(one)).clock.kind], [true, 'fischer']);
  await playShortly(rated);
  await rated.first.getByTestId('end-rating').getByText('Rating 1500 → 1338? (−162)').waitFor();
  await rated.second.getByTestId('end-rating').getByText('Rating 1500 → 1662? (+162)').waitFor();
  const theirs = await openOpponent(two, me);
  await theirs.getByTestId('person-pool').locator('summary').click();
  await theirs.getByTestId('rating-chart').waitFor();
  await fits(theirs);

  // Correspondence, as a challenge; an absent player gets a notification of their turn.
  await two.getByTestId('settings-open').click();
  await two.locator('[data-testid=push-turn]:enabled').waitFor();
  await two.getByTestId('push-turn').check();
  await two.locator('[data-testid=push-turn]:enabled:checked').waitFor();
  await theirs.getByTestId('challenge-person').click();
  await theirs.getByTestId('create-to').waitFor();
  await theirs.locator('[name=clock][value="3d"]').check();
  await theirs.locator('[name=seat][value=second]').check();
  // It does not count yet: they have met once.
  await theirs.getByTestId('create-rated').check();
  await theirs.getByTestId('create-room').click();
  await theirs.getByText('First play ten rated games').waitFor();
  await theirs.getByTestId('create-room').click();
  await theirs.waitForURL(/\/m\//);
  await one.goto(origin);
  await one.getByTestId('challenge-accept').click();
  await one.waitForURL(/\/m\//);
  await bySide([one, theirs]);
  const byDays = matchId(one);
  await theirs.close();
  await move(one, 1);
  const { kind, match } = await service.next();
  assert.deepEqual([kind, match], ['turn', byDays]);
  await two.goto(origin);
  const turn = two.getByTestId('own-game').filter({ hasText: 'Your turn' });
  await turn.waitFor();
  await turn.click();
  await two.waitForURL(new RegExp(byDays));
  await move(two, 2);
  await one.getByTestId('resign').click();
  await one.getByTestId('confirm-yes').click();
  await one.getByTestId('end').waitFor();
  assert.equal((await snapshot(one)).rated, false);

  // The first game, by its opening.
  await one.locator('#masthead a[href="/games"]').click();
  await one.locator('select[name=game]').selectOption(GAME);
  await one.getByTestId('archive-fold').locator('summary').click();
  await one.getByTestId('archive-moves').fill(moves.join(' '));
  await one.keyboard.press('Enter');
  await one.locator(`[data-testid=found-game][href="/g/${opening}"]`).waitFor();

  // Blocked, they find others, and not each other.
  const mine = await openOpponent(two, me);
  await mine.getByTestId('block').click();
  await mine.getByTestId('block').filter({ hasText: 'Unblock' }).waitFor();
  const three = await person(t, browser);
  for (const page of [one, two, three]) {
    await page.goto(origin);
    await page.getByTestId('find-game').selectOption(GAME);
  }
  for (const page of [one, two]) {
    // A guest has no rated games.
    await page.getByTestId('find-rated').selectOption('0');
    await page.getByTestId('find-quick').nth(1).click();
    // Two who fit are found by the press itself.
    await bar(page, 'looking').waitFor();
  }
  await three.getByTestId('find-quick').nth(1).click();
  await bar(three, 'found').waitFor();
  const { found } = await ask(three, '/api/seeks');
  assert.ok([me, other].includes(found.opponent.id));
  const left = found.opponent.id === me ? two : one;
  await three.getByTestId('seek-accept').click();
  await bar(left === one ? two : one, 'found')
    .getByTestId('seek-accept')
    .click();
  await three.waitForURL(/\/m\//);
  assert.equal((await ask(left, '/api/seeks')).found, null);
});

for (const [locale, lang] of [
  ['zh-CN', 'zh-Hans'],
  ['ja-JP', 'ja'],
]) {
  test(`the same is there in ${lang}, on a phone and by keys alone`, async (t) => {
    const server = await Server.start(t);
    const origin = named(server);
    const page = await person(t, browser, { viewport: PHONE.viewport, locale });
    await authenticator(page);
    const whole = async () => {
      assert.equal(await page.locator('html').getAttribute('lang'), lang);
      assert.deepEqual(await untranslated(page), []);
      await fits(page);
    };
    await page.goto(origin);
    await page.getByTestId('find-several').waitFor();

    // The account still exists.
    await tabTo(page, '[data-testid=account-open]');
    await press(page, 'Enter');
    await page.getByTestId('register-named').waitFor();
    await whole();
    await tabTo(page, '[data-testid=register-named-name]');
    await page.keyboard.type('Du Fu');
    await press(page, 'Enter');
    await page.locator('[data-testid=recovery-codes]:focus').waitFor();
    await whole();
    await press(page, 'Escape');
    await page.getByTestId('account-close').waitFor({ state: 'hidden' });

    // A game is looked for, a rated one, and looked for no more.
    await tabTo(page, '[data-testid=find-several]');
    await press(page, 'Enter');
    await page.getByTestId('rated-1').waitFor();
    await whole();
    await tabTo(page, '[name=rated]');
    await press(page, 'ArrowRight');
    assert.ok(await page.getByTestId('rated-1').isChecked());
    await press(page, 'Enter');
    await bar(page, 'looking').waitFor();
    await whole();
    await tabTo(page, '[data-testid=seek-cancel]');
    await press(page, 'Enter');
    await page.getByTestId('seek-bar').waitFor({ state: 'hidden' });

    // Finished games, the visitor's own page, and that of another player, who is blocked.
    await page.goto(origin);
    await tabTo(page, '#masthead a[href="/games"]');
    await press(page, 'Enter');
    await page.getByTestId('archive-form').waitFor();
    await whole();
    await tabTo(page, '[data-testid=own-games]');
    await press(page, 'Enter');
    await page.getByTestId('person-name').waitFor();
    await whole();
    const other = await person(t, browser);
    await other.goto(origin);
    await page.goto(`${origin}/people/${(await ask(other, '/api/me')).id}`);
    for (const act of ['follow', 'block']) {
      await tabTo(page, `[data-testid=${act}]`);
      const before = await page.getByTestId(act).textContent();
      await press(page, 'Enter');
      await page.waitForFunction(
        ([id, text]) => document.querySelector(`[data-testid=${id}]`)?.textContent !== text,
        /** @type {const} */ ([act, before]),
      );
      await whole();
    }
    // The way to challenge a player, and the form for it.
    await press(page, 'Enter');
    await tabTo(page, '[data-testid=challenge-person]');
    await press(page, 'Enter');
    await page.getByTestId('create-to').waitFor();
    await whole();
  });
}
