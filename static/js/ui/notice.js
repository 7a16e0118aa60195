// A notice over the page that asks for one thing to be done, such as reloading it.

import { h } from './dom.js';

/**
 * Shows a notice until it is answered. One with the same `id` is replaced.
 *
 * @param {string} id
 * @param {string} text
 * @param {string} label of its button
 * @param {() => void} act the action of the button
 */
export function showNotice(id, text, label, act) {
  document.getElementById(id)?.remove();
  const button = h('button', { class: 'button button--main', 'data-testid': `${id}-act`, click: act }, label);
  document.body.append(
    h('div', { class: 'notice notice--over', id, role: 'alert', 'data-testid': id }, h('p', {}, text), button),
  );
}
