// @ts-check
// The match page. What is seen first, the board as the server knows it, is drawn by as few modules
// as can be: each costs a slow device time. The table comes after, and takes over what is here.

import { BoardView } from './board/render.js';
import { stillScene } from './board/scene.js';
import { byId, setText } from './dom.js';
import { descriptor } from './games/index.js';
import { t } from './i18n/i18n.js';
import { match } from './net/api.js';
import { boardShown, startPage } from './page.js';

const visitor = startPage(null);
export const id = location.pathname.split('/')[2] ?? '';
export const snapshot = match(id);
/** @type {import('./games/index.js').Side | null} the visitor's, as far as it is known */
export let seat = null;
/** @type {BoardView | null} */
export let board = null;

async function draw() {
  const [{ game, players, position, ruleset }, player] = await Promise.all([snapshot, visitor]);
  for (const side of /** @type {const} */ (['first', 'second'])) if (player && players[side]?.id === player.id) seat = side;
  const known = descriptor(game);
  if (!known) return;
  board = new BoardView(byId('board'));
  board.draw(stillScene(known, ruleset, position, seat === 'second'));
}

async function begin() {
  setText(byId('status'), t('status.loading'));
  // What went wrong is told at the table.
  await draw().catch(() => undefined);
  await boardShown();
  await import('./match/table.js');
}

begin();
