// @ts-check
// Writes the tables of the lobby: rows of the open ones, pictures of games in play and played.

import { smallBoard, stillScene } from '../board/scene.js';
import { byId, h, setChildren, setText } from '../dom.js';
import { descriptor } from '../games/index.js';
import { t } from '../i18n/i18n.js';
import { Names } from '../match/names.js';
import { resultText } from '../match/sentences.js';
import { clockText } from '../page.js';
import { roomsIn, sits } from './state.js';

/** @typedef {import('../net/protocol.js').Room} Room */
/** @typedef {import('../net/api.js').GameInfo} GameInfo */
/** @typedef {import('../net/api.js').ArchiveSummary} ArchiveSummary */
/** @typedef {{element: HTMLElement, view: import('../board/render.js').BoardView | null, text: string}} Card */

export class TablesView {
  /** @type {Record<'open' | 'live', Map<string, Card>>} */
  #cards = { open: new Map(), live: new Map() };
  /** @type {Record<string, HTMLElement>} */
  #recent = {};

  /** @param {Map<string, GameInfo>} games those that this client can draw */
  constructor(games) {
    this.games = games;
  }

  /**
   * @param {import('./state.js').LobbyState} state
   * @param {string | null} visitor
   */
  drawRooms(state, visitor) {
    this.#list('open', state, visitor, (room, own) => this.#openRoom(room, own));
    this.#list('live', state, visitor, (room, own) => this.#liveRoom(room, own));
    setText(byId('counts'), state.counts ? t('lobby.counts', state.counts) : '');
  }

  /**
   * Keeps the cards that are unchanged, so that pictures and focus stay.
   *
   * @param {'open' | 'live'} id
   * @param {import('./state.js').LobbyState} state
   * @param {string | null} visitor
   * @param {(room: Room, own: boolean) => Omit<Card, 'text'>} make
   */
  #list(id, state, visitor, make) {
    const before = this.#cards[id];
    const cards = (this.#cards[id] = new Map());
    for (const room of roomsIn(state, id, visitor)) {
      const game = descriptor(room.game);
      if (!game || !this.games.has(room.game)) continue;
      const own = sits(room, visitor);
      // Before the bar what needs a new card, after it what only the picture needs.
      const text = `${own} ${room.seat} ${room.players.first?.id} ${room.players.second?.id}|${room.position}`;
      let card = before.get(room.id);
      if (card?.view && card.text.split('|')[0] === text.split('|')[0]) {
        if (card.text !== text) card.view.draw(stillScene(game, room.ruleset, room.position));
        card.text = text;
      } else card = { ...make(room, own), text };
      cards.set(room.id, card);
    }
    setChildren(byId(id), [...cards.values()].map(({ element }) => element));
    byId(`${id}-none`).hidden = cards.size > 0;
  }

  /** @param {Room | ArchiveSummary} room */
  #names(room) {
    const game = descriptor(room.game);
    return game ? new Names(this.games.get(room.game), room.ruleset, game, room.options) : null;
  }

  /**
   * @param {Room} room
   * @param {boolean} own
   */
  #openRoom(room, own) {
    const names = this.#names(room);
    const host = room.players.first ?? room.players.second;
    const picture = h('div', {});
    const view = names ? smallBoard(picture, names.game, room.ruleset, room.position) : null;
    const seat = room.seat && names ? t('lobby.as', { side: names.side(room.seat) }) : '';
    const detail = [names?.setting(room.options), clockText(room.clock)].filter(Boolean).join(' · ');
    const element = h(
      'li',
      { class: own ? 'card room room--own' : 'card room', 'data-testid': 'open-room', 'data-room': room.id },
      picture,
      h(
        'div',
        {},
        h('span', { class: 'room-name' }, names?.title ?? room.game),
        h('span', { class: 'room-detail' }, detail),
        h('span', { class: 'room-detail' }, own ? t('lobby.yours') : [host?.name, seat].filter(Boolean).join(' · ')),
      ),
      h(
        'a',
        { class: own ? 'button' : 'button button--main', href: `/m/${room.id}` },
        t(own ? 'lobby.enter' : 'lobby.join'),
      ),
    );
    return { element, view };
  }

  /**
   * @param {Room} room
   * @param {boolean} own
   */
  #liveRoom(room, own) {
    const players = `${room.players.first?.name ?? ''} – ${room.players.second?.name ?? ''}`;
    const detail = own ? t('lobby.yours') : clockText(room.clock);
    return this.#picture(room, `/m/${room.id}`, [players, detail]);
  }

  /**
   * @param {ArchiveSummary[]} games
   * @param {boolean} more whether older ones can be asked for
   */
  drawRecent(games, more) {
    const cards = games.flatMap((game) => {
      const names = this.#names(game);
      if (!names || !this.games.has(game.game)) return [];
      const players = `${game.players.first?.name ?? ''} – ${game.players.second?.name ?? ''}`;
      return (this.#recent[game.id] ??= this.#picture(game, `/g/${game.id}`, [
        players,
        resultText(game, names, null),
        t('lobby.plies', { count: game.plies }),
      ]).element);
    });
    setChildren(byId('recent'), cards);
    byId('recent-none').hidden = cards.length > 0;
    byId('more').hidden = !more;
  }

  /**
   * @param {Room | ArchiveSummary} room
   * @param {string} href
   * @param {string[]} details
   */
  #picture(room, href, details) {
    const names = this.#names(room);
    const picture = h('div', { class: 'game-picture' });
    const view = names ? smallBoard(picture, names.game, room.ruleset, room.position) : null;
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
          h('span', { class: 'room-name' }, names?.title ?? room.game),
          ...details.map((detail) => h('span', { class: 'room-detail' }, detail)),
        ),
      ),
    );
    return { element, view };
  }
}
