// Help, moves and talk. Where there is room they stand beside the board; on a phone each is a sheet that a button under
// the board opens and closes.

import { byId } from '../ui/dom.js';
import { load } from '../ui/load.js';

export class Panels {
  #main = byId('main');
  /** @type {HTMLElement[]} */
  #tabs = [...document.querySelectorAll('[data-panel]')].map((tab) => /** @type {HTMLElement} */ (tab));

  /** Has Back leave the page again. @type {(() => void) | undefined} */
  #closed;

  /** @param {(panel: string | null) => void} changed */
  constructor(changed) {
    this.changed = changed;
    for (const tab of this.#tabs) tab.addEventListener('click', () => this.toggle(tab.dataset.panel ?? ''));
    for (const close of document.querySelectorAll('.panel-close')) close.addEventListener('click', () => this.open(null));
    this.#main.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.shown || !(/** @type {Element} */ (event.target).closest('.panel'))) return;
      event.preventDefault();
      this.open(null);
    });
  }

  /** The sheet that is open on a phone. @returns {string | null} */
  get shown() {
    return this.#main.dataset.open ?? null;
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
    if (panel) this.#main.dataset.open = panel;
    else delete this.#main.dataset.open;
    for (const tab of this.#tabs) tab.setAttribute('aria-expanded', String(tab.dataset.panel === panel));
    if (panel) byId(`panel-${panel}`).focus({ preventScroll: true });
    else this.#tabs.find((tab) => tab.dataset.panel === before)?.focus({ preventScroll: true });
    if (!panel) this.#closed?.();
    else if (!before) this.#closesByBack();
    this.changed(panel);
  }
}
