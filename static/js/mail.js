// @ts-check
// What a link in a mail leads to: the confirmation of an address, or the end of mails to it. Nothing happens until
// its button is pressed: programs that look into mails follow links, and press none.

import { byId, h, setText } from './dom.js';
import { t } from './i18n/i18n.js';
import { load } from './load.js';
import { Problem } from './net/api.js';
import { confirmMail, stopMail } from './net/mail.js';
import { boardShown, startPage } from './page.js';

async function begin() {
  const isOff = location.pathname === '/mail/off';
  const secret = isOff ? (new URLSearchParams(location.search).get('t') ?? '') : location.hash.slice(1);
  // Not to be found in the history, nor shared with the address.
  if (!isOff) history.replaceState(null, '', location.pathname);
  // Another link in the same tab is the same page to the browser.
  addEventListener('hashchange', () => !['', '#main'].includes(location.hash) && location.reload());
  await startPage(null, 'mail');
  const form = await load(() => import('./people/form.js'));
  if (!form) return;
  const name = isOff ? 'mail.off' : 'mail.confirm';
  const title = t(`${name}.title`);
  document.title = `${title} · ${t('site.name')}`;
  const said = h('p', { role: 'status', tabindex: '-1', 'data-testid': 'mail-said' }, t(secret ? `${name}.hint` : 'mail.none'));
  /** @param {'done' | 'used'} outcome */
  const end = (outcome) => {
    said.dataset.outcome = outcome;
    setText(said, t(`${name}.${outcome}`));
    act.replaceWith(h('div', { class: 'act' }, h('a', { class: 'button', href: '/' }, t('mail.lobby'))));
    said.focus();
  };
  const act = form.actButton('mail-act', t(`${name}.do`), async () => {
    try {
      await (isOff ? stopMail(secret) : confirmMail(secret));
      end('done');
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'link_used') throw error;
      end('used');
    }
  });
  byId('main').append(h('section', { class: 'mail-link' }, h('h1', {}, title), said, secret && act));
  await boardShown();
}

begin();
