// @ts-check
// Lets the computer be asked: what is best here, and where a game was lost. It is loaded when it is asked.

import { byId, h, setAttribute, setChildren, setText } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { load } from '../load.js';

/**
 * @param {import('./study.js').Study} study
 * @param {import('./analysis_page.js').AnalysisPage} page
 * @param {import('./records.js').Recorded} record
 * @param {import('../game/names.js').Names} names
 */
export function offerEvaluation(study, page, record, names) {
  setText(byId('evaluation-title'), t('value.title'));
  setText(byId('evaluate'), t('value.show'));
  setText(byId('review'), t('review.begin'));
  byId('evaluation').hidden = false;
  const state = byId('evaluation-state');
  const button = byId('evaluate');
  /** @type {import('./evaluation.js').Evaluation | null} */
  let evaluation = null;
  /** @type {(() => void) | null} */
  let endReview = null;
  const { moved } = page.listener;
  page.listener.moved = () => {
    moved();
    evaluation?.follow();
  };
  button.addEventListener('click', async () => {
    const loaded = await load(() => import('./evaluation.js'));
    if (!loaded) return;
    endReview?.();
    endReview = null;
    evaluation ??= new loaded.Evaluation(study, page, record, names, { list: byId('best'), state });
    evaluation.turn(!evaluation.on);
    setAttribute(button, 'aria-pressed', String(evaluation.on));
  });

  const review = byId('review');
  review.hidden = study.tree.plies === 0;
  review.addEventListener('click', async () => {
    const loaded = await load(() => Promise.all([import('./review.js'), import('./evaluation.js'), import('./exact.js'), import('../game/truth.js')]));
    if (!loaded) return;
    const [{ decisive, review: begin, shown, slips }, { lineText, valueText }, { exactText }, { ranked, truthOf }] = loaded;
    evaluation?.turn(false);
    setAttribute(button, 'aria-pressed', 'false');
    const nodes = study.tree.path(study.tree.plies);
    const entries = nodes.map((id) => study.entry(id));
    const write = (/** @type {import('./review.js').Slip} */ { ply, action, best, by, lost }, /** @type {import('./review.js').Point | undefined} */ point, /** @type {boolean} */ decided) => {
      const before = nodes[ply - 1] ?? 0;
      study.go(before);
      const [better = ''] = lineText(study, best.line.slice(0, 1), names);
      const [played = ''] = lineText(study, [action], names);
      const said = { ply, side: names.side(by), played, better };
      const [known] = point?.truth ? ranked(point.truth) : [];
      const text =
        lost && known
          ? t('review.lost', { ...said, change: t(`review.lost.${lost.from}.${lost.to}`), value: exactText(known, by, names) })
          : t('review.slip', { ...said, value: valueText(best, by, names) });
      const go = h('button', { class: 'link', 'data-testid': 'slip', 'data-ply': String(ply), click: () => page.go(before) }, text);
      return h('li', {}, go, ...(decided ? [' ', h('strong', { 'data-testid': 'decided' }, t('review.decided'))] : []));
    };
    const truth = (/** @type {number} */ ply) => {
      const id = nodes[ply] ?? 0;
      return truthOf(record, study.entry(id).position, study.legalAt(id));
    };
    const { end, winner } = endOf(study, record);
    review.setAttribute('disabled', '');
    const known = { turns: entries.map(({ turn }) => turn), end, truth: names.game.solved ? truth : null };
    endReview = begin(record, study.tree.actions(study.tree.plies), known, (points, done) => {
      if (!points) {
        setText(state, t('value.failed'));
        review.removeAttribute('disabled');
        return;
      }
      page.values = points.map(({ value }) => shown(value));
      page.redraw();
      setText(state, done ? '' : t('review.state', { ply: points.length - 1, plies: nodes.length - 1 }));
      if (!done) return;
      review.removeAttribute('disabled');
      const { current } = study;
      const found = slips(entries, points);
      const lostBy = decisive(found, winner);
      const none = points.every((point) => point.truth || !point.best) ? 'review.exact.none' : 'review.none';
      const items = found.map((slip) => write(slip, points[slip.ply - 1], slip === lostBy));
      setChildren(byId('slips'), items.length > 0 ? items : [h('li', {}, t(none))]);
      study.go(current);
      page.redraw();
    });
  });
}

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
