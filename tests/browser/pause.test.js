// A pause by agreement: offered, accepted and ended at the table, by the keyboard and on a phone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './support/browser.js';
import { says, snapshot } from './support/play.js';
import { Server } from './support/server.js';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A game between two people, who are both at its table. */
async function sit(server, [one, other], clock) {
  for (const page of [one, other]) await page.goto(server.origin);
  const data = { game: 'er-chi-yi', seat: 'first', clock };
  const { id } = await (await one.request.post(`${server.origin}/api/matches`, { data })).json();
  await other.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
  for (const page of [one, other]) await page.goto(`${server.origin}/m/${id}`);
  return id;
}

for (const clock of [{ kind: 'none' }, { kind: 'correspondence', days: 3 }]) {
  test(`a game (${clock.kind}) is paused by agreement and goes on when somebody wishes so`, async (t) => {
    const server = await Server.start(t);
    const people = [await person(t, browser, { viewport: { width: 390, height: 800 } }), await person(t, browser)];
    const [one, other] = people;
    await sit(server, people, clock);

    await one.getByTestId('pause').focus();
    await one.keyboard.press('Enter');
    await says(one, 'offer-pause', 'Pause offered');
    await one.locator('[data-testid=pause]:disabled').waitFor();
    await says(other, 'offer-pause', 'offers a pause');
    await other.getByTestId('accept-pause').click();
    for (const page of people) {
      await says(page, 'paused', 'Paused, until');
      await page.getByTestId('offer-pause').waitFor({ state: 'hidden' });
    }
    const { paused, now } = await snapshot(one);
    assert.ok(paused > now);

    // It is there after loading, in every language.
    for (const [language, text] of [['zh', '对局已暂停'], ['ja', '対局は中断中です'], ['en', 'Paused, until']]) {
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
      await page.locator('[data-testid=pause]:enabled').waitFor();
    }
    assert.equal((await snapshot(one)).paused, undefined);
  });
}

test('where a clock runs there is nothing to pause', async (t) => {
  const server = await Server.start(t);
  const people = [await person(t, browser), await person(t, browser)];
  await sit(server, people, { kind: 'fischer', initial: 600, increment: 5 });
  for (const page of people) {
    await page.locator('[data-testid=draw]:enabled').waitFor();
    await page.getByTestId('pause').waitFor({ state: 'hidden' });
  }
});
