// The ratings, in each game, of the player whose finished games are looked for.

import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { ratingsOf } from '../net/ratings_api.js';

export class PersonRatings {
  #shown = '';

  /**
   * @param {Map<string, import('../net/api.js').GameInfo>} games
   * @param {{person: HTMLElement, 'person-ratings': Element}} frame
   */
  constructor(games, { person, 'person-ratings': list }) {
    this.games = games;
    this.section = person;
    this.list = list;
  }

  /** @param {string | undefined} player */
  async show(player) {
    if (this.#shown === (player ?? '')) return;
    this.#shown = player ?? '';
    this.section.hidden = true;
    if (!player) return;
    const [{ ratings }, loaded] = await Promise.all([ratingsOf(player, {}), load(() => import('./rating_fold.js'))]);
    if (!loaded || this.#shown !== player) return;
    this.list.replaceChildren(
      ...ratings.map((rating) => loaded.ratingFold(player, rating, this.games)),
      h('a', { class: 'button', href: `/people/${player}`, 'data-testid': 'person-page' }, t('person.page')),
    );
    this.section.hidden = ratings.length === 0;
  }
}
