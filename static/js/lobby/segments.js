// Choices side by side, of which one holds.

import { h } from '../ui/dom.js';

/**
 * One of them.
 *
 * @param {string} name of the field
 * @param {string} value
 * @param {boolean} checked
 * @param {...import('../ui/dom.js').Child} content
 */
export const segment = (name, value, checked, ...content) =>
  h('label', {}, h('input', { type: 'radio', name, value, checked, 'data-testid': `${name}-${value}` }), ...content);

/**
 * A group of them, with a line below that explains the choice.
 *
 * @param {string} id
 * @param {string} title
 * @param {HTMLElement[]} choices
 * @param {((value: string) => string) | null} explain
 * @param {...HTMLElement} more what stands below
 */
export function segments(id, title, choices, explain, ...more) {
  const row = h('div', { class: 'segments' }, ...choices);
  const hint = h('p', { class: 'hint', id: `${id}-hint` });
  const checked = /** @type {HTMLInputElement | null} */ (row.querySelector(':checked'));
  const say = (/** @type {string} */ value) => {
    hint.textContent = explain?.(value) ?? '';
    hint.hidden = hint.textContent === '';
  };
  say(checked?.value ?? '');
  row.addEventListener('change', ({ target }) => say(/** @type {HTMLInputElement} */ (target).value));
  const described = explain ? { 'aria-describedby': hint.id } : {};
  return h('fieldset', { id, ...described }, h('legend', {}, title), row, explain && hint, ...more);
}
