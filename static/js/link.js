// @ts-check
// The page of a link that carries an identity to this device. Nothing happens until its button is pressed:
// programs that follow links press none.

import { byId, h } from './dom.js';
import { t } from './i18n/i18n.js';
import { takeLink } from './net/carry.js';
import { boardShown, startPage } from './page.js';
import { actButton } from './people/form.js';

async function begin() {
  const code = location.hash.slice(1);
  // Not to be found in the history, nor shared with the address.
  history.replaceState(null, '', location.pathname + location.search);
  await startPage(null, 'people');
  document.title = `${t('people.link.title')} · ${t('site.name')}`;
  const to = new URLSearchParams(location.search).get('to') ?? '';
  const next = /^\/[mg]\/[0-9a-f-]{36}$/.test(to) ? to : '/people/me';
  const go = actButton('take-link', t('people.link.do'), async () => {
    await takeLink(code);
    location.replace(next);
  });
  byId('main').append(
    h('section', {}, h('h1', {}, t('people.link.title')), h('p', {}, t(code ? 'people.link.hint' : 'people.link.none')), code && go),
  );
  await boardShown();
}

begin();
