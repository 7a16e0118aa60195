// The tables of the lobby as they come and go, and the games of the past.

import { byId, h, style } from '../ui/dom.js';
import { loadWords, t } from '../i18n/i18n.js';
import { hurryBack, showLink } from '../ui/link_view.js';
import { load } from '../ui/load.js';
import { archive, declineChallenge, join, myMatches, Problem } from '../net/api.js';
import { Socket, socketUrl } from '../net/socket.js';
import { Renewal } from '../ui/renewal.js';
import { visitor } from '../net/visitor.js';
import { GameFilter } from './filter.js';
import { reserveOwn } from './own_place.js';
import { emptyLobby, ownGames, receive } from './state.js';
import { TablesView } from './tables_view.js';

/** @typedef {import('../net/protocol.js').MatchSummary} MatchSummary */

const RECENT = 12;
/** How long after a game has ended the games of the past are asked for, for all that end meanwhile. */
const SETTLED = 4_000;
/** How often the server is asked for the visitor's own games that are not listed. */
const MINE_EVERY = 15_000;

/**
 * @param {Map<string, import('../net/api.js').GameInfo>} games those that this client can draw
 * @param {(error: unknown) => void} complain
 */
export function openLobby(games, complain) {
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
  /** @type {MatchSummary[]} the visitor's own, also by link */
  let mine = [];
  /** @type {import('../net/seeks.js').Standing | null} how the visitor's seek stands */
  let standing = null;
  /** @type {((standing: import('../net/seeks.js').Standing) => void) | null} */
  let tellSeek = null;
  /** @type {Promise<unknown> | undefined} */
  let vacation;
  /** @type {[typeof import('./online_view.js'), ...unknown[]] | null} */
  let online = null;
  let opening = false;
  const filter = new GameFilter(byId('only'), games, () => {
    [recent, older] = [[], null];
    changed();
    loadRecent();
  });
  const view = new TablesView(games, filter, sitDown, decline);

  function changed() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (!state) return;
      view.drawRooms(state, visitorId, mine);
      if (!visitorId) return;
      const own = ownGames(state, visitorId, mine);
      reserveOwn(own.length);
      if (own.some((room) => room.state === 'live' && room.clock.kind === 'correspondence')) showVacation();
    });
  }

  /** Who plays by days can be away for a while. */
  function showVacation() {
    vacation ??= load(() => Promise.all([import('../people/vacation_view.js'), loadWords('turn'), style('css/people.css')])).then(
      (loaded) => loaded && byId('mine-section').append(loaded[0].vacationFold(true)),
    );
  }

  /** Shows who is here: one list, however often the button is pressed meanwhile. */
  async function showOnline() {
    if (opening) return;
    opening = true;
    online ??= await load(() => Promise.all([import('./online_view.js'), loadWords('online'), style('css/online.css')]));
    await online?.[0].showOnline();
    opening = false;
  }

  /**
   * Takes the free seat of a table and goes there.
   *
   * @param {MatchSummary} room
   * @param {HTMLButtonElement} button
   */
  async function sitDown(room, button) {
    const taken = byId('taken');
    button.disabled = taken.hidden = true;
    try {
      await join(room.id);
      location.assign(`/m/${room.id}`);
    } catch (error) {
      button.disabled = false;
      if (!(error instanceof Problem) || error.code !== 'seat_taken') {
        complain(error);
        return;
      }
      taken.replaceChildren(t('lobby.taken'), ' ', h('a', { href: `/m/${room.id}` }, t('lobby.taken.watch')));
      taken.hidden = false;
    }
  }

  /**
   * Declines a challenge.
   *
   * @param {MatchSummary} room
   * @param {HTMLButtonElement} button
   */
  async function decline(room, button) {
    button.disabled = true;
    await declineChallenge(room.id).catch(complain);
    button.disabled = false;
    loadMine();
  }

  /** @param {string | null} [before] null for the newest */
  async function loadRecent(before = null) {
    const { game } = filter;
    try {
      const page = await archive({ limit: String(RECENT), ...(game && { game }), ...(before && { before }) });
      // Another game has been chosen meanwhile.
      if (game !== filter.game) return;
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

  async function loadMine() {
    try {
      mine = (await myMatches()).matches;
      changed();
    } catch {
      // The listed ones are known all the same, and the link tells that something is wrong.
    }
  }

  function gameEnded() {
    ended = 0;
    loadRecent();
  }

  const renewal = new Renewal(() => !document.querySelector('dialog[open]'));
  const socket = new Socket(() => socketUrl('/ws/lobby'), {
    message(message) {
      if (message.type === 'matches') renewal.see(message.client);
      if (message.type === 'seek') {
        // A challenge has come, or a match has begun.
        if (message.matches !== standing?.matches) loadMine();
        standing = message;
        tellSeek?.(message);
        return;
      }
      // Out of sight no frame comes, and nothing is asked for.
      if (message.type === 'gone' && state?.matches.get(message.id)?.state === 'live')
        ended ||= setTimeout(() => requestAnimationFrame(gameEnded), SETTLED);
      // It is over, or by its link alone.
      if (message.type === 'gone' && mine.some(({ id }) => id === message.id)) loadMine();
      state = receive(state ?? emptyLobby(), message);
      changed();
    },
    async link(link) {
      showLink(link);
      if (link !== 'connected') return;
      // What could not be asked for before can be now, and games may have ended meanwhile.
      loadRecent();
      visitorId = (await visitor())?.id ?? null;
      changed();
      if (visitorId) loadMine();
    },
  });
  byId('more').addEventListener('click', () => loadRecent(older));
  byId('online').addEventListener('click', showOnline);
  // The lobby is not told of those by link.
  setInterval(() => {
    if (!document.hidden && mine.some(({ id }) => !state?.matches.has(id))) loadMine();
  }, MINE_EVERY);
  hurryBack(socket);
  return {
    /** @param {(standing: import('../net/seeks.js').Standing) => void} listener told how the visitor's seek stands */
    onSeek(listener) {
      tellSeek = listener;
      if (standing) listener(standing);
    },
  };
}
