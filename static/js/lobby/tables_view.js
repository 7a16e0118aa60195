// Writes the tables of the lobby: the visitor's own games, rows of the open ones, pictures of games
// in progress and of finished ones.

import { clockText, day, longTime, number } from '../ui/time_text.js';
import { byId, h, setChildren, setText } from '../ui/dom.js';
import { LateRatings } from '../game/late_ratings.js';
import { Names } from '../game/names.js';
import { playerName } from '../game/player_name.js';
import { resultText } from '../game/sentences.js';
import { descriptor } from '../games/index.js';
import { t } from '../i18n/i18n.js';
import { Cards } from './cards.js';
import { LazyBoard } from '../game/lazy_board.js';
import { hasTurn, isChallenged, makerAway, opponentOf, vacationOf } from '../game/summary.js';
import { liveGames, openTables, ownGames } from './state.js';

/** @typedef {import('../net/protocol.js').MatchSummary} MatchSummary */
/** @typedef {import('../net/api.js').GameInfo} GameInfo */
/** @typedef {import('../net/api.js').ArchiveSummary} ArchiveSummary */
/** @typedef {import('./cards.js').Card} Card */

/** How many open tables are shown at once, and how many more each time that more are asked for. */
const WINDOW = 30;

export class TablesView {
  /** @type {Record<string, HTMLElement>} */
  #recent = {};
  /** @type {string | null} */
  #visitor = null;
  #most = WINDOW;
  #redraw = () => {};
  #ratings = new LateRatings(() => this.#redraw());

