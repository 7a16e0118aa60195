// @ts-check
// The lobby page. What is seen first, the games with their boards, is drawn by as few modules as
// can be: each costs a slow device time. The tables and the form for a new one come after.

import { byId, setText } from './dom.js';
import { descriptor } from './games/index.js';
import { hasText, t } from './i18n/i18n.js';
import { drawGames } from './lobby/games.js';
import { games, Problem } from './net/api.js';
import { boardShown, startPage } from './page.js';

const visitor = startPage('lobby');

/** @param {unknown} error */
function complain(error) {
  const code = error instanceof Problem && hasText(`problem.${error.code}`) ? error.code : 'internal';
  const notice = byId('problem');
  notice.hidden = false;
  setText(notice, t(`problem.${code}`));
}

async function drawable() {
  try {
    const known = (await games()).games.filter(({ id }) => descriptor(id));
    drawGames(byId('games'), known, choose);
    return new Map(known.map((info) => [info.id, info]));
  } catch (error) {
    complain(error);
    return null;
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
  const wanted = known?.get(location.hash.slice(1));
  if (wanted) choose(wanted);
  const { openTables } = await import('./lobby/tables.js');
  await openTables(known, visitor, complain);
}

begin().catch(complain);
