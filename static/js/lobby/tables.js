// The lobby while it is open: its socket, and the visitor's actions there.

import { places, style } from '../ui/dom.js';
import { loadWords } from '../i18n/i18n.js';
import { hurryBack, showLink } from '../ui/link_view.js';
import { load } from '../ui/load.js';
import { Problem } from '../net/api.js';
import { join } from '../net/matches_api.js';
import { Socket, socketUrl } from '../net/socket.js';
import { Renewal } from '../ui/renewal.js';
import { effect } from '../ui/view.js';
import { visitor } from '../net/visitor.js';
import { reserve } from './own_place.js';
import { emptyLobby, receive } from './state.js';
import { LobbyStore } from './store.js';
import { showTables } from './tables_view.js';

/** @typedef {import('../net/seeks.js').Standing} Standing */

/** How long after a game has ended the finished games are asked for: one request covers all that end within it. */
const SETTLED = 4_000;
/** How often the server is asked for the visitor's own games that are not listed. */
const MINE_EVERY = 15_000;

/**
 * @param {Map<string, import('../net/api.js').GameInfo>} games those that this client can draw
 * @param {(error?: unknown) => void} complain without an error it is well again
 * @param {() => void} invite
 */
export function openLobby(games, complain, invite) {
  const store = new LobbyStore(games, complain);
  /** @type {import('./state.js').LobbyState | null} the state for the next frame */
  let next = null;
  let frame = 0;
  let ended = 0;
  /** @type {Standing | null} how the visitor's seek stands */
  let standing = null;
  /** @type {((standing: Standing) => void) | null} */
  let tellSeek = null;
  /** @type {Promise<unknown> | undefined} */
  let opening;
  /** @type {Promise<unknown> | undefined} */
  let vacation;
  const sections = places('mine-section', 'mine', 'counts', 'open-section', 'alone-section', 'live-section', 'recent-section');
  showTables(store, sections, {
    online: () => (opening ??= showOnline().finally(() => (opening = undefined))),
    invite,
    async join(room, button) {
      button.disabled = true;
      store.taken.value = null;
      try {
        await join(room.id);
        location.assign(`/m/${room.id}`);
      } catch (error) {
        button.disabled = false;
        if (error instanceof Problem && error.code === 'seat_taken') store.taken.value = room;
        else complain(error);
      }
    },
  });
  effect(() => {
    if (!store.visitor.value || !store.lobby.value) return;
    const own = store.own.value;
    reserve(own.length, store.open.value.length);
    sections['open-section'].toggleAttribute('data-full', false);
    if (own.some((room) => room.state === 'live' && room.clock.kind === 'correspondence'))
      vacation ??= showVacation(sections['mine-section']);
  });
  const renewal = new Renewal(() => !document.querySelector('dialog[open]'));
  const socket = new Socket(() => socketUrl('/ws/lobby'), {
    message(message) {
      if (message.type === 'matches') renewal.see(message.client);
      if (message.type === 'seek') {
        // A challenge has come, or a match has begun.
        if (message.matches !== standing?.matches) store.loadFound();
        standing = message;
        tellSeek?.(message);
        return;
      }
      if (message.type === 'gone') {
        // Out of sight no frame comes, and nothing is asked for.
        if (next?.matches.get(message.id)?.state === 'live')
          ended ||= setTimeout(() => requestAnimationFrame(gameEnded), SETTLED);
        // It is over, or by its link alone.
        if (store.found.value.some(({ id }) => id === message.id)) store.loadFound();
      }
      next = receive(next ?? emptyLobby(), message);
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        store.lobby.value = next;
      });
    },
    async link(link) {
      showLink(link);
      if (link !== 'connected') return;
      // Requests that failed before are possible now, and games may have ended since.
      store.loadRecent();
      store.visitor.value = (await visitor())?.id ?? null;
      if (store.visitor.value) store.loadFound();
    },
  });
  function gameEnded() {
    ended = 0;
    store.loadRecent();
  }
  // The lobby receives no news of tables by link.
  setInterval(() => {
    if (!document.hidden && store.found.value.some(({ id }) => !next?.matches.has(id))) store.loadFound();
  }, MINE_EVERY);
  hurryBack(socket);
  return {
    /** @param {(standing: Standing) => void} listener receives the standing of the visitor's seek */
    onSeek(listener) {
      tellSeek = listener;
      if (standing) listener(standing);
    },
  };
}

/** Who plays by days can be away for a while. @param {Element} host */
async function showVacation(host) {
  const loaded = await load(() =>
    Promise.all([import('../people/vacation_view.js'), loadWords('turn'), style('css/people.css')]),
  );
  if (loaded) host.append(loaded[0].vacationFold(true));
}

async function showOnline() {
  const loaded = await load(() => Promise.all([import('./online_view.js'), loadWords('online'), style('css/online.css')]));
  await loaded?.[0].showOnline();
}
