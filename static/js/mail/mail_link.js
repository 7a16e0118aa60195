// The offer of a link in a mail: to confirm an address, or to end the mails to it.

import { h, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { Problem } from '../net/api.js';
import { confirmMail, stopMail } from '../net/mail.js';
import { actButton } from '../people/form.js';

/**
 * @param {string} secret empty where the link has none
 * @returns {import('../pages/link.js').LinkView}
 */
export function mailLink(secret) {
  const isOff = location.pathname === '/mail/off';
  const name = isOff ? 'mail.off' : 'mail.confirm';
  const said = h('p', { role: 'status', tabindex: '-1', 'data-testid': 'mail-said' }, t(secret ? `${name}.hint` : 'mail.none'));
  /** @param {'done' | 'used'} outcome */
  const end = (outcome) => {
    said.dataset.outcome = outcome;
    setText(said, t(`${name}.${outcome}`));
    act.replaceWith(h('div', { class: 'act' }, h('a', { class: 'button', href: '/' }, t('mail.lobby'))));
    said.focus();
  };
  const act = actButton('mail-act', t(`${name}.do`), async () => {
    try {
      await (isOff ? stopMail(secret) : confirmMail(secret));
      end('done');
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'link_used') throw error;
      end('used');
    }
  });
  return { title: t(`${name}.title`), parts: secret ? [said, act] : [said] };
}
