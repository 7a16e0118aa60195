// The announcement of the server's operator, such as a restart: over the page until it
// ends, or the visitor closes it.

import { h } from './dom.js';
import { t } from '../i18n/i18n.js';

/** @type {Element | undefined} */
let shown;

/** @param {string | null} text null: it has ended */
export function announce(text) {
  shown?.remove();
  if (!text) return;
  const close = h(
    'button',
    { class: 'button button--quiet', 'data-testid': 'announcement-close', click: () => shown?.remove() },
    t('announcement.close'),
  );
  const notice = { class: 'notice notice--over', id: 'announcement', role: 'status', 'data-testid': 'announcement' };
  shown = h('div', notice, h('p', {}, text), close);
  document.body.append(shown);
}
