// @ts-check
// The lobby page. What is seen first, the games with their boards, is drawn by as few modules as
// can be: each costs a slow device time. The tables and the form for a new one come after.

import { byId, setText } from './dom.js';
import { descriptor } from './games/index.js';
import { drawGames } from './lobby/games.js';
import { games } from './net/api.js';
import { boardShown, problemText, startPage } from './page.js';

const visitor = startPage('lobby');

/** @param {unknown} error */
function complain(error) {
  const notice = byId('problem');
  notice.hidden = false;
  setText(notice, problemText(error));
}

/** How long after a failure the games are asked for again, in milliseconds. */
const AGAIN = 5_000;

/** @returns {Promise<Map<string, import('./net/api.js').GameInfo>>} */
async function drawable() {
  try {
    const known = (await games()).games.filter(({ id }) => descriptor(id));
    drawGames(byId('games'), known, choose);
    byId('problem').hidden = true;
    return new Map(known.map((info) => [info.id, info]));
  } catch (error) {
    complain(error);
    await new Promise((go) => setTimeout(go, AGAIN));
    return drawable();
  }
}

/** @param {import('./net/api.js').GameInfo} info */
async function choose(info) {
  const { openCreate } = await import('./lobby/create.js');
  openCreate(/** @type {HTMLDialogElement} */ (byId('create')), info);
}

async function begin() {
  const known = await drawable();
  await boardShown();
  const wanted = known.get(location.hash.slice(1));
  if (wanted) choose(wanted);
  const { openTables } = await import('./lobby/tables.js');
  openTables(known, visitor, complain);
}

begin().catch(complain);
