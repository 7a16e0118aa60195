// Help, moves and talk. Where there is room they stand beside the board; on a phone each is a sheet that a button under
// the board opens and closes.

import { load } from '../ui/load.js';

/** @typedef {import('./store.js').MatchStore} MatchStore */

export class Panels {
  /** Has Back leave the page again. @type {(() => void) | undefined} */
  #closed;

  /**
   * @param {HTMLElement} main
   * @param {MatchStore} store
   * @param {() => void} changed
   */
  constructor(main, store, changed) {
    this.main = main;
    this.panel = store.panel;
    this.changed = changed;
    main.addEventListener('click', ({ target }) => {
      const pressed = /** @type {Element} */ (target);
      const tab = /** @type {HTMLElement | null} */ (pressed.closest('[data-panel]'));
      if (tab) this.toggle(tab.dataset.panel ?? '');
      else if (pressed.closest('.panel-close')) this.open(null);
    });
    main.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.shown || !(/** @type {Element} */ (event.target).closest('.panel'))) return;
      event.preventDefault();
      this.open(null);
    });
  }

  get shown() {
    return this.panel.peek();
  }

  async #closesByBack() {
    const back = await load(() => import('../ui/back.js'));
    if (this.shown) this.#closed = back?.closeByBack(() => this.open(null));
  }

  /** @param {string} panel */
  toggle(panel) {
    this.open(this.shown === panel ? null : panel);
  }

  /** @param {string | null} panel */
  open(panel) {
    const before = this.shown;
    if (panel) this.main.dataset.open = panel;
    else delete this.main.dataset.open;
    this.panel.value = panel;
    /** @type {HTMLElement | undefined} */
    let focused;
    for (const tab of /** @type {NodeListOf<HTMLElement>} */ (this.main.querySelectorAll('[data-panel]'))) {
      tab.setAttribute('aria-expanded', String(tab.dataset.panel === panel));
      if (tab.dataset.panel === before) focused = tab;
    }
    if (panel) focused = this.main.querySelector(`#panel-${panel}`) ?? undefined;
    focused?.focus({ preventScroll: true });
    if (!panel) this.#closed?.();
    else if (!before) this.#closesByBack();
    this.changed();
  }
}
