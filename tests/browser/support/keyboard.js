// A person with a keyboard alone: nothing here touches an element but by keys.

import assert from 'node:assert/strict';

/** Presses Tab until the focus is on an element of the selector. */
export async function tabTo(page, selector) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never comes to ${selector}`);
}

export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** From a point of the board that has the focus, how many cells another one lies to the right and below. */
const distance = (page, point) =>
  page.evaluate((name) => {
    const place = (element) => element.getBoundingClientRect();
    const [from, to] = [place(document.activeElement), place(document.querySelector(`[data-point="${name}"]`))];
    return [Math.round((to.x - from.x) / to.width), Math.round((to.y - from.y) / to.height)];
  }, point);

/** Walks to a point of the board with the arrows. */
export async function walkTo(page, point) {
  const [right, down] = await distance(page, point);
  for (let i = 0; i < Math.abs(right); i += 1) await press(page, right > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let i = 0; i < Math.abs(down); i += 1) await press(page, down > 0 ? 'ArrowDown' : 'ArrowUp');
  const at = await page.evaluate(() => document.activeElement.getAttribute('data-point'));
  assert.equal(at, point, 'where the arrows lead');
}

/** Walks over the edge of the board to a piece in hand. */
async function walkToHand(page, piece) {
  const at = (attribute) => page.evaluate((name) => document.activeElement.getAttribute(name), attribute);
  for (let i = 0; i < 12 && (await at('data-hand')) === null; i += 1) await press(page, 'ArrowDown');
  for (let i = 0; i < 8 && (await at('data-hand')) !== piece; i += 1) await press(page, 'ArrowRight');
  assert.equal(await at('data-hand'), piece);
}

/**
 * Plays an action with the arrows and Enter, the focus being on the board.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} action
 * @param {boolean} [asked] whether the page will ask if the piece promotes; the answer asked first is yes
 */
export async function playByKeys(page, action, asked = false) {
  const [, piece, dropped] = /^([A-Z])\*(.+)$/.exec(action) ?? [];
  const [, single] = /^[@x](.+)$/.exec(action) ?? [];
  const [, from, to, plus] = /^(\d[a-z]|[a-z]\d+)(\d[a-z]|[a-z]\d+)(\+?)$/.exec(action) ?? [];
  if (piece) {
    await walkToHand(page, piece);
    await press(page, 'Enter');
  }
  for (const point of [from, to ?? single ?? dropped]) {
    if (!point) continue;
    await walkTo(page, point);
    await press(page, 'Enter');
  }
  if (!asked) return;
  await page.locator(`[data-choice="${action}"]`).waitFor();
  if (!plus) await press(page, 'ArrowRight');
  await press(page, 'Enter');
}

/** Types a move on the board, as the field takes it, and goes back there. */
export async function typeMove(page, text) {
  await page.keyboard.type(text);
  await press(page, 'Enter');
  await page.waitForFunction(() => document.querySelector('[data-testid=typed]').value === '');
  await press(page, 'Escape');
}
