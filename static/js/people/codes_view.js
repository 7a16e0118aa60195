// Recovery codes, shown once.

import { day } from '../ui/time_text.js';
import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';

/**
 * @param {string[]} codes
 * @param {string} name of the account, which the file names with the site and the day
 */
export function codesView(codes, name) {
  const heading = [
    `${t('site.name')} ${location.origin}`,
    t('people.codes.file', { name, day: day(Date.now()) }),
    t('people.codes.each'),
  ];
  const file = new Blob([[...heading, '', ...codes, ''].join('\n')], { type: 'text/plain' });
  return h(
    'section',
    { class: 'codes', 'data-testid': 'recovery-codes', tabindex: '-1' },
    h('h3', {}, t('people.codes')),
    h('p', {}, t('people.codes.hint')),
    h('ul', {}, ...codes.map((code) => h('li', {}, h('code', {}, code)))),
    h('a', { class: 'button', download: 'yiguan-recovery-codes.txt', href: URL.createObjectURL(file) }, t('people.codes.save')),
  );
}
