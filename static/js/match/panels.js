// Help, moves and chat. Where there is room they stand next to the board; on a phone each is a sheet that a button under
// the board opens and closes.

import { load } from '../ui/load.js';

/**
 * @param {HTMLElement} main
 * @param {import('./store.js').MatchStore} store
 */
export function showPanels(main, { panel: shown }) {
  const tabs = /** @type {HTMLElement[]} */ ([...main.querySelectorAll('[data-panel]')]);
  const panels = /** @type {HTMLElement[]} */ ([...main.querySelectorAll('.panel')]);
  /** Has Back leave the page again. @type {(() => void) | undefined} */
  let closed;
  const closeByBack = async () => {
    const back = await load(() => import('../ui/back.js'));
    if (shown.peek()) closed = back?.closeByBack(() => open(null));
  };
  const open = (/** @type {string | null} */ panel) => {
    const before = shown.peek();
    if (panel) main.dataset.open = panel;
    else delete main.dataset.open;
    shown.value = panel;
    for (const tab of tabs) tab.setAttribute('aria-expanded', String(tab.dataset.panel === panel));
    const focused = panel ? panels.find(({ id }) => id === `panel-${panel}`) : tabs.find((tab) => tab.dataset.panel === before);
    focused?.focus({ preventScroll: true });
    if (!panel) closed?.();
    else if (!before) closeByBack();
  };
  main.addEventListener('click', ({ target }) => {
    const pressed = /** @type {Element} */ (target);
    const panel = /** @type {HTMLElement | null} */ (pressed.closest('[data-panel]'))?.dataset.panel;
    if (panel) open(shown.peek() === panel ? null : panel);
    else if (pressed.closest('.panel-close')) open(null);
  });
  main.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !shown.peek() || !(/** @type {Element} */ (event.target).closest('.panel'))) return;
    event.preventDefault();
    open(null);
  });
}
