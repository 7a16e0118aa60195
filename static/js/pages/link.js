// The page that a link of one use leads to: from another device, which carries an identity to this one, or from a mail.
// Nothing happens until its button is pressed: programs that follow links, or look into mails, press none.

import { byId, h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { boardShown, startPage } from '../app/page.js';

/**
 * The purpose of a link.
 *
 * @typedef {object} LinkView
 * @property {string} title
 * @property {Node[]} parts what stands below it
 */

async function begin() {
  const isMail = location.pathname.startsWith('/mail/');
  const asked = new URLSearchParams(location.search);
  const code = location.hash.slice(1);
  // Not to be found in the history, nor shared with the address.
  if (code) history.replaceState(null, '', location.pathname + location.search);
  // Another link in the same tab is the same page to the browser.
  addEventListener('hashchange', () => !['', '#main'].includes(location.hash) && location.reload());
  await startPage(null, isMail ? 'mail' : 'people');
  const view = isMail
    ? (await load(() => import('../mail/mail_link.js')))?.mailLink(
        location.pathname === '/mail/off' ? (asked.get('t') ?? '') : code,
      )
    : (await load(() => import('../people/carry_link.js')))?.carryLink(code, asked.get('to') ?? '');
  if (!view) return;
  document.title = `${view.title} · ${t('site.name')}`;
  byId('main').append(h('section', { class: isMail && 'mail-link' }, h('h1', {}, view.title), ...view.parts));
  await boardShown();
}

begin();
