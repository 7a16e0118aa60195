// Who plays a game best.

import { h, setText } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { pick, t } from '../i18n/i18n.js';
import { ratings } from '../net/ratings_api.js';

export class BestPlayers {
  #shown = '';

  /**
   * @param {Map<string, import('../net/api.js').GameInfo>} games
   * @param {{best: Element, 'best-none': HTMLElement}} frame
   * @param {(error: unknown) => void} complain
   */
  constructor(games, { best, 'best-none': none }, complain) {
    this.list = best;
    this.none = none;
    this.select = h(
      'select',
      {
        class: 'best-game',
        'aria-label': t('archive.game'),
        'data-testid': 'best-game',
        change: () => this.show(this.select.value, undefined).catch(complain),
      },
      ...[...games.values()].map(({ id, name }) => h('option', { value: id }, pick(name))),
    );
    this.list.before(this.select);
  }

  /**
   * @param {string | undefined} asked the game that is looked for; any other can be chosen
   * @param {string | undefined} ruleset
   */
  async show(asked, ruleset) {
    const game = asked ?? this.select.value;
    this.select.value = game;
    const shown = `${game} ${ruleset}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { players } = game ? await ratings(game, { ...(ruleset && { ruleset }) }) : { players: [] };
    if (shown !== this.#shown) return;
    this.list.replaceChildren(
      ...players.map(({ player, rating }, index) =>
        h(
          'li',
          { 'data-testid': 'best-player' },
          h('span', {}, String(index + 1)),
          h('a', { href: `/games?${new URLSearchParams({ player: player.id, ...(game && { game }) })}` }, playerName(player)),
          h('span', {}, String(rating)),
        ),
      ),
    );
    this.none.hidden = players.length > 0;
    setText(this.none, t('best.none'));
  }
}
