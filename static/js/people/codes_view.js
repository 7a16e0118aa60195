// @ts-check
// Recovery codes, shown once.

import { h } from '../dom.js';
import { t } from '../i18n/i18n.js';

/** @param {string[]} codes */
export function codesView(codes) {
  const file = new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' });
  return h(
    'section',
    { class: 'codes', 'data-testid': 'recovery-codes', tabindex: '-1' },
    h('h4', {}, t('people.codes')),
    h('p', {}, t('people.codes.hint')),
    h('ul', {}, ...codes.map((code) => h('li', {}, h('code', {}, code)))),
    h('a', { class: 'button', download: 'yiguan-recovery-codes.txt', href: URL.createObjectURL(file) }, t('people.codes.save')),
  );
}
