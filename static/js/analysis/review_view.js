// A review of a game: its course by what its positions were worth, the actions that lost something with what each was
// value and the better move, and a summary for each side.

import { ranked, truthOf } from '../game/truth.js';
import { t } from '../i18n/i18n.js';
import { h, show, signal } from '../ui/view.js';
import { exactText } from './exact.js';
import { lineText } from './line_text.js';
import { decisive, kindOf, review, SIGNS, shown, slips, tally } from './review.js';
import { numbering } from './sheet.js';
import { valueText } from './value_text.js';

/** @typedef {import('./review.js').Point} Point */
/** @typedef {import('./review.js').Slip} Slip */
/** @typedef {{ply: number, before: number, text: string, kind: import('./review.js').Kind, decided: boolean}} Told */

const SIDES = /** @type {const} */ (['first', 'second']);

export class Review {
  busy = signal(false);
  state = signal('');
  /** The findings; null before. */
  found = signal(/** @type {{told: Told[], sums: string[], none: string} | null} */ (null));
  /** @type {(() => void) | null} */
  #end = null;

  /**
   * @param {import('./study.js').Study} study
   * @param {import('./analysis_page.js').AnalysisPage} page
   * @param {import('./records.js').Recorded} record
   * @param {import('../game/names.js').Names} names
   */
  constructor(study, page, record, names) {
    this.study = study;
    this.page = page;
    this.record = record;
    this.names = names;
  }

  stop() {
    this.#end?.();
    this.#end = null;
    this.busy.value = false;
    this.state.value = '';
  }

  /** @param {boolean} [searches] whether the search is asked where no table knows; otherwise no progress is shown */
  begin(searches = true) {
    this.stop();
    const { study, page, record, names } = this;
    const nodes = study.tree.path(study.tree.plies);
    const entries = nodes.map((id) => study.entry(id));
    const { end, winner } = this.#ending();
    const truth = (/** @type {number} */ ply) => {
      const id = nodes[ply] ?? 0;
      return truthOf(record, study.entry(id).position, study.legalAt(id));
    };
    const known = { turns: entries.map(({ turn }) => turn), end, truth: names.game.solved ? truth : null, searches };
    this.busy.value = searches;
    this.#end = review(record, study.tree.actions(study.tree.plies), known, (points, done) => {
      if (!points) {
        this.stop();
        this.state.value = t('value.failed');
        return;
      }
      page.values = points.map(({ value }) => shown(value));
      page.redraw();
      if (searches) this.state.value = done ? '' : t('review.state', { ply: points.length - 1, plies: nodes.length - 1 });
      if (!done) return;
      this.busy.value = false;
      this.#take(nodes, entries, points, winner);
    });
  }

  /**
   * @param {number[]} nodes
   * @param {import('../game/timeline.js').Entry[]} entries
   * @param {Point[]} points
   * @param {string | null} winner
   */
  #take(nodes, entries, points, winner) {
    const { study, names, page } = this;
    const { current } = study;
    const found = slips(entries, points);
    const lostBy = decisive(found, winner);
    const numberOf = numbering(study);
    const told = found.map((slip) => {
      const before = nodes[slip.ply - 1] ?? 0;
      study.go(before);
      const number = numberOf(nodes[slip.ply] ?? 0);
      const text = this.#text(slip, number, points, entries[slip.ply]?.turn ?? 'first');
      return { ply: slip.ply, before, text, kind: kindOf(slip), decided: slip === lostBy };
    });
    study.go(current);
    const none = t(points.every(({ best, truth }) => truth || !best) ? 'review.exact.none' : 'review.none');
    const sums = SIDES.map((side) => t('review.sum', { side: names.side(side), ...tally(found, side) }));
    this.found.value = { told, sums, none };
    page.marks = new Map(told.map(({ ply, kind }) => [nodes[ply] ?? 0, { kind, sign: SIGNS[kind], word: t(`review.${kind}`) }]));
    page.redraw();
  }

  /**
   * The loss of an action: its mark and word, its value, and the value of the better one.
   *
   * @param {Slip} slip
   * @param {string} number
   * @param {readonly Point[]} points
   * @param {import('../games/index.js').Side} turn whose turn it was after it
   */
  #text(slip, number, points, turn) {
    const { study, names } = this;
    const { ply, action, best, by, lost } = slip;
    const [better = ''] = lineText(study, best.line.slice(0, 1), names);
    const [played = ''] = lineText(study, [action], names);
    const said = { number, side: names.side(by), played, better, sign: SIGNS[kindOf(slip)] };
    const truth = points[ply - 1]?.truth;
    const [exact] = truth ? ranked(truth) : [];
    const left = truth?.actions.find((known) => known.action === action);
    if (lost && exact && left)
      return t('review.slip', {
        ...said,
        word: t(`review.lost.${lost.from}.${lost.to}`),
        value: exactText(left, by, names),
        best: exactText(exact, by, names),
      });
    const after = points[ply];
    const value = after?.best
      ? valueText(after.best, turn, names)
      : valueText({ score: after?.value ?? 0, win_in: null, line: [] }, 'first', names);
    return t('review.slip', { ...said, word: t(`review.${kindOf(slip)}`), value, best: valueText(best, by, names) });
  }

  /** The value of the end of the game to the first side where the rules ended it, and the winner, whatever ended it. */
  #ending() {
    const { study, record } = this;
    const { current } = study;
    study.go(study.tree.plies);
    const { result } = study.outcome();
    study.go(current);
    const values = /** @type {Record<string, number>} */ ({ first: 30_000, second: -30_000, draw: 0 });
    return { end: values[result ?? ''] ?? null, winner: result ?? record.result };
  }
}

/**
 * @param {Element} host
 * @param {Review} review
 * @param {{begin: () => void, go: (node: number) => void}} acts
 */
export function showReview(host, { busy, state, found }, { begin, go }) {
  show(host, () => {
    const { told = [], sums = [], none = '' } = found.value ?? {};
    return [
      h('button', { class: 'button', 'data-testid': 'review', disabled: busy.value, click: begin }, t('review.begin')),
      h('p', { class: 'opponent-state', 'data-testid': 'review-state', role: 'status' }, state.value),
      h(
        'ul',
        { class: 'review-sums', 'data-testid': 'review-sums', hidden: sums.length === 0 },
        sums.map((sum) => h('li', {}, sum)),
      ),
      h(
        'ol',
        { class: 'slips', 'data-testid': 'slips' },
        told.map(({ ply, before, text, kind, decided }) =>
          h(
            'li',
            { key: ply },
            h('button', { class: `link slip--${kind}`, 'data-testid': 'slip', 'data-ply': ply, click: () => go(before) }, text),
            decided && [' ', h('strong', { 'data-testid': 'decided' }, t('review.decided'))],
          ),
        ),
        found.value && told.length === 0 && h('li', {}, none),
      ),
    ];
  });
}
