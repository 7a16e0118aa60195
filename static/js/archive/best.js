// Who plays a game best.

import { byId, h, setText } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { ratings } from '../net/ratings_api.js';

export class BestPlayers {
  #shown = '';

  /** @param {Map<string, import('../net/api.js').GameInfo>} games */
  constructor(games) {
    this.games = games;
  }

  /** @param {string | undefined} game @param {string | undefined} ruleset */
  async show(game, ruleset) {
    const shown = `${game} ${ruleset}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const none = byId('best-none');
    const { players } = game ? await ratings(game, { ...(ruleset && { ruleset }) }) : { players: [] };
    if (shown !== this.#shown) return;
    byId('best').replaceChildren(
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
    none.hidden = players.length > 0;
    setText(none, t(game ? 'best.none' : 'best.choose'));
  }
}
