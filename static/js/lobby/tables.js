// @ts-check
// The tables of the lobby as they come and go, and the games of the past.

import { byId } from '../dom.js';
import { archive } from '../net/api.js';
import { Socket, socketUrl } from '../net/socket.js';
import { hurryBack, showLink } from '../page.js';
import { emptyLobby, receive } from './state.js';
import { TablesView } from './tables_view.js';

const RECENT = 12;

/**
 * @param {Map<string, import('../net/api.js').GameInfo>} games those that this client can draw
 * @param {Promise<import('../net/protocol.js').Player | null>} visitor
 * @param {(error: unknown) => void} complain
 */
export async function openTables(games, visitor, complain) {
  let state = emptyLobby();
  /** @type {string | null} */
  let visitorId = null;
  let frame = 0;
  /** @type {string | null} */
  let older = null;
  const view = new TablesView(games);

  function changed() {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      view.drawRooms(state, visitorId);
    });
  }

  async function loadRecent() {
    const before = older;
    const page = await archive({ limit: String(RECENT), ...(before && { before }) });
    // Asked for twice, it comes twice.
    if (older !== before) return;
    older = page.next;
    view.addRecent(page.games, page.next !== null);
  }

  const socket = new Socket(
    () => socketUrl('/ws/lobby'),
    {
      message(message) {
        state = receive(state, message);
        changed();
      },
      link: showLink,
    },
    { heartbeat: false },
  );
  byId('more').addEventListener('click', () => loadRecent().catch(complain));
  hurryBack(socket);
  visitor.then((player) => {
    visitorId = player?.id ?? null;
    changed();
  });
  await loadRecent();
}
