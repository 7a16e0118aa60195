// @ts-check
// The lobby page: the catalogue, the tables as they come and go, and the games of the past.

import { byId, setText } from './dom.js';
import { descriptor } from './games/index.js';
import { hasText, t } from './i18n/i18n.js';
import { openCreate } from './lobby/create.js';
import { emptyLobby, receive } from './lobby/state.js';
import { LobbyView } from './lobby/view.js';
import { archive, games, Problem } from './net/api.js';
import { Socket, socketUrl } from './net/socket.js';
import { startPage } from './page.js';

const RECENT = 12;

const visitor = startPage('lobby');
let state = emptyLobby();
/** @type {LobbyView | null} */
let view = null;
/** @type {string | null} */
let visitorId = null;
let frame = 0;
/** @type {string | null} */
let older = null;

function changed() {
  if (frame !== 0) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    view?.drawRooms(state, visitorId);
  });
}

/** @param {unknown} error */
function complain(error) {
  const code = error instanceof Problem && hasText(`problem.${error.code}`) ? error.code : 'internal';
  const notice = byId('problem');
  notice.hidden = false;
  setText(notice, t(`problem.${code}`));
}

async function begin() {
  const catalogue = await games();
  const drawable = catalogue.games.filter(({ id }) => descriptor(id));
  const known = new Map(drawable.map((info) => [info.id, info]));
  view = new LobbyView(known);
  view.drawGames(choose);
  changed();
  const wanted = known.get(location.hash.slice(1));
  if (wanted) choose(wanted);
  await loadRecent();
}

/** @param {import('./net/api.js').GameInfo} info */
function choose(info) {
  openCreate(/** @type {HTMLDialogElement} */ (byId('create')), info);
}

async function loadRecent() {
  /** @type {Record<string, string>} */
  const filter = { limit: String(RECENT) };
  if (older !== null) filter.before = older;
  const page = await archive(filter);
  older = page.next;
  view?.addRecent(page.games, page.next !== null);
}

begin().catch(complain);

visitor.then((player) => {
  visitorId = player?.id ?? null;
  changed();
});

const socket = new Socket(
  () => socketUrl('/ws/lobby'),
  {
    message(message) {
      state = receive(state, message);
      changed();
    },
    link(link) {
      const connection = byId('connection');
      connection.setAttribute('data-state', link);
      setText(connection, t(`link.${link}`));
    },
  },
  { heartbeat: false },
);

byId('more').addEventListener('click', () => loadRecent().catch(complain));
addEventListener('online', () => socket.hurry());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) socket.hurry();
});
