// The kinds of notifications that a visitor can switch on, in the order of the switches.

import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';

/** @typedef {import('../net/wire.d.ts').NotificationKind} Kind */

/** @type {readonly Kind[]} */
export const KINDS = ['turn', 'challenge', 'found'];

/** A further kind of notification: an opponent waits for an answer. */
export const NOTICES = [...KINDS, 'waiting'];

/**
 * Switches for kinds, each with its text.
 *
 * @param {{named: string, isOff?: boolean, change: () => void}} options `named` begins the names of texts and elements
 */
export function kindSwitches({ named, isOff = false, change }) {
  const inputs = KINDS.map((kind) =>
    h('input', { type: 'checkbox', role: 'switch', disabled: isOff, 'data-testid': `${named}-${kind}`, change }),
  );
  return {
    labels: inputs.map((input, at) => h('label', { class: 'switch' }, input, h('span', {}, t(`${named}.${KINDS[at]}`)))),
    /** @returns {Kind[]} */
    wanted: () => KINDS.filter((_, at) => inputs[at]?.checked),
    /** @param {readonly Kind[]} kinds */
    show: (kinds) =>
      inputs.forEach((input, at) => {
        input.checked = kinds.some((kind) => kind === KINDS[at]);
      }),
    /** @param {boolean} busy */
    hold: (busy) =>
      inputs.forEach((input) => {
        input.disabled = busy;
      }),
  };
}
