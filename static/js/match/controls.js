// @ts-check
// The buttons of the desk. Each has its place and keeps it, some in turn with another that is of use
// only when it is not; what cannot be done now is disabled.

import { h } from '../dom.js';
import { t } from '../i18n/i18n.js';

/** @typedef {'resign' | 'abort' | 'draw' | 'takeback' | 'impasse' | 'declare' | 'rematch' | 'flip'} Act */
/** @typedef {Act | 'replay'} Control */

/** These can end the game at once, so they ask first. */
const ASKED = new Set(['resign', 'abort', 'declare']);

export class Controls {
  /** @type {Map<Act, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {HTMLAnchorElement | null} */
  #replay = null;
  /** @type {Act | null} */
  #asking = null;
  /** @type {Control[][]} */
  #slots;

  /**
   * @param {Element} host
   * @param {Control[][]} slots what shares a place
   * @param {(control: Act) => void} act
   * @param {string} replay the address of the replay
   * @param {() => void} [leave] the button that has the focus can do nothing more
   */
  constructor(host, slots, act, replay, leave) {
    this.#slots = slots;
    this.act = act;
    this.replay = replay;
    this.leave = leave;
    for (const control of slots.flat()) {
      if (control === 'replay') {
        this.#replay = h('a', { class: 'button', role: 'link', 'data-testid': 'replay-link' }, t('act.replay'));
        host.append(this.#replay);
        continue;
      }
      const button = h(
        'button',
        {
          class: 'button',
          'data-testid': control,
          click: () => (ASKED.has(control) ? this.#ask(control) : this.act(control)),
        },
        t(`act.${control}`),
      );
      this.#buttons.set(control, button);
      host.append(button);
    }
    const keydown = (/** @type {KeyboardEvent} */ { key }) => {
      if (key === 'Escape' && this.#asking) this.#close(this.#asking);
    };
    this.question = h('div', { class: 'confirm', role: 'alertdialog', 'data-testid': 'confirm', hidden: true, keydown });
    host.append(this.question);
  }

  /** @param {Partial<Record<Control, boolean>>} enabled */
  draw(enabled) {
    for (const [control, button] of this.#buttons) {
      if (!enabled[control] && button === document.activeElement) this.leave?.();
      button.disabled = !enabled[control];
    }
    // A link without an address is one that cannot be followed yet.
    if (enabled.replay) this.#replay?.setAttribute('href', this.replay);
    else this.#replay?.removeAttribute('href');
    for (const slot of this.#slots) {
      const shown = slot.findLast((control) => enabled[control]) ?? slot[0];
      for (const control of slot) {
        const element = control === 'replay' ? this.#replay : this.#buttons.get(control);
        if (element) element.hidden = control !== shown;
      }
    }
    this.#replay?.setAttribute('aria-disabled', String(!enabled.replay));
    if (this.#asking && !enabled[this.#asking]) this.#close();
  }

  /** @param {Act} control */
  #ask(control) {
    this.#asking = control;
    const no = h(
      'button',
      { class: 'button', 'data-testid': 'confirm-no', click: () => this.#close(control) },
      t('act.no'),
    );
    const yes = h(
      'button',
      {
        class: 'button button--main',
        'data-testid': 'confirm-yes',
        click: () => {
          this.#close(control);
          this.act(control);
        },
      },
      t('act.yes'),
    );
    const asked = t(`ask.${control}`);
    this.question.setAttribute('aria-label', asked);
    this.question.replaceChildren(h('p', {}, asked), yes, no);
    this.question.hidden = false;
    no.focus();
  }

  /** @param {Act} [back] the button that the focus returns to */
  #close(back) {
    this.#asking = null;
    this.question.hidden = true;
    if (back) this.#buttons.get(back)?.focus();
  }
}
