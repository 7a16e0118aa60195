// @ts-check
// What is in the menu of phrases beside the field of the talk, from when it is opened first.

import { h } from '../dom.js';
import { t } from '../i18n/i18n.js';

/**
 * @param {HTMLDetailsElement} menu
 * @param {readonly string[]} phrases
 * @param {(text: string) => void} say
 */
export function fillMenu(menu, phrases, say) {
  if (menu.childElementCount > 1) return;
  const fold = () => {
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  const choose = (/** @type {string} */ phrase) => {
    fold();
    say(`/${phrase}`);
  };
  const button = (/** @type {string} */ phrase) => h('button', { class: 'button button--quiet', type: 'button', 'data-testid': `phrase-${phrase}`, click: () => choose(phrase) }, t(`phrase.${phrase}`));
  menu.append(h('div', { class: 'card phrases-list' }, ...phrases.map(button)));
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget))) menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && menu.open) fold();
  });
}