  /**
   * @param {Map<string, GameInfo>} games those that this client can draw
   * @param {import('./filter.js').GameFilter} filter
   * @param {(room: MatchSummary, button: HTMLButtonElement) => void} join
   * @param {(room: MatchSummary, button: HTMLButtonElement) => void} decline
   */
  constructor(games, filter, join, decline) {
    this.games = games;
    this.filter = filter;
    this.join = join;
    this.decline = decline;
    const who = (/** @type {MatchSummary} */ { players: { first, second } }) =>
      `${first?.id} ${first?.name} ${second?.id} ${second?.name}`;
    this.mine = new Cards(
      byId('mine'),
      (room) => [room.state, hasTurn(room, this.#visitor), room.deadline, vacationOf(room, this.#visitor), who(room)].join(),
      (room) => this.#ownGame(room),
    );
    this.open = new Cards(
      byId('open'),
      (room) => [room.seat, makerAway(room), who(room), this.#rating(room)].join(),
      (room) => this.#openTable(room),
    );
    this.live = new Cards(byId('live'), who, (room) => this.#liveGame(room));
    byId('open-more').addEventListener('click', () => {
      this.#most += WINDOW;
      this.#redraw();
    });
  }

  /**
   * @param {import('./state.js').LobbyState} state
   * @param {string | null} visitor
   * @param {MatchSummary[]} found the visitor's own, also by link
   */
  drawRooms(state, visitor, found) {
    this.#visitor = visitor;
    this.#redraw = () => this.drawRooms(state, visitor, found);
    const known = (/** @type {MatchSummary[]} */ rooms) => rooms.filter(({ game }) => descriptor(game) && this.games.has(game));
    const all = [openTables, liveGames].map((rooms) => known(rooms(state, visitor)));
    this.filter.offer(all.flat().map(({ game }) => game));
    const [open, live] = all.map((rooms) => rooms.filter(({ game }) => this.filter.passes(game)));
    const mine = known(ownGames(state, visitor, found));
    this.mine.show(mine);
    byId('mine-section').hidden = mine.length === 0;
    this.open.show(open?.slice(0, this.#most) ?? []);
    byId('open-more').hidden = (open?.length ?? 0) <= this.#most;
    byId('open-none').hidden = open?.some((room) => !makerAway(room)) ?? false;
    this.live.show(live ?? []);
    byId('live-none').hidden = live?.length !== 0;
    if (!state.counts) return;
    const online = byId('online');
    setText(online, t('lobby.online', { players: number(state.counts.players) }));
    online.hidden = false;
    setText(byId('counts'), t('lobby.counts', { live: number(state.counts.live) }));
  }

  /** @param {MatchSummary} room the rating of whoever waits at it */
  #rating(room) {
    return this.#ratings.of(room, opponentOf(room, null));
  }

  /** @param {MatchSummary | ArchiveSummary} room */
  #names(room) {
    const game = descriptor(room.game);
    return game ? new Names(this.games.get(room.game), room.ruleset, game, room.options) : null;
  }

  /**
   * @param {Element} host
   * @param {MatchSummary | ArchiveSummary} room
   */
  #board(host, { game, ruleset, position }) {
    const drawn = descriptor(game);
    return drawn ? new LazyBoard(host, drawn, ruleset, position) : null;
  }

  /** @param {MatchSummary} room @returns {Card} */
  #ownGame(room) {
    const picture = h('div', { class: 'row-picture' });
    if (isChallenged(room, this.#visitor)) return this.#challenge(room, picture);
    const waits = hasTurn(room, this.#visitor);
    const status = [t(room.state === 'open' ? 'lobby.waiting' : waits ? 'lobby.turn' : 'lobby.theirs')];
    if (room.invited) status[0] = t('lobby.challenged', { name: playerName(room.invited) });
    const vacation = vacationOf(room, this.#visitor);
    // The time of an opponent on vacation stands still.
    if (room.deadline && (waits || !vacation)) status.push(t('lobby.left', { left: longTime(room.deadline - Date.now()) }));
    if (vacation) status.push(t('lobby.vacation', { day: day(vacation) }));
    const opponent = opponentOf(room, this.#visitor);
    const element = h(
      'li',
      { 'data-room': room.id },
      h(
        'a',
        { class: waits ? 'card room room--turn' : 'card room', href: `/m/${room.id}`, 'data-testid': 'own-game' },
        picture,
        h(
          'span',
          {},
          h('span', { class: 'room-name' }, this.#names(room)?.title),
          h('span', { class: 'room-detail' }, opponent ? playerName(opponent) : clockText(room.clock)),
          h('span', { class: 'room-detail room-status' }, status.join(' · ')),
        ),
      ),
    );
    return { element, board: this.#board(picture, room) };
  }

  /**
   * A game to which the visitor is challenged, to be accepted or declined.
   *
   * @param {MatchSummary} room
   * @param {HTMLElement} picture
   * @returns {Card}
   */
  #challenge(room, picture) {
    const names = this.#names(room);
    const name = playerName(opponentOf(room, null));
    const side = room.seat && names ? names.side(room.seat) : '';
    const accept = h(
      'button',
      { class: 'button button--main', 'data-testid': 'challenge-accept', click: () => this.join(room, accept) },
      t('lobby.challenge.accept'),
    );
    const decline = h(
      'button',
      { class: 'button', 'data-testid': 'challenge-decline', click: () => this.decline(room, decline) },
      t('lobby.challenge.decline'),
    );
    const element = h(
      'li',
      { class: 'card room room--turn', 'data-testid': 'challenge', 'data-room': room.id },
      picture,
      h(
        'div',
        {},
        h('span', { class: 'room-name' }, names?.title),
        h(
          'span',
          { class: 'room-detail' },
          [clockText(room.clock), t(room.rated ? 'lobby.rated' : 'lobby.casual'), t('lobby.as', { side })].join(' · '),
        ),
        h('span', { class: 'room-detail room-status' }, t('lobby.challenge', { name })),
        h('span', { class: 'room-acts' }, accept, decline),
      ),
    );
    return { element, board: this.#board(picture, room) };
  }

  /** @param {MatchSummary} room @returns {Card} */
  #openTable(room) {
    const names = this.#names(room);
    const host = playerName(opponentOf(room, null));
    const away = makerAway(room);
    const picture = h('div', { class: 'row-picture' });
    const seat = room.seat && names ? t('lobby.as', { side: names.side(room.seat) }) : '';
    const lines = [
      [clockText(room.clock), names?.setting(room.options)],
      [away ? t('lobby.away', { name: host }) : host, this.#rating(room), room.rated && t('lobby.rated'), seat],
    ];
    const button = h(
      'button',
      {
        class: away ? 'button' : 'button button--main',
        'data-testid': 'join-table',
        'aria-label': t('lobby.join.name', { name: host, game: names?.title ?? '' }),
        click: () => this.join(room, button),
      },
      t('lobby.join'),
    );
    const element = h(
      'li',
      { class: away ? 'card room room--away' : 'card room', 'data-testid': 'open-room', 'data-room': room.id },
      picture,
      h(
        'div',
        {},
        h('span', { class: 'room-name' }, names?.title),
        ...lines.map((line) => h('span', { class: 'room-detail' }, line.filter(Boolean).join(' · '))),
      ),
      button,
    );
    return { element, board: this.#board(picture, room) };
  }

  /** @param {MatchSummary} room @returns {Card} */
  #liveGame(room) {
    return this.#picture(room, `/m/${room.id}`, [players(room), clockText(room.clock)]);
  }

  /**
   * @param {ArchiveSummary[]} games
   * @param {boolean} more whether older ones can be asked for
   */
  drawRecent(games, more) {
    const cards = games.flatMap((game) => {
      const names = this.#names(game);
      if (!names || !this.games.has(game.game)) return [];
      return (this.#recent[game.id] ??= this.#picture(game, `/g/${game.id}`, [
        players(game),
        game.sample ? t('game.sample') : '',
        resultText(game, names, null),
        t('lobby.plies', { count: game.plies }),
      ]).element);
    });
    setChildren(byId('recent'), cards);
    byId('recent-none').hidden = cards.length > 0;
    byId('more').hidden = !more;
  }

  /**
   * @param {MatchSummary | ArchiveSummary} room
   * @param {string} href
   * @param {string[]} details
   * @returns {Card}
   */
  #picture(room, href, details) {
    const picture = h('div', { class: 'game-picture' });
    const element = h(
      'li',
      { 'data-room': room.id },
      h(
        'a',
        { class: 'card live', href },
        picture,
        h(
          'span',
          {},
          h('span', { class: 'room-name' }, this.#names(room)?.title ?? room.game),
          ...details.filter(Boolean).map((detail) => h('span', { class: 'room-detail' }, detail)),
        ),
      ),
    );
    return { element, board: this.#board(picture, room) };
  }
}

/** @param {MatchSummary | ArchiveSummary} room */
const players = ({ players: { first, second } }) => `${playerName(first)} – ${playerName(second)}`;
