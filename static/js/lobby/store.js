// The state of the lobby, as signals, and the functions that change it. Nothing here draws.

import { descriptor } from '../games/index.js';
import { archive, myMatches } from '../net/api.js';
import { declineChallenge } from '../net/matches_api.js';
import { batch, computed, signal } from '../ui/view.js';
import { liveGames, openTables, ownGames } from './state.js';

/** @typedef {import('../net/protocol.js').MatchSummary} MatchSummary */
/** @typedef {import('../net/api.js').ArchiveSummary} ArchiveSummary */

const RECENT = 12;
/** How many open tables and games in progress are shown at first, and how many more each time that more are asked for. */
const FIRST = 6;
const MORE = 30;
const ONLY = 'yiguan.only';

export class LobbyStore {
  /** The state from the server; null before it comes. */
  lobby = signal(/** @type {import('./state.js').LobbyState | null} */ (null));
  visitor = signal(/** @type {string | null} */ (null));
  /** The visitor's own games, also by link, as they were when the server was asked. */
  found = signal(/** @type {MatchSummary[]} */ ([]));
  recent = signal(/** @type {{games: ArchiveSummary[], older: string | null} | null} */ (null));
  most = signal(FIRST);
  mostLive = signal(FIRST);
  /** Which open tables are shown: all, or those whose game counts, or does not. */
  kind = signal(/** @type {'' | 'rated' | 'casual'} */ (''));
  /** What open tables are sorted by. */
  order = signal(/** @type {import('./state.js').Order} */ ('newest'));
  /** The table whose seat another player has taken. */
  taken = signal(/** @type {MatchSummary | null} */ (null));
  /** The game whose tables are shown; empty for all. */
  only = signal(stored());

  /**
   * @param {Map<string, import('../net/api.js').GameInfo>} games those that this client can draw
   * @param {(error?: unknown) => void} complain without an error it is well again
   */
  constructor(games, complain) {
    this.games = games;
    this.complain = complain;
    const known = (/** @type {MatchSummary[]} */ rooms) => rooms.filter(({ game }) => descriptor(game) && games.has(game));
    const all = (/** @type {typeof openTables} */ choose) =>
      computed(() => (this.lobby.value ? known(choose(this.lobby.value, this.visitor.value)) : []));
    const passing = (/** @type {{value: MatchSummary[]}} */ rooms) =>
      computed(() => rooms.value.filter(({ game }) => !this.only.value || game === this.only.value));
    const [open, live] = [all(openTables), all(liveGames)];
    const ofKind = computed(() => open.value.filter(({ rated }) => !this.kind.value || rated === (this.kind.value === 'rated')));
    this.open = passing(ofKind);
    this.live = passing(live);
    this.own = computed(() => (this.lobby.value ? known(ownGames(this.lobby.value, this.visitor.value, this.found.value)) : []));
    /** Whether there is something to choose between. */
    this.isMixed = computed(
      () =>
        this.only.value !== '' ||
        open.value.length > 1 ||
        new Set([...open.value, ...live.value].map(({ game }) => game)).size > 1,
    );
  }

  /** @param {string} game */
  choose(game) {
    try {
      localStorage.setItem(ONLY, game);
    } catch {
      // Storage may be forbidden; then all are shown at the next visit.
    }
    batch(() => {
      this.only.value = game;
      this.recent.value = null;
    });
    this.loadRecent();
  }

  more() {
    this.most.value += MORE;
  }

  moreLive() {
    this.mostLive.value += MORE;
  }

  /** @param {string | null} [before] null for the newest */
  async loadRecent(before = null) {
    const game = this.only.value;
    try {
      const page = await archive({ limit: String(RECENT), ...(game && { game }), ...(before && { before }) });
      const { games, older } = this.recent.value ?? { games: [], older: null };
      // Another game was chosen before the answer came, or they were asked for twice.
      if (game !== this.only.value || (before && older !== before)) return;
      const fresh = page.games.filter(({ id }) => !games.some((game) => game.id === id));
      // Between the newest and those that are there, if none is among them, others are missing.
      const isJoined = !before && fresh.length < page.games.length;
      this.recent.value = {
        games: before ? [...games, ...fresh] : isJoined ? [...fresh, ...games] : fresh,
        older: isJoined ? older : page.next,
      };
      this.complain();
    } catch (error) {
      this.complain(error);
    }
  }

  async loadFound() {
    try {
      this.found.value = (await myMatches()).matches;
    } catch {
      // The listed ones are known all the same, and the link shows that something is wrong.
    }
  }

  /** @param {MatchSummary} room a challenge */
  async decline(room) {
    await declineChallenge(room.id).catch(this.complain);
    this.loadFound();
  }
}

function stored() {
  try {
    return localStorage.getItem(ONLY) ?? '';
  } catch {
    return '';
  }
}
