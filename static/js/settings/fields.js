// The controls of the settings: choices of which one holds, switches and sliders.

import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { choose, setting } from '../ui/settings.js';

/** @typedef {import('../ui/settings.js').Settings} Settings */

/** @typedef {[value: string, ...content: (Node | string)[]]} Choice */

/**
 * A row of choices of which one holds.
 *
 * @param {string} name
 * @param {string} now
 * @param {Choice[]} values
 * @param {(value: string) => void} pick
 */
export const row = (name, now, values, pick) =>
  h(
    'fieldset',
    {},
    h('legend', {}, t(`settings.${name}`)),
    h(
      'div',
      { class: 'segments' },
      ...values.map(([value, ...content]) =>
        h(
          'label',
          {},
          h('input', {
            type: 'radio',
            name,
            value,
            checked: value === now,
            'data-testid': `${name}-${value || 'own'}`,
            change: () => pick(value),
          }),
          ...content,
        ),
      ),
    ),
  );

/** @param {'sound' | 'premove' | 'confirm' | 'coordinates' | 'animation' | 'times'} name */
export const toggle = (name) =>
  h(
    'label',
    { class: 'switch' },
    h('input', {
      type: 'checkbox',
      role: 'switch',
      checked: setting(name),
      'data-testid': `set-${name}`,
      change: (/** @type {Event} */ event) => choose(name, /** @type {HTMLInputElement} */ (event.target).checked),
    }),
    h('span', {}, t(`settings.${name}`)),
  );

/**
 * @param {'size' | 'volume'} name
 * @param {{min: number, step: number, chosen?: () => void}} range in percent
 */
export function slider(name, { min, step, chosen }) {
  const shown = h('output', {}, `${setting(name)}%`);
  return h(
    'label',
    { class: 'slider' },
    h('span', {}, t(`settings.${name}`)),
    h('input', {
      type: 'range',
      min,
      max: 100,
      step,
      value: setting(name),
      'data-testid': `set-${name}`,
      input: (/** @type {Event} */ { target }) => {
        choose(name, Number(/** @type {HTMLInputElement} */ (target).value));
        shown.textContent = `${setting(name)}%`;
      },
      change: () => chosen?.(),
    }),
    shown,
  );
}
