// @ts-check
// Says in one live region what a player who looks at the board sees happen there: each action
// once, with what it took, then what it leads to. Nothing is said twice, and nothing that the
// page showed when it opened but what is asked of the player.

import { setText } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { duty, effectTexts, resultText, statusText } from './sentences.js';

/** @typedef {import('./view.js').Page} Page */
/** @typedef {import('./timeline.js').Timeline} Timeline */

/** More actions than this at once are a game that was fetched rather than one that is heard. */
const AT_ONCE = 6;

export class Herald {
  #ply = -1;
  #then = '';
  #offers = '';

  /** @param {Element} region polite and atomic */
  constructor(region) {
    this.region = region;
  }

  /**
   * @param {Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {Timeline | null} timeline
   */
  tell(page, match, timeline) {
    const news = [...this.#actions(page, timeline), this.#consequence(page, match), this.#offered(page, match)];
    const text = news.filter(Boolean).join('. ');
    if (text) setText(this.region, text);
  }

  /**
   * @param {Page} page
   * @param {Timeline | null} timeline
   */
  #actions({ names }, timeline) {
    if (!timeline) return [];
    const from = this.#ply;
    this.#ply = timeline.ply;
    if (from < 0 || timeline.ply - from > AT_ONCE) return [];
    if (timeline.ply < from) return [t('say.takenback')];
    return timeline.entries.slice(from + 1).map((entry, index) => {
      const move = names.spoken(entry, timeline.at(from + index));
      const side = entry.by ? names.side(entry.by) : '';
      return [t('say.moved', { side, move }), ...effectTexts(entry, names)].join(', ');
    });
  }

  /**
   * @param {Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   */
  #consequence(page, match) {
    const over = match.state === 'over';
    const then = over
      ? resultText(match, page.names, page.state.seat)
      : [statusText(page, match), duty(page)].filter(Boolean).join('. ');
    // The same side to act again is news only with another action.
    const key = `${then} ${over ? '' : this.#ply}`;
    if (key === this.#then) return '';
    this.#then = key;
    return then;
  }

  /**
   * @param {Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   */
  #offered({ model }, match) {
    const theirs = model.offers.filter(({ mine }) => !mine);
    const said = theirs.map(({ offer, by }) => t(`offer.${offer}.in`, { name: match.players[by]?.name ?? '' })).join('. ');
    if (said === this.#offers) return '';
    this.#offers = said;
    return said;
  }
}
