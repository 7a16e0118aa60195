// The panel of a choice. It stands next to the board, so that a choice is seen at once; on a phone below it.

import { showModal } from '../ui/back.js';
import { h, style } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';

/** The panel's own style sheet, which no page needs before. */
const styled = style('css/settings.css');

/**
 * Opens one, unless it is open already.
 *
 * @param {string} id
 * @param {string} title
 * @param {() => HTMLElement[]} parts
 * @returns {Promise<HTMLElement | null>}
 */
export async function openPanel(id, title, parts) {
  await styled;
  if (document.querySelector('dialog.settings')) return null;
  const close = h('button', { class: 'button', 'data-testid': `${id}-close`, click: () => dialog.close() }, t('settings.close'));
  const head = h('div', { class: 'settings-head' }, h('h2', { id: `${id}-title` }, t(title)), close);
  const dialog = h(
    'dialog',
    {
      class: 'settings',
      'data-panel': id,
      'data-testid': id,
      'aria-labelledby': `${id}-title`,
      close: () => dialog.remove(),
    },
    h('div', { class: 'settings-body' }, head, ...parts()),
  );
  // A press outside the panel closes it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  showModal(dialog);
  // Not a field, which would bring up the keyboard of a phone.
  close.focus();
  return dialog;
}
