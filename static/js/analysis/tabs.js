// The tabs below the moves: the computer, a review of the game, the opening explorer, and notes. The content of a tab is loaded
// when one is opened first, or at once where the tables of a solved game value the position unasked.

import { h, setAttribute, style } from '../ui/dom.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { setting } from '../ui/settings.js';

/** @typedef {'computer' | 'review' | 'explorer' | 'notes'} Tab */

/**
 * The subject of the tabs.
 *
 * @typedef {object} Told
 * @property {import('./study.js').Study} study
 * @property {import('./analysis_page.js').AnalysisPage} page
 * @property {import('./records.js').Recorded} record
 * @property {import('../game/names.js').Names} names
 * @property {import('./notes.js').Notes} notes
 * @property {Element} ply the line below which the values on the board are explained
 */

/**
 * @param {Element} host
 * @param {Told} told
 * @param {readonly Tab[]} ids the tabs that there are
 */
export function offerTabs(host, told, ids) {
  /** @type {Tab | null} */
  let open = null;
  /** @type {ReturnType<typeof import('./panels.js').showPanels> | null} */
  let panels = null;
  const panelOf = (/** @type {Tab} */ id) =>
    h('div', { id: `panel-${id}`, class: 'tab-panel', role: 'tabpanel', 'aria-labelledby': `tab-${id}`, hidden: true });
  const places = Object.fromEntries(ids.map((id) => [id, panelOf(id)]));
  const tabs = ids.map((id, index) =>
    h(
      'button',
      {
        ...{ id: `tab-${id}`, class: 'tab', role: 'tab', 'data-testid': `tab-${id}`, 'aria-controls': `panel-${id}` },
        ...{ 'aria-selected': 'false', tabindex: index === 0 ? '0' : '-1', click: () => select(id) },
      },
      t(`tab.${id}`),
    ),
  );
  const key = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = tabs.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (!by || at < 0) return;
    event.preventDefault();
    tabs[(at + by + tabs.length) % tabs.length]?.focus();
  };
  host.append(
    h('div', { class: 'tab-list', role: 'tablist', 'aria-label': t('nav.analysis'), keydown: key }, ...tabs),
    ...Object.values(places),
  );

  /** @type {Promise<unknown> | undefined} */
  let styled;
  const loadPanels = (tells = true) =>
    load(
      () => Promise.all([import('./panels.js'), loadWords('worth', 'explorer', 'notes'), (styled ??= style('css/panels.css'))]),
      undefined,
      tells,
    );

  /** @param {Awaited<ReturnType<typeof loadPanels>>} loaded */
  const take = (loaded) => (panels ??= loaded?.[0].showPanels(told, places) ?? null);

  /** @param {Tab | null} id null for none */
  const show = (id) => {
    open = id;
    tabs.forEach((tab, index) => {
      const shown = ids[index] === id;
      setAttribute(tab, 'aria-selected', String(shown));
      setAttribute(tab, 'tabindex', shown || (id === null && index === 0) ? '0' : '-1');
      /** @type {HTMLElement} */ (places[/** @type {Tab} */ (ids[index])]).hidden = !shown;
    });
  };

  /** @param {Tab} id */
  const select = async (id) => {
    show(id);
    const shown = take(await loadPanels());
    if (open === id) shown?.opened(id);
  };

  /** The visitor has not asked: if it cannot be loaded no fault is shown, and nothing is searched. */
  const tell = async () => {
    show('computer');
    const shown = take(await loadPanels(false));
    if (shown) shown.tell();
    else if (open === 'computer') show(null);
  };
  if (told.names.game.solved && ids.includes('computer') && setting('exact')) tell();
}
