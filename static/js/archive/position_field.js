// The position that games have to have gone through: another page names it, here it is seen and can be left out.

import { h } from '../ui/dom.js';
import { smallBoard } from '../game/pictures.js';
import { descriptor } from '../games/index.js';
import { t } from '../i18n/i18n.js';

/** The names of the options under which a position occurs. */
const OPTION = 'option.';

export class PositionField {
  /** @type {Record<string, string>} the position and its options, as the server is asked */
  wish = {};

  /**
   * @param {URLSearchParams} query
   * @param {import('../net/api.js').GameInfo[]} games
   * @param {() => void} leftOut
   */
  constructor(query, games, leftOut) {
    this.leftOut = leftOut;
    this.element = h('div', { class: 'position-field', 'data-testid': 'archive-position', hidden: true });
    const position = query.get('position');
    const info = games.find(({ id }) => id === query.get('game'));
    const game = descriptor(info?.id ?? '');
    const ruleset = query.get('ruleset') ?? info?.rulesets[0]?.id;
    if (!position || !game || !ruleset) return;
    this.wish = { position };
    for (const [key, value] of query) if (key.startsWith(OPTION)) this.wish[key] = value;
    const picture = h('div', { class: 'game-picture' });
    try {
      smallBoard(picture, game, ruleset, position);
    } catch {
      // What cannot be drawn is refused by the server, with a reason.
    }
    this.element.append(
      picture,
      h('span', {}, t('archive.position')),
      h(
        'button',
        { class: 'button', type: 'button', 'data-testid': 'archive-position-clear', click: () => this.#leaveOut() },
        t('archive.position.clear'),
      ),
    );
    this.element.hidden = false;
  }

  clear() {
    this.wish = {};
    this.element.hidden = true;
  }

  #leaveOut() {
    this.clear();
    this.leftOut();
  }
}
