// A small form of labelled fields with one button, and a sentence next to it when it fails.

import { h, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { problemText } from '../net/problem_text.js';

/**
 * A field of such a form.
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} type
 * @property {string} autocomplete
 * @property {number} [minlength]
 * @property {boolean} [optional]
 */

/** @type {Record<'name' | 'password' | 'fresh' | 'code', Field>} */
export const FIELDS = {
  name: { name: 'name', label: 'people.name', type: 'text', autocomplete: 'username', minlength: 2 },
  password: { name: 'password', label: 'people.password', type: 'password', autocomplete: 'current-password' },
  fresh: { name: 'fresh', label: 'people.password.new', type: 'password', autocomplete: 'new-password' },
  code: { name: 'code', label: 'people.code', type: 'text', autocomplete: 'off' },
};

/**
 * Allows another press. A button that was switched off has lost the focus: it returns if nothing else has it.
 *
 * @param {HTMLButtonElement} button
 */
function enable(button) {
  button.disabled = false;
  if (document.activeElement === document.body) button.focus();
}

/**
 * @param {string} id unique on the page
 * @param {Field[]} fields
 * @param {string} button the label of the button
 * @param {(values: Record<string, string>) => Promise<unknown>} act
 * @param {string} [hint]
 */
export function smallForm(id, fields, button, act, hint = '') {
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', 'data-testid': `${id}-problem`, hidden: true });
  const submit = h('button', { class: 'button', type: 'submit', 'data-testid': `${id}-submit` }, button);
  const inputs = fields.map(({ name, type, autocomplete, minlength, optional }) =>
    h('input', {
      id: `${id}-${name}`,
      name,
      type,
      autocomplete,
      minlength,
      spellcheck: 'false',
      autocapitalize: 'none',
      required: !optional,
      'data-testid': `${id}-${name}`,
    }),
  );
  const labelled = fields.map(({ label, name }, index) =>
    h('label', { class: 'field', for: `${id}-${name}` }, h('span', {}, t(label)), inputs[index]),
  );
  return h(
    'form',
    {
      class: 'small-form',
      'data-testid': id,
      submit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        problem.hidden = submit.disabled = true;
        try {
          await act(Object.fromEntries(inputs.map((input) => [input.name, input.value])));
        } catch (error) {
          setText(problem, problemText(error));
          problem.hidden = false;
          inputs[0]?.focus();
        }
        enable(submit);
      },
    },
    ...labelled,
    hint && h('p', { class: 'hint' }, hint),
    submit,
    problem,
  );
}

/**
 * A button that does something that takes a while or fails.
 *
 * @param {string} id
 * @param {string} label
 * @param {() => Promise<unknown>} act
 */
export function actButton(id, label, act) {
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', 'data-testid': `${id}-problem`, hidden: true });
  const button = h(
    'button',
    {
      class: 'button',
      'data-testid': id,
      click: async () => {
        problem.hidden = button.disabled = true;
        try {
          await act();
        } catch (error) {
          setText(problem, problemText(error));
          problem.hidden = false;
        }
        enable(button);
      },
    },
    label,
  );
  return h('div', { class: 'act' }, button, problem);
}
