// What whoever runs the server tells everybody, such as that it will restart: over the page until it
// is told no more, or the visitor closes it.

import { h } from './dom.js';
import { t } from '../i18n/i18n.js';

const ID = 'announcement';

/** @param {string | null} text null: it is told no more */
export function announce(text) {
  document.getElementById(ID)?.remove();
  if (!text) return;
  const close = h(
    'button',
    { class: 'button button--quiet', 'data-testid': 'announcement-close', click: () => document.getElementById(ID)?.remove() },
    t('announcement.close'),
  );
  document.body.append(
    h('div', { class: 'notice notice--over', id: ID, role: 'status', 'data-testid': ID }, h('p', {}, text), close),
  );
}
