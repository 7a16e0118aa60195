// Actions of players at a board, in the words of the tests.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** The lines of a file of the engine's vectors. */
export function vectors(name) {
  const path = new URL(`../../../engine/tests/data/vectors/${name}.jsonl`, import.meta.url);
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/**
 * Creates a room from the start page and stays in it. `choose` sets fields that differ from their default,
 * by the name of the form's field; without a clock of its own the game has none, so that nothing
 * depends on how fast the machine is.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} origin
 * @param {string} game
 * @param {Record<string, string>} [choose]
 * @returns {Promise<string>} the link that invites the opponent
 */
export async function createRoom(page, origin, game, choose = {}) {
  await page.goto(origin);
  await page.getByTestId(`game-${game}`).click();
  for (const [field, value] of Object.entries({ clock: 'none', ...choose })) {
    if (/^(ruleset|option\.)/.test(field)) await unfoldRules(page);
    const control = page.locator(`[name="${field}"]`);
    const type = await control.first().getAttribute('type');
    if (type === 'radio') await page.locator(`[name="${field}"][value="${value}"]`).check();
    else if (type === 'number') await control.fill(value);
    else await control.selectOption(value);
  }
  await page.getByTestId('create-room').click();
  return roomLink(page);
}

/** Opens the folded part of the form for a new game: rulesets, boards, handicaps. */
export const unfoldRules = (page) => page.getByTestId('create-rules').evaluate((fold) => (fold.open = true));

/** Chooses another language in the head of the page, which reloads it. */
export async function chooseLanguage(page, language) {
  await page.getByTestId('language').locator('summary').click();
  await Promise.all([page.waitForEvent('load'), page.getByTestId(`language-${language}`).click()]);
}

/** The link that invites the opponent, once the page shows it. */
export async function roomLink(page) {
  await page.waitForFunction(() => document.querySelector('[data-testid=room-link]')?.value);
  const link = page.getByTestId('room-link');
  await link.waitFor();
  return link.inputValue();
}

/** Follows an invitation and takes the free seat. */
export async function join(page, link) {
  await page.goto(link);
  await page.getByTestId('join').click();
}

/** The server's answers to a page's visitor. */
export const ask = async (page, path) => (await page.request.get(new URL(path, page.url()).href)).json();

/** The match of the page, as the server has it. */
export const snapshot = (page) => ask(page, `/api/matches/${matchId(page)}`);

/** The page that sits on each side of the match both are in, once both know that it has begun. */
export async function bySide(pages) {
  const seats = {};
  for (const page of pages) {
    for (const id of ['room-link', 'join']) await page.getByTestId(id).waitFor({ state: 'hidden' });
  }
  for (const page of pages) {
    const match = await snapshot(page);
    const me = await ask(page, '/api/me');
    const seat = ['first', 'second'].find((side) => match.players[side]?.id === me.id);
    assert.ok(seat, `${me.name} has a seat`);
    seats[seat] = page;
  }
  return seats;
}

export const matchId = (page) => new URL(page.url()).pathname.split('/').at(-1);

/** How a hand touches a series of things on the board. */
export const HANDS = {
  async click(page, targets) {
    for (const target of targets) await page.locator(target).click();
  },
  async tap(page, targets) {
    for (const target of targets) await page.locator(target).tap();
  },
  async drag(page, targets) {
    if (targets.length < 2) return HANDS.click(page, targets);
    const [from, to] = await Promise.all(targets.slice(0, 2).map((target) => middle(page.locator(target))));
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 6 });
    await page.mouse.up();
    return HANDS.click(page, targets.slice(2));
  },
};

async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

/**
 * Plays an action in the text of its game, as a person would.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} action
 * @param {boolean} [asked] whether the page will ask if the piece promotes
 * @param {keyof typeof HANDS} [hand]
 */
export async function play(page, action, asked = false, hand = 'click') {
  // A waiting player plays once they see the opponent, not next to the invitation.
  await page.getByTestId('invite').waitFor({ state: 'hidden' });
  await HANDS[hand](page, clicks(action, asked));
}

/** What to touch for an action: a step, a placement, a removal, a drop from the hand, a pass. */
function clicks(action, asked) {
  const point = (name) => `[data-point="${name}"]`;
  const drop = /^([A-Z])\*(.+)$/.exec(action);
  if (drop) return [`[data-hand="${drop[1]}"]`, point(drop[2])];
  if (/^[a-z]+$/.test(action)) return [`[data-testid="${action}"]`];
  const single = /^[@x](.+)$/.exec(action);
  if (single) return [point(single[1])];
  const [, from, to] = /^([a-z]\d+|\d[a-z])([a-z]\d+|\d[a-z])\+?$/.exec(action) ?? [];
  assert.ok(to, `${action} is an action`);
  return [point(from), point(to), ...(asked ? [`[data-choice="${action}"]`] : [])];
}

/** Waits until a part of the page shows a text, in English. */
export const says = (page, part, text) => page.getByTestId(part).filter({ hasText: text }).waitFor();

/** Waits until the page shows so many actions; on a phone their list is in a sheet that need not be open. */
export async function shows(page, plies) {
  await page.getByTestId('move-list').locator(`[data-ply="${plies}"]`).waitFor({ state: 'attached' });
}

/** Waits until the page shows so many actions and the last is known to be on disk. */
export async function saved(page, plies) {
  await page.getByTestId('move-list').locator(`[data-ply="${plies}"]:not(.move--pending)`).waitFor({ state: 'attached' });
}
