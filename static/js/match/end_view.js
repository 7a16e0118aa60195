// How the match ended, over the board, and where to go from there. It is put away with one press, and keeps clear of
// the half of the board where the game was decided.

import { byId, h, setChildren, setText } from '../ui/dom.js';
import { turningPoint } from '../game/material.js';
import { playerName } from '../game/player_name.js';
import { resultText } from '../game/sentences.js';
import { keep } from '../course/progress.js';
import { noteResult } from '../game/computer.js';
import { hasText, keyIn, loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';

/** @typedef {import('../game/match_scene.js').Page} Page */
/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */

export class EndView {
  #card = byId('end');
  #shown = '';
  #closed = false;

  /**
   * @param {object} acts
   * @param {(answer: 'offer' | 'accept' | 'withdraw') => void} acts.rematch
   * @param {() => void} acts.leave the card goes, and the focus in it
   * @param {boolean} seen whether the match was seen before it ended
   */
  constructor(acts, seen) {
    this.acts = acts;
    this.seen = seen;
    const close = () => {
      this.#closed = true;
      this.#card.hidden = true;
      acts.leave();
    };
    byId('end-close').addEventListener('click', close);
    this.#card.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  }

  /**
   * @param {Page} page
   * @param {Snapshot} match
   * @param {import('../game/timeline.js').Timeline | null} timeline
   * @param {boolean} looking whether an earlier position is looked at
   */
  draw(page, match, timeline, looking) {
    const over = match.state === 'over';
    const aborted = over && match.result === null;
    const shows = over && !this.#closed && !looking && (this.seen || aborted);
    this.#card.hidden = !shows;
    if (!shows) return;
    const { seat } = page.state;
    setText(byId('end-title'), aborted ? t('end.aborted') : resultText({ ...match, reason: null }, page.names, seat));
    setText(byId('end-reason'), reasonText(match, seat));
    this.#card.classList.toggle('over-board--low', !decidedBelow(page));
    const shown = JSON.stringify([
      match.rematch,
      match.offers.rematch,
      page.model.canRematch,
      timeline?.ply,
      page.names.info?.id,
    ]);
    if (shown === this.#shown) return;
    const first = this.#shown === '';
    this.#shown = shown;
    if (first && this.seen) notePlayed(match, seat);
    if (first && match.rated && !aborted) this.#tellRatings(page, match);
    setChildren(byId('end-acts'), aborted ? this.#ways(page, match) : this.#acts(page, match, timeline));
    if (first && this.seen)
      /** @type {HTMLElement | null} */ (byId('end-acts').firstElementChild)?.focus({ preventScroll: true });
  }

  /** @param {Page} page @param {Snapshot} match */
  async #tellRatings({ names, state }, match) {
    const loaded = await load(() => Promise.all([import('./rating_change.js'), loadWords('ratings')]));
    const told = await loaded?.[0].ratingChange(match.id, state.seat, (side) => names.side(side));
    if (told) byId('end-reason').after(told);
  }

  /**
   * @param {Page} page
   * @param {Snapshot} match
   * @param {import('../game/timeline.js').Timeline | null} timeline
   */
  #acts({ model, names, state: { seat } }, match, timeline) {
    const main = 'button button--main button--big';
    const acts = [];
    const offered = match.offers.rematch;
    const button = (
      /** @type {string} */ id,
      /** @type {string} */ key,
      /** @type {'offer' | 'accept' | 'withdraw'} */ answer,
      kind = main,
    ) => h('button', { class: kind, 'data-testid': id, click: () => this.acts.rematch(answer) }, t(key));
    if (match.rematch) acts.push(h('a', { class: main, href: `/m/${match.rematch}`, 'data-testid': 'end-next' }, t('end.next')));
    else if (seat && offered === seat)
      acts.push(h('p', {}, t('end.wait')), button('end-cancel', 'end.cancel', 'withdraw', 'button'));
    else if (model.canRematch && offered) acts.push(button('end-accept', 'end.accept', 'accept'));
    else if (model.canRematch) acts.push(button('end-rematch', 'act.rematch', 'offer'));
    const winner = match.result === 'first' || match.result === 'second' ? match.result : null;
    const turned = timeline && winner ? turningPoint(timeline.entries, names.game, winner) : null;
    const kind = acts.length > 0 ? 'button' : main;
    if (match.ply > 0) {
      const href = turned === null ? `/g/${match.id}` : `/g/${match.id}#${turned}`;
      acts.push(h('a', { class: kind, href, 'data-testid': 'end-replay' }, t(turned === null ? 'act.replay' : 'end.turned')));
    }
    const opponent = seat && match.players[seat === 'first' ? 'second' : 'first'];
    if (opponent && !opponent.computer) {
      const report = async () => {
        const loaded = await load(() => Promise.all([import('../people/report_view.js'), loadWords('people', 'settings')]));
        loaded?.[0].openReport(match.id, [], playerName(opponent), opponent.id);
      };
      acts.push(h('button', { class: 'button button--quiet', 'data-testid': 'end-report', click: report }, t('talk.report')));
    }
    return acts;
  }

  /**
   * Where to go from a match that was not played.
   *
   * @param {Page} page
   * @param {Snapshot} match
   */
  #ways({ names }, match) {
    return [
      h(
        'a',
        { class: 'button button--main button--big', href: `/#${match.game}`, 'data-testid': 'end-new' },
        t('end.new', { game: names.title }),
      ),
      h('a', { class: 'button', href: '/', 'data-testid': 'end-lobby' }, t('end.lobby')),
    ];
  }
}

/**
 * Notes that the game was played here, and has the next computer player fit better after a game with one.
 *
 * @param {Snapshot} match
 * @param {import('../games/index.js').Side | null} seat
 */
function notePlayed({ game, players, result }, seat) {
  if (seat) keep(game, { played: true });
  const level = seat && players[seat === 'first' ? 'second' : 'first']?.computer;
  if (level && (result === 'first' || result === 'second')) noteResult(game, level, result === seat);
}

/**
 * Why it ended, as whoever won or lost reads it.
 *
 * @param {Snapshot} match
 * @param {import('../games/index.js').Side | null} seat
 */
export function reasonText({ game, result, reason }, seat) {
  if (!reason) return '';
  const own = seat && (result === 'first' || result === 'second') ? `ended.${result === seat ? 'won' : 'lost'}.${reason}` : '';
  const key = [own, `reason.${reason}`].find(hasText);
  const text = key ? t(keyIn(key, game)) : '';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Whether the last action was played in the lower half of the board as it is shown.
 *
 * @param {Page} page
 */
function decidedBelow({ decided, flipped, grid }) {
  const heights = decided.flatMap((point) => grid.places.get(point)?.rank ?? []);
  if (heights.length === 0) return false;
  const middle = heights.reduce((sum, rank) => sum + rank, 0) / heights.length;
  return middle < (grid.ranks - 1) / 2 !== flipped;
}
