// @ts-check
// The menu of phrases beside the field of the talk.

import { h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { PHRASES } from './phrases.js';

/** @param {(text: string) => void} say */
export function phrasesMenu(say) {
  const choose = (/** @type {string} */ phrase) => {
    menu.open = false;
    menu.querySelector('summary')?.focus();
    say(`/${phrase}`);
  };
  const button = (/** @type {string} */ phrase) => h('button', { class: 'button button--quiet', 'data-testid': `phrase-${phrase}`, click: () => choose(phrase) }, t(`phrase.${phrase}`));
  const menu = h(
    'details',
    {
      class: 'phrases',
      focusout: (/** @type {FocusEvent} */ { relatedTarget }) => {
        if (relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget))) menu.open = false;
      },
      keydown: (/** @type {KeyboardEvent} */ { key }) => {
        if (key !== 'Escape' || !menu.open) return;
        menu.open = false;
        menu.querySelector('summary')?.focus();
      },
    },
    h('summary', { class: 'button button--quiet', 'data-testid': 'phrases', 'aria-label': t('phrase.menu'), title: t('phrase.menu') }, '…'),
    h('div', { class: 'card phrases-list' }, ...PHRASES.map(button)),
  );
  return menu;
}
