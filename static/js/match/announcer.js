// Announces in one live region the events that a player sees on the board: each action
// once, with its captures, then its consequence. Nothing is announced twice, and nothing that the
// page showed when it opened except the player's duty.

import { setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { playerName } from '../game/player_name.js';
import { duty, effectTexts, resultText, statusText } from '../game/sentences.js';

/** @typedef {import('../game/match_scene.js').Page} Page */
/** @typedef {import('../game/timeline.js').Timeline} Timeline */

/** More actions than this at once come from a game that was fetched, and are not announced. */
const AT_ONCE = 6;

export class Announcer {
  #ply = -1;
  #then = '';
  #offers = '';

  /** @param {Element} region polite and atomic */
  constructor(region) {
    this.region = region;
  }

  /**
   * Announces the action chosen for the next turn, or that it was cancelled.
   *
   * @param {string | null} action
   * @param {string | null} before
   * @param {import('../game/names.js').Names} names
   */
  premove(action, before, names) {
    if (!action && !before) return;
    const promotes = action?.endsWith('+') ? `, ${t('say.promotes')}` : '';
    setText(this.region, action ? t('say.premove', { move: `${names.action(action)}${promotes}` }) : t('say.premove.none'));
  }

  /**
   * @param {Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {Timeline | null} timeline
   */
  announce(page, match, timeline) {
    const news = [...this.#actions(page, timeline), this.#consequence(page, match), this.#offered(page, match)];
    const text = news.filter(Boolean).join(t('say.then'));
    // A repeated text must differ for a screen reader: a space is added that is not read out.
    if (text) setText(this.region, this.region.textContent === text ? `${text}\u00a0` : text);
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
      return [t('say.moved', { side, move }), ...effectTexts(entry, names)].join(t('say.and'));
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
      : [statusText(page, match), duty(page)].filter(Boolean).join(t('say.then'));
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
    const said = theirs
      .map(({ offer, by }) => t(`offer.${offer}.in`, { name: playerName(match.players[by]) }))
      .join(t('say.then'));
    if (said === this.#offers) return '';
    this.#offers = said;
    return said;
  }
}
