// The question that comes before a change to an account that has not proven itself for a while: the visitor
// confirms with the password, a passkey or a recovery code. One dialog serves all requests that wait for it.

import { showModal } from '../ui/back.js';
import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { Problem } from '../net/api.js';
import { confirmBy, confirmWays } from '../net/people.js';
import { actButton, FIELDS, smallForm } from './form.js';
import { canPasskey, confirmByPasskey } from './passkeys.js';

/** @type {Promise<boolean> | null} */
let open = null;

/** Asks the visitor to confirm. @returns {Promise<boolean>} whether they did */
export const confirmed = () => (open ??= ask().finally(() => (open = null)));

/**
 * Confirms by a secret; one that is wrong is named by its kind.
 *
 * @param {'password' | 'code'} way
 * @param {string} secret
 */
async function prove(way, secret) {
  try {
    await confirmBy({ [way]: secret });
  } catch (error) {
    throw error instanceof Problem && ['bad_credentials', 'bad_password'].includes(error.code)
      ? new Problem(`wrong_${way}`, error.status, '')
      : error;
  }
}

async function ask() {
  const { ways } = await confirmWays();
  /** @type {(done: boolean) => void} */
  let answer = () => undefined;
  const answered = new Promise((/** @type {(done: boolean) => void} */ done) => (answer = done));
  const finish = () => {
    answer(true);
    dialog.close();
  };
  /** @type {Record<string, () => HTMLElement | false>} */
  const parts = {
    passkey: () => canPasskey() && actButton('confirm-passkey', t('confirm.passkey'), () => confirmByPasskey().then(finish)),
    password: () =>
      smallForm('confirm', [FIELDS.password], t('confirm.do'), ({ password = '' }) => prove('password', password).then(finish)),
    code: () => smallForm('confirm-code', [FIELDS.code], t('confirm.do'), ({ code = '' }) => prove('code', code).then(finish)),
  };
  // A recovery code is used up, so that it stands behind the other ways.
  const [first, ...others] = ['passkey', 'password', 'code'].flatMap((way) => (ways.includes(way) && parts[way]?.()) || []);
  const dialog = h(
    'dialog',
    {
      class: 'confirm-dialog',
      'aria-labelledby': 'confirm-title',
      'aria-describedby': 'confirm-why',
      'data-testid': 'confirm-dialog',
      close: () => {
        dialog.remove();
        answer(false);
      },
    },
    h('h2', { id: 'confirm-title' }, t('confirm.title')),
    h('p', { class: 'hint', id: 'confirm-why' }, t(first ? 'confirm.why' : 'confirm.none')),
    first,
    ...others.map((part) =>
      part.matches('[data-testid=confirm-code]')
        ? h('details', { class: 'fold' }, h('summary', {}, t('people.recover')), part)
        : part,
    ),
    h('button', { class: 'button', 'data-testid': 'confirm-cancel', click: () => dialog.close() }, t('confirm.cancel')),
  );
  document.body.append(dialog);
  showModal(dialog);
  /** @type {HTMLElement | null} */ (dialog.querySelector('input, button'))?.focus();
  return answered;
}
