// The other readers of a stored game: how many there are, whether this page's changes have reached them, and the reader whose
// steps the board follows.

import { shownName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { h, setAttribute, setText } from '../ui/dom.js';

export class Company {
  /** Whether the board moves because the followed reader did. */
  isLed = false;
  #follows = false;
  /** The last node of the followed reader, and their name: the same one as long as they are followed. @type {{node: number, who: string, name: string} | null} */
  #leader = null;
  #readers = h('p', { 'data-testid': 'readers' });
  #delivery = h('p', { class: 'delivery', 'data-testid': 'shared', hidden: true });
  #follow;
  #lock;

  /**
   * @param {import('./study.js').Study} study
   * @param {import('../game/names.js').Names} names
   * @param {import('./analysis_page.js').AnalysisPage} page
   * @param {{moved: () => void, lock: () => void}} acts `moved` is called when the followed reader is at another node
   */
  constructor(study, names, page, { moved, lock }) {
    this.study = study;
    this.names = names;
    this.page = page;
    this.moved = moved;
    const follow = () => {
      this.#follows = !this.#follows;
      this.#go();
    };
    this.#follow = h(
      'button',
      { class: 'button', 'data-testid': 'follow', 'aria-pressed': 'false', click: follow },
      t('analysis.follow'),
    );
    this.#lock = h('button', { class: 'button', 'data-testid': 'lock', hidden: true, click: lock }, t('analysis.lock'));
    this.element = h(
      'div',
      { class: 'company', 'data-testid': 'company', hidden: true },
      ...[this.#readers, this.#delivery, this.#follow, this.#lock],
    );
  }

  /** Another reader is at a node. @param {{node: number, who: string, name: string}} reader */
  look(reader) {
    if (this.#follows && this.#leader && this.#leader.who !== reader.who) return;
    this.#leader = reader;
    this.#go();
  }

  /**
   * A node has got another number.
   *
   * @param {number} before
   * @param {number} node
   */
  rename(before, node) {
    if (this.#leader?.node === before) this.#leader.node = node;
  }

  /** @param {import('./together.js').Together} together */
  show({ on, readers, delivery, seat, locked }) {
    this.element.hidden = !on && readers < 2;
    this.#delivery.hidden = !on;
    setText(this.#delivery, t(`status.${delivery}`));
    setAttribute(this.#delivery, 'data-state', delivery);
    if (readers < 2) {
      // No reader is left to be followed, nor to wipe their drawings.
      this.#leader = null;
      this.page.drawings.alone();
    }
    setText(this.#readers, [t('analysis.readers', { count: readers }), ...this.#place()].join(' · '));
    setAttribute(this.#follow, 'aria-pressed', String(this.#follows));
    this.#lock.hidden = seat === null;
    setAttribute(this.#lock, 'aria-pressed', String(locked));
  }

  /** The followed reader's node, as a list of one sentence; empty as long as that is not known. */
  #place() {
    if (!this.#leader || !this.study.tree.has(this.#leader.node)) return [];
    const { action, written } = this.study.entry(this.#leader.node);
    const move = action === null ? t('rules.start') : this.names.action(action, written);
    return [t('analysis.looks', { name: shownName(this.#leader.name), move })];
  }

  /** Another reader looks at another node, or is followed from now on. */
  #go() {
    this.moved();
    if (!this.#follows || !this.#leader || !this.study.tree.has(this.#leader.node)) return;
    this.isLed = true;
    this.page.go(this.#leader.node);
    this.isLed = false;
  }
}
