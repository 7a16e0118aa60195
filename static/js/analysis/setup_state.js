// The parts of an edited position other than its board, as controls: the side to move, the pieces in
// hand, the phase.

import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';

/** @typedef {import('./position.js').PositionEdit} PositionEdit */

export class StateControls {
  /** @type {Map<string, HTMLElement>} */
  #made = new Map();

  /**
   * @param {Element} host
   * @param {object} has
   * @param {[string, string][]} has.turns the letters of the sides and their names
   * @param {{token: string, name: string, picture: Node}[]} has.held pieces that can be in hand
   * @param {(edit: PositionEdit) => import('../games/index.js').Field[]} has.fields
   * @param {(rest: string[]) => boolean} has.fits whether the engine takes such a position
   * @param {() => void} changed
   */
  constructor(host, has, changed) {
    this.host = host;
    this.has = has;
    this.changed = changed;
  }

  /** @param {PositionEdit} edit */
  draw(edit) {
    const { turns, held, fields, fits } = this.has;
    const controls = [this.#select('turn', t('setup.turn'), turns, edit.turn, (value) => (edit.turn = value))];
    if (edit.hands)
      for (const { token, name, picture } of held)
        controls.push(this.#number(token, name, edit.hand.get(token) ?? 0, (value) => edit.give(token, value), picture));
    for (const { name, side, value, choices, set } of fields(edit)) {
      const change = (/** @type {string} */ to) => (edit.rest = set(to));
      const label = t(`field.${name}`, { side: turns[Number(side === 'second')]?.[1] ?? '' });
      if (!choices) controls.push(this.#number(name + side, label, Number(value), (to) => change(String(to))));
      else {
        // A choice that no position of the ruleset has, or not with these stones, is not offered.
        const open = choices.filter((choice) => choice === value || fits(set(choice)));
        controls.push(
          this.#select(
            name,
            label,
            open.map((choice) => [choice, choiceText(choice)]),
            value,
            change,
          ),
        );
      }
    }
    // Controls that are there stay in place, since one may have the focus.
    const same =
      this.host.children.length === controls.length && controls.every((each, index) => this.host.children[index] === each);
    if (!same) this.host.replaceChildren(...controls);
  }

  /**
   * @param {string} key
   * @param {string} label
   * @param {(control: HTMLSelectElement | HTMLInputElement) => void} change
   * @param {() => HTMLSelectElement | HTMLInputElement} make
   * @param {Node} [picture] in place of the label, which is then only spoken
   */
  #control(key, label, change, make, picture) {
    const known = this.#made.get(key);
    const field = known ?? h('label', { class: picture ? 'held' : 'field', title: label }, picture ?? h('span', {}, label));
    const control = /** @type {HTMLSelectElement | HTMLInputElement} */ (known?.lastChild ?? make());
    if (!known) {
      control.setAttribute('aria-label', label);
      control.setAttribute('data-testid', `setup-${key}`);
      field.append(control);
      this.#made.set(key, field);
    }
    control.onchange = () => {
      change(control);
      this.changed();
    };
    return { field, control };
  }

  /**
   * @param {string} key
   * @param {string} label
   * @param {[value: string, text: string][]} choices
   * @param {string} value
   * @param {(value: string) => void} set
   */
  #select(key, label, choices, value, set) {
    const { field, control } = this.#control(
      key,
      label,
      ({ value: chosen }) => set(chosen),
      () => h('select'),
    );
    control.replaceChildren(...choices.map(([choice, text]) => h('option', { value: choice, selected: choice === value }, text)));
    return field;
  }

  /**
   * @param {string} key
   * @param {string} label
   * @param {number} value
   * @param {(value: number) => void} set
   * @param {Node} [picture]
   */
  #number(key, label, value, set, picture) {
    const make = () => h('input', { type: 'number', min: 0, max: 99 });
    const { field, control } = this.#control(
      key,
      label,
      (input) => set(Math.max(0, Math.trunc(Number(input.value)))),
      make,
      picture,
    );
    control.value = String(value);
    return field;
  }
}

/** @param {string} choice a letter and a number or a point */
const choiceText = ([kind, ...of]) => t(`field.${kind}`, { of: of.join(''), at: of.join('') });
