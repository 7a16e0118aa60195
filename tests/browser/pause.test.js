// A pause by agreement: offered, accepted and ended at the table, by the keyboard and on a phone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { says, snapshot } from './support/play.js';
import { Server } from './support/server.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A game between two people, who are both at its table. */
async function sit(server, [one, other], clock, game = {}) {
  for (const page of [one, other]) await page.goto(server.origin);
  const data = { game: 'er-chi-yi', seat: 'first', clock, ...game };
  const { id } = await (await one.request.post(`${server.origin}/api/matches`, { data })).json();
  await other.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
  for (const page of [one, other]) await page.goto(`${server.origin}/m/${id}`);
  return id;
}

/** Offers a pause from the menu next to the buttons, by the keyboard alone. */
async function offerPause(page) {
  await page.getByTestId('more').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('pause').waitFor();
  await page.keyboard.press('Tab');
  await page.locator('[data-testid=pause]:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByTestId('pause').waitFor({ state: 'hidden' });
}

for (const clock of [{ kind: 'none' }, { kind: 'correspondence', days: 3 }]) {
  test(`a game (${clock.kind}) is paused by agreement and resumes when a player wishes`, async (t) => {
    const server = await Server.start(t);
    const people = [await person(t, browser, { viewport: { width: 390, height: 800 } }), await person(t, browser)];
    const [one, other] = people;
    await sit(server, people, clock);

    await offerPause(one);
    await says(one, 'offer-pause', 'Pause offered');
    await one.locator('[data-testid=pause]:disabled').waitFor({ state: 'attached' });
    await one.locator('[data-testid=more]:focus').waitFor();
    await says(other, 'offer-pause', 'offers a pause');
    await other.getByTestId('accept-pause').click();
    for (const page of people) {
      await says(page, 'paused', 'Paused, until');
      await page.getByTestId('offer-pause').waitFor({ state: 'hidden' });
    }
    const { paused, now } = await snapshot(one);
    assert.ok(paused > now);

    // It is there after loading, in every language.
    for (const [language, text] of [
      ['zh', '对局已暂停'],
      ['ja', '対局は中断中です'],
      ['en', 'Paused, until'],
    ]) {
      await one.evaluate((chosen) => localStorage.setItem('yiguan.language', chosen), language);
      await one.reload();
      await says(one, 'paused', text);
    }
    const width = await one.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${width} pixels wide`);

    await one.getByTestId('resume').focus();
    await one.keyboard.press('Enter');
    for (const page of people) {
      await page.getByTestId('paused').waitFor({ state: 'hidden' });
    }
    await one.getByTestId('more').click();
    await one.locator('[data-testid=pause]:enabled').waitFor();
    assert.equal((await snapshot(one)).paused, undefined);
  });
}

test('where a clock runs there is nothing to pause', async (t) => {
  const server = await Server.start(t);
  const people = [await person(t, browser), await person(t, browser)];
  await sit(server, people, { kind: 'fischer', initial: 600, increment: 5 });
  for (const page of people) {
    await page.locator('[data-testid=draw]:enabled').waitFor();
    await page.getByTestId('more').waitFor({ state: 'hidden' });
  }
});

test('where a game can end by impasse, that and the pause are in the same menu, which folds with Escape', async (t) => {
  const server = await Server.start(t);
  const people = [await person(t, browser), await person(t, browser, PHONE)];
  const [one, other] = people;
  await sit(server, people, { kind: 'correspondence', days: 3 }, { game: 'shogi', position: '4K3R/9/9/9/9/9/9/9/r3k4 b - 1' });
  await offerPause(one);
  await says(other, 'offer-pause', 'offers a pause');
  await other.getByTestId('decline-pause').tap();
  for (const page of people) await page.getByTestId('offer-pause').waitFor({ state: 'hidden' });

  await other.getByTestId('more').tap();
  for (const offer of ['pause', 'impasse']) await other.locator(`[data-testid=${offer}]:enabled`).waitFor();
  const { x, width } = await other.locator('.controls .menu-list').boundingBox();
  assert.ok(x >= 0 && x + width <= 390, `${x} to ${x + width}`);
  await other.getByTestId('impasse').tap();
  await says(one, 'offer-impasse', 'proposes an impasse');
  await one.getByTestId('decline-impasse').click();
  await other.getByTestId('offer-impasse').waitFor({ state: 'hidden' });

  await one.getByTestId('more').focus();
  await one.keyboard.press('Enter');
  await one.getByTestId('impasse').focus();
  await one.keyboard.press('Escape');
  await one.getByTestId('impasse').waitFor({ state: 'hidden' });
  await one.locator('[data-testid=more]:focus').waitFor();
});
