// Lets the computer be asked: what is best here, and where a game was lost. It is loaded when it is asked; games that are
// solved in the browser tell both by themselves, unless the visitor has switched that off.

import { byId, setAttribute, setText } from '../ui/dom.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { choose, setting } from '../ui/settings.js';

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
  const review = byId('review');
  const tells = names.game.solved === true;
  let wanted = false;
  /** @type {import('./evaluation.js').Evaluation | null} */
  let evaluation = null;
  /** @type {(() => void) | null} */
  let endReview = null;
  const { moved } = page.listener;
  page.listener.moved = () => {
    moved();
    evaluation?.follow();
  };
  const want = (/** @type {boolean} */ on) => {
    wanted = on;
    setAttribute(button, 'aria-pressed', String(on));
    endReview?.();
    endReview = null;
    review.removeAttribute('disabled');
  };
  const parts = (/** @type {boolean} */ tells) =>
    load(() => Promise.all([import('./evaluation.js'), import('./review_view.js'), loadWords('worth')]), undefined, tells);

  /**
   * @param {Awaited<ReturnType<typeof parts>>} loaded
   * @param {boolean} searches whether the search is asked where no table knows
   */
  const evaluate = (loaded, searches) => {
    if (!loaded) return;
    evaluation ??= new loaded[0].Evaluation(study, page, record, names, { list: byId('best'), state });
    evaluation.turn(wanted, searches);
  };
  button.addEventListener('click', async () => {
    want(!wanted);
    if (tells) choose('exact', wanted);
    evaluate(await parts(true), true);
  });

  review.hidden = study.tree.plies === 0;
  review.addEventListener('click', async () => {
    want(false);
    review.setAttribute('disabled', '');
    const loaded = await parts(true);
    if (!loaded) return;
    evaluation?.turn(false);
    endReview = loaded[1].showReview(study, page, record, names, { list: byId('slips'), state }, () =>
      review.removeAttribute('disabled'),
    );
  });

  /** Nobody has asked: if it cannot be loaded nothing is said, and nothing is searched. */
  const tell = async () => {
    want(true);
    const loaded = await parts(false);
    if (!loaded) want(false);
    if (!loaded || !wanted) return;
    evaluate(loaded, false);
    if (!record.result) return;
    endReview = loaded[1].showReview(
      study,
      page,
      record,
      names,
      { list: byId('slips'), state: document.createElement('span') },
      () => {},
      false,
    );
  };
  if (tells && setting('exact')) tell();
}
