// Shows a review: the course of a game by what its positions were worth, and the actions that lost something.

import { h, setChildren, setText } from '../ui/dom.js';
import { ranked, truthOf } from '../game/truth.js';
import { t } from '../i18n/i18n.js';
import { valueText } from './evaluation.js';
import { exactText } from './exact.js';
import { lineText } from './line_text.js';
import { decisive, review, shown, slips } from './review.js';

/** @typedef {import('./review.js').Point} Point */

/**
 * @param {import('./study.js').Study} study
 * @param {import('./analysis_page.js').AnalysisPage} page
 * @param {import('./records.js').Recorded} record
 * @param {import('../game/names.js').Names} names
 * @param {{list: Element, state: Element}} parts
 * @param {() => void} ended the review is done, or failed
 * @param {boolean} [searches] whether the search is asked where no table knows
 * @returns {() => void} ends it
 */
export function showReview(study, page, record, names, { list, state }, ended, searches = true) {
  const nodes = study.tree.path(study.tree.plies);
  const entries = nodes.map((id) => study.entry(id));
  const { end, winner } = endOf(study, record);
  const truth = (/** @type {number} */ ply) => {
    const id = nodes[ply] ?? 0;
    return truthOf(record, study.entry(id).position, study.legalAt(id));
  };
  const known = { turns: entries.map(({ turn }) => turn), end, truth: names.game.solved ? truth : null, searches };
  return review(record, study.tree.actions(study.tree.plies), known, (points, done) => {
    if (!points) {
      setText(state, t('value.failed'));
      ended();
      return;
    }
    page.values = points.map(({ value }) => shown(value));
    page.redraw();
    setText(state, done ? '' : t('review.state', { ply: points.length - 1, plies: nodes.length - 1 }));
    if (!done) return;
    ended();
    const { current } = study;
    const found = slips(entries, points);
    const lostBy = decisive(found, winner);
    const items = found.map((slip) =>
      h('li', {}, ...written(slip, points[slip.ply - 1]), ...(slip === lostBy ? [' ', decided()] : [])),
    );
    const none = points.every(({ best, truth: exact }) => exact || !best) ? 'review.exact.none' : 'review.none';
    setChildren(list, items.length > 0 ? items : [h('li', {}, t(none))]);
    study.go(current);
    page.redraw();
  });

  /**
   * @param {import('./review.js').Slip} slip
   * @param {Point | undefined} point what stood before it
   */
  function written({ ply, action, best, by, lost }, point) {
    const before = nodes[ply - 1] ?? 0;
    study.go(before);
    const [better = ''] = lineText(study, best.line.slice(0, 1), names);
    const [played = ''] = lineText(study, [action], names);
    const said = { ply, side: names.side(by), played, better };
    const [exact] = point?.truth ? ranked(point.truth) : [];
    const text =
      lost && exact
        ? t('review.lost', { ...said, change: t(`review.lost.${lost.from}.${lost.to}`), value: exactText(exact, by, names) })
        : t('review.slip', { ...said, value: valueText(best, by, names) });
    return [h('button', { class: 'link', 'data-testid': 'slip', 'data-ply': String(ply), click: () => page.go(before) }, text)];
  }
}

const decided = () => h('strong', { 'data-testid': 'decided' }, t('review.decided'));

/**
 * What the end of a game is worth to the first side where the rules ended it, and who won, by whatever ended it.
 *
 * @param {import('./study.js').Study} study
 * @param {import('./records.js').Recorded} record
 */
function endOf(study, record) {
  const { current } = study;
  study.go(study.tree.plies);
  const { result } = study.outcome();
  study.go(current);
  const values = /** @type {Record<string, number>} */ ({ first: 30_000, second: -30_000, draw: 0 });
  return { end: values[result ?? ''] ?? null, winner: result ?? record.result };
}
