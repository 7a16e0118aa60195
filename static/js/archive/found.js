// The games that were found, each with its last position.

import { day } from '../ui/time_text.js';
import { h } from '../ui/dom.js';
import { Names } from '../game/names.js';
import { playerName } from '../game/player_name.js';
import { resultText } from '../game/sentences.js';
import { descriptor } from '../games/index.js';
import { t } from '../i18n/i18n.js';
import { LazyBoard } from '../game/lazy_board.js';

/** @typedef {import('../net/api.js').ArchiveSummary} ArchiveSummary */

export class FoundGames {
  /**
   * @param {Map<string, import('../net/api.js').GameInfo>} games
   * @param {{found: Element, none: HTMLElement}} frame
   */
  constructor(games, { found, none }) {
    this.games = games;
    this.list = found;
    this.none = none;
  }

  /**
   * @param {ArchiveSummary[]} games
   * @param {boolean} anew replaces the cards that are there
   */
  show(games, anew) {
    const { list } = this;
    const cards = games.flatMap((game) => this.#card(game));
    if (anew) list.replaceChildren(...cards);
    else {
      list.append(...cards);
      cards[0]?.querySelector('a')?.focus();
    }
    this.none.hidden = list.children.length > 0;
  }

  /** @param {ArchiveSummary} game @returns {HTMLElement[]} none for a game that this client cannot draw */
  #card(game) {
    const drawn = descriptor(game.game);
    const info = this.games.get(game.game);
    if (!drawn || !info) return [];
    const names = new Names(info, game.ruleset, drawn, game.options);
    const picture = h('div', { class: 'game-picture' });
    const lines = [
      `${playerName(game.players.first)} – ${playerName(game.players.second)}`,
      resultText(game, names, null),
      [t('lobby.plies', { count: game.plies }), day(game.ended_at)].join(' · '),
    ];
    const card = h(
      'li',
      { 'data-room': game.id },
      h(
        'a',
        { class: 'card live', href: `/g/${game.id}`, 'data-testid': 'found-game' },
        picture,
        h(
          'span',
          {},
          h('span', { class: 'room-name' }, names.title),
          ...lines.map((line) => h('span', { class: 'room-detail' }, line)),
        ),
      ),
    );
    new LazyBoard(picture, drawn, game.ruleset, game.position);
    return [card];
  }
}
