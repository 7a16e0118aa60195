// The content of the menu of phrases at the field of the chat, from when it is opened first.

import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { foldByItself } from './folding_menu.js';

/**
 * @param {HTMLDetailsElement} menu
 * @param {readonly string[]} phrases
 * @param {(text: string) => void} say
 */
export function fillMenu(menu, phrases, say) {
  if (menu.childElementCount > 1) return;
  const button = (/** @type {string} */ phrase) =>
    h(
      'button',
      { class: 'button button--quiet', 'data-testid': `phrase-${phrase}`, click: () => say(`/${phrase}`) },
      t(`phrase.${phrase}`),
    );
  menu.append(h('div', { class: 'card menu-list' }, ...phrases.map(button)));
  foldByItself(menu);
}
