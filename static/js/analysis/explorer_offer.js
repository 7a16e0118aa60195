// A fold below the computer's card that tells what was played in the position, once it is opened.

import { byId, h } from '../ui/dom.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';

/**
 * @param {import('./study.js').Study} study
 * @param {import('./analysis_page.js').AnalysisPage} page
 * @param {import('./records.js').Recorded} record
 * @param {import('../game/names.js').Names} names
 */
export function offerExplorer(study, page, record, names) {
  const state = h('p', { class: 'opponent-state', role: 'status', 'data-testid': 'explorer-state' });
  const list = h('ol', { class: 'explored', 'data-testid': 'explored-list' });
  /** @type {import('./explorer.js').Explorer | null} */
  let explorer = null;
  const fold = h(
    'details',
    { class: 'card files', 'data-testid': 'explorer' },
    h('summary', {}, t('explorer.title')),
    state,
    list,
  );
  fold.addEventListener('toggle', async () => {
    if (fold.open && !explorer) {
      const loaded = await load(() => Promise.all([import('./explorer.js'), loadWords('explorer')]));
      if (!loaded) return;
      explorer ??= new loaded[0].Explorer(study, page, record, names, { list, state });
    }
    explorer?.turn(fold.open);
  });
  byId('files').before(fold);
  const { moved } = page.listener;
  page.listener.moved = () => {
    moved();
    explorer?.follow();
  };
}
