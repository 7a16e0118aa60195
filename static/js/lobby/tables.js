// @ts-check
// The tables of the lobby as they come and go, and the games of the past.

import { byId } from '../dom.js';
import { archive } from '../net/api.js';
import { Socket, socketUrl } from '../net/socket.js';
import { greet, hurryBack, showLink } from '../page.js';
import { emptyLobby, receive } from './state.js';
import { TablesView } from './tables_view.js';

const RECENT = 12;
/** How long after a game has ended the games of the past are asked for, for all that end meanwhile. */
const SETTLED = 4_000;

/**
 * @param {Map<string, import('../net/api.js').GameInfo>} games those that this client can draw
 * @param {Promise<import('../net/protocol.js').Player | null>} visitor
 * @param {(error: unknown) => void} complain
 */
export function openTables(games, visitor, complain) {
  /** @type {import('./state.js').LobbyState | null} until the server has told of it */
  let state = null;
  /** @type {string | null} */
  let visitorId = null;
  let frame = 0;
  let ended = 0;
  /** @type {import('../net/api.js').ArchiveSummary[]} */
  let recent = [];
  /** @type {string | null} */
  let older = null;
  const view = new TablesView(games);

  function changed() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (state) view.drawRooms(state, visitorId);
    });
  }

  /** @param {string | null} [before] null for the newest */
  async function loadRecent(before = null) {
    try {
      const page = await archive({ limit: String(RECENT), ...(before && { before }) });
      const fresh = page.games.filter(({ id }) => !recent.some((game) => game.id === id));
      // Asked for twice, it comes twice.
      if (before && older !== before) return;
      if (!before && fresh.length < page.games.length) recent.unshift(...fresh);
      else {
        // Between the newest and those that are there, if none is among them, others are missing.
        recent = before ? [...recent, ...fresh] : fresh;
        older = page.next;
      }
      view.drawRecent(recent, older !== null);
      byId('problem').hidden = true;
    } catch (error) {
      complain(error);
    }
  }

  function gameEnded() {
    ended = 0;
    loadRecent();
  }

  const socket = new Socket(() => socketUrl('/ws/lobby'), {
    message(message) {
      // Out of sight no frame comes, and nothing is asked for.
      if (message.type === 'gone' && state?.rooms.get(message.id)?.state === 'live')
        ended ||= setTimeout(() => requestAnimationFrame(gameEnded), SETTLED);
      state = receive(state ?? emptyLobby(), message);
      changed();
    },
    async link(link) {
      showLink(link);
      if (link !== 'connected') return;
      // What could not be asked for before can be now, and games may have ended meanwhile.
      loadRecent();
      visitor = visitor.then((player) => player ?? greet());
      visitorId = (await visitor)?.id ?? null;
      changed();
    },
  });
  byId('more').addEventListener('click', () => loadRecent(older));
  hurryBack(socket);
}
