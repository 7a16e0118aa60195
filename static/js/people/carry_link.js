// The offer of a link that carries an identity to this device.

import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { takeLink } from '../net/carry.js';
import { actButton } from './form.js';

/**
 * @param {string} code empty where the link has none
 * @param {string} to the page to go to then
 * @returns {import('../pages/link.js').LinkView}
 */
export function carryLink(code, to) {
  const next = /^\/[mg]\/[0-9a-f-]{36}$/.test(to) ? to : '/people/me';
  const go = async () => {
    await takeLink(code);
    location.replace(next);
  };
  const said = h('p', {}, t(code ? 'people.link.hint' : 'people.link.none'));
  return { title: t('people.link.title'), parts: code ? [said, actButton('take-link', t('people.link.do'), go)] : [said] };
}
