// The ways to send the link of a table: to share it, to show its code, and to copy it.

import { t } from '../i18n/i18n.js';
import { h, signal } from '../ui/view.js';

/** Phones have a better way to send a link than copying it. */
const SHARES = typeof navigator.share === 'function';

/**
 * @param {Element} host of the field with the link
 * @returns the shown part of them
 */
export function linkSender(host) {
  const isCopied = signal(false);
  const copy = async () => {
    const link = /** @type {HTMLInputElement | null} */ (host.querySelector('input'));
    link?.select();
    // Without permission the link stays selected, to be copied by hand.
    await navigator.clipboard.writeText(link?.value ?? '').then(
      () => (isCopied.value = true),
      () => undefined,
    );
  };
  /** @param {string} id of the match @param {string} text that invites to it */
  return (id, text) => {
    const url = `${location.origin}/m/${id}`;
    // Closing the sheet of the phone without sharing is no error.
    const share = () => navigator.share({ title: document.title, text, url }).catch(() => undefined);
    const button = (
      /** @type {string} */ id,
      /** @type {string} */ kind,
      /** @type {boolean} */ isMain,
      /** @type {string} */ text,
      /** @type {() => unknown} */ click,
    ) => h('button', { class: kind, id, 'data-testid': id, 'data-main': isMain, click }, text);
    return h(
      'div',
      { class: 'invite-link', id: 'invite-link' },
      SHARES && button('share', 'button button--main button--big', true, t('invite.share'), share),
      h('img', {
        class: 'invite-code',
        id: 'invite-code',
        width: 132,
        height: 132,
        alt: t('invite.code'),
        src: `/m/${id}/qr.svg`,
      }),
      h('input', {
        type: 'text',
        id: 'room-link',
        'data-testid': 'room-link',
        readonly: true,
        'aria-label': t('match.link'),
        value: url,
      }),
      button('copy', SHARES ? 'button' : 'button button--main', !SHARES, t(isCopied.value ? 'match.copied' : 'match.copy'), copy),
    );
  };
}
