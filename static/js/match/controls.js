// The buttons beside the board: those that can be of use in the present state of the match. One that cannot be used at
// this moment is disabled, so that the others keep their places; some share a place. The rarer ones are in a menu at the end.

import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';

/** @typedef {'resign' | 'abort' | 'draw' | 'takeback' | 'pause' | 'impasse' | 'declare' | 'rematch' | 'flip' | 'pen' | 'other'} Act */
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
  #list = h('div', { class: 'card menu-list' });
  #menu = h(
    'details',
    {
      class: 'menu',
      toggle: async () => {
        if (this.#menu.open) (await load(() => import('./folding_menu.js')))?.foldByItself(this.#menu, this.#list);
      },
    },
    h('summary', { class: 'button', 'data-testid': 'more', 'aria-label': t('act.more'), title: t('act.more') }, '…'),
  );

  /**
   * @param {Element} host
   * @param {Control[][]} slots what shares a place
   * @param {Act[]} rare what is in the menu
   * @param {(control: Act) => void} act
   * @param {string} replay the address of the replay
   * @param {() => void} [leave] the button that has the focus can do nothing more
   */
  constructor(host, slots, rare, act, replay, leave) {
    this.#slots = [...slots, ...rare.map((control) => [control])];
    this.rare = rare;
    this.act = act;
    this.replay = replay;
    this.leave = leave;
    for (const control of this.#slots.flat()) {
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
      (rare.includes(control) ? this.#list : host).append(button);
    }
    host.append(this.#menu);
    const keydown = (/** @type {KeyboardEvent} */ { key }) => {
      if (key === 'Escape' && this.#asking) this.#close(this.#asking);
    };
    this.question = h('div', { class: 'confirm', role: 'alertdialog', 'data-testid': 'confirm', hidden: true, keydown });
    host.append(this.question);
  }

  /** @param {Partial<Record<Control, boolean>>} usable what is of use now, and whether it can be used; the rest is not shown */
  draw(usable) {
    for (const slot of this.#slots) {
      const shown = slot.findLast((control) => usable[control]) ?? slot.find((control) => usable[control] !== undefined);
      for (const control of slot) this.#show(control, control === shown, Boolean(usable[control]));
    }
    this.#menu.hidden = !this.#list.querySelector(':not([hidden])');
    if (this.#asking && !usable[this.#asking]) this.#close();
  }

  /**
   * Shows a control as switched on or off.
   *
   * @param {Act} control
   * @param {boolean} on
   */
  press(control, on) {
    this.#buttons.get(control)?.setAttribute('aria-pressed', String(on));
  }

  /**
   * @param {Control} control
   * @param {boolean} shown
   * @param {boolean} enabled
   */
  #show(control, shown, enabled) {
    if (control === 'replay') {
      if (!this.#replay) return;
      this.#replay.hidden = !shown;
      this.#replay.setAttribute('href', this.replay);
      return;
    }
    const button = this.#buttons.get(control);
    if (!button) return;
    if (!(shown && enabled) && button === document.activeElement) this.leave?.();
    button.hidden = !shown;
    button.disabled = !enabled;
  }

  /** @param {Act} control */
  #ask(control) {
    this.#asking = control;
    const no = h('button', { class: 'button', 'data-testid': 'confirm-no', click: () => this.#close(control) }, t('act.no'));
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
    if (back) (this.rare.includes(back) ? this.#menu.querySelector('summary') : this.#buttons.get(back))?.focus();
  }
}

/** @param {import('../net/protocol.js').Snapshot} match */
const isSlow = ({ clock: { kind }, players: { first, second } }) =>
  /^(none|corr)/.test(kind) && !first?.computer && !second?.computer;

/**
 * What is of use in the present state of a match, and whether it can be used at this moment.
 *
 * @param {import('./model.js').Model} model
 * @param {import('../net/protocol.js').Snapshot} match
 * @param {import('../net/protocol.js').Side | null} seat
 * @returns {Partial<Record<Control, boolean>>}
 */
export function usableControls(model, match, seat) {
  const flip = true;
  // Who plays draws with the second button: a finger is to play.
  const pen = true;
  if (match.state === 'open') return seat ? { abort: model.canAbort } : {};
  // Who watches may want to see another game.
  const watching = seat ? {} : { other: true };
  // Where nothing was played the end itself offers the way on.
  if (match.state === 'over')
    return { ...(match.ply > 0 && { replay: true, flip, pen, ...watching }), ...(model.canRematch && { rematch: true }) };
  if (!seat) return { flip, pen, ...watching };
  return {
    resign: model.canResign,
    ...(model.canAbort && { abort: true }),
    draw: model.canOfferDraw,
    takeback: model.canTakeBack,
    // Where nobody has to be there, and two people play.
    ...(isSlow(match) && { pause: model.canResign && !match.paused && !match.offers.pause }),
    impasse: model.canResign && match.offers.impasse === null,
    declare: model.canPlay,
    flip,
  };
}
