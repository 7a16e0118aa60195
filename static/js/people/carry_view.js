// The link of one use that carries the visitor's identity to another device, as a picture for its camera.

import { h, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { newLink } from '../net/carry.js';
import { actButton } from './form.js';

/** What of this page the other device opens: the match or game that is on it. */
const place = () => (/^\/[mg]\/[0-9a-f-]{36}$/.test(location.pathname) ? location.pathname : '');

/** The button, and below it the picture when it was pressed. @param {string} label */
export function carryView(label) {
  const shown = h('div', { class: 'carry', 'data-testid': 'carry', hidden: true });
  const show = async () => {
    const { qr, url: link } = await newLink(place());
    const picture = h('img', { alt: t('people.carry.picture'), src: `data:image/svg+xml,${encodeURIComponent(qr)}` });
    const copied = h('span', { role: 'status' });
    const copy = async () => {
      await navigator.clipboard?.writeText(link);
      setText(copied, t('people.copied'));
    };
    shown.replaceChildren(
      picture,
      h('p', { class: 'hint' }, t('people.carry.hint')),
      h('input', { readonly: true, value: link, 'aria-label': t('people.carry.link'), 'data-testid': 'carry-link' }),
      h('div', { class: 'act' }, h('button', { class: 'button', click: copy }, t('people.copy')), copied),
    );
    shown.hidden = false;
  };
  return h('div', {}, actButton('carry-open', t(label), show), shown);
}
