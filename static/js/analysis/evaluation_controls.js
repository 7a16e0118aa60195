// @ts-check
// Lets the computer be asked: what is best here, and where a game was lost. It is loaded when it is asked.

import { byId, setAttribute, setText } from '../dom.js';
import { loadWords, t } from '../i18n/i18n.js';
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
    const loaded = await load(() => Promise.all([import('./evaluation.js'), loadWords('worth')]));
    if (!loaded) return;
    endReview?.();
    endReview = null;
    evaluation ??= new loaded[0].Evaluation(study, page, record, names, { list: byId('best'), state });
    evaluation.turn(!evaluation.on);
    setAttribute(button, 'aria-pressed', String(evaluation.on));
  });

  const review = byId('review');
  review.hidden = study.tree.plies === 0;
  review.addEventListener('click', async () => {
    const loaded = await load(() => Promise.all([import('./review_view.js'), loadWords('worth')]));
    if (!loaded) return;
    evaluation?.turn(false);
    setAttribute(button, 'aria-pressed', 'false');
    review.setAttribute('disabled', '');
    endReview = loaded[0].showReview(study, page, record, names, { list: byId('slips'), state }, () => review.removeAttribute('disabled'));
  });
}
