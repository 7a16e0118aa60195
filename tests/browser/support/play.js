// What people do at a board, in the words of the tests.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** The lines of a file of the engine's vectors. */
export function vectors(name) {
  const path = new URL(`../../../engine/tests/data/vectors/${name}.jsonl`, import.meta.url);
  return readFileSync(path, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
}

/**
 * Makes a room from the start page and stays in it. `choose` sets what is not at its default,
 * by the name of the form's field.
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
  for (const [field, value] of Object.entries(choose)) {
    const control = page.locator(`[name="${field}"]`);
    if ((await control.first().getAttribute('type')) === 'radio') await page.locator(`[name="${field}"][value="${value}"]`).check();
    else await control.selectOption(value);
  }
  await page.getByTestId('create-room').click();
  const link = page.getByTestId('room-link');
  await link.waitFor();
  return link.inputValue();
}

/** Follows an invitation and takes the free seat. */
export async function join(page, link) {
  await page.goto(link);
  await page.getByTestId('join').click();
}

/** The page that sits on each side of the match both are in. */
export async function bySide(pages) {
  const seats = {};
  for (const page of pages) {
    const id = matchId(page);
    const match = await (await page.request.get(new URL(`/api/matches/${id}`, page.url()).href)).json();
    const me = await (await page.request.get(new URL('/api/me', page.url()).href)).json();
    const seat = ['first', 'second'].find((side) => match.players[side]?.id === me.id);
    assert.ok(seat, `${me.name} has a seat`);
    seats[seat] = page;
  }
  return seats;
}

export const matchId = (page) => new URL(page.url()).pathname.split('/').at(-1);

/** Plays a step such as `a1a2` or `h2e2` by clicking on its two points. */
export async function step(page, move) {
  const points = /^([a-z]\d+)([a-z]\d+)$/.exec(move);
  assert.ok(points, `${move} is a step`);
  for (const point of points.slice(1)) await page.locator(`[data-point="${point}"]`).click();
}

/** Waits until the page shows so many actions. */
export async function shows(page, plies) {
  await page.getByTestId('move-list').locator(`[data-ply="${plies}"]`).waitFor();
}

/** Waits until the page shows so many actions and the last is known to be on disk. */
export async function saved(page, plies) {
  await page.getByTestId('move-list').locator(`[data-ply="${plies}"]:not(.move--pending)`).waitFor();
}
