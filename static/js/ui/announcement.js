// The announcement of the server's operator, such as a restart: over the page until it
// ends, or the visitor closes it.

import { h } from './dom.js';
import { t } from '../i18n/i18n.js';

const ID = 'announcement';

/** @param {string | null} text null: it has ended */
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
