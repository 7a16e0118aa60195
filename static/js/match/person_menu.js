// The acts against the author of a chat line, each a word with a button.

import { showModal } from '../ui/back.js';
import { h, setText, style } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { block } from '../net/people.js';
import { actButton } from '../people/form.js';
import { openReport } from '../people/report_view.js';

/**
 * @typedef {object} Author
 * @property {string} match
 * @property {string} name
 * @property {string | null} player the id, to block them; null for a spectator
 * @property {import('../net/protocol.js').ChatLine[]} lines all that a report is about; none of a spectator, who has no seat to be known by
 * @property {() => void} mute hides their lines on this page
 */

/** @param {Author} author */
export async function openPersonMenu({ match, name, player, lines, mute }) {
  await style('css/people.css');
  const done = h('p', { role: 'status', 'data-testid': 'menu-done' });
  const closing = (/** @type {() => void} */ act) => () => {
    dialog.close();
    act();
  };
  const report = h(
    'button',
    { class: 'button', 'data-testid': 'report-open', click: closing(() => openReport(match, lines, name, player)) },
    t('people.report'),
  );
  const blocking =
    player &&
    actButton('menu-block', t('people.block'), async () => {
      await block(player);
      setText(done, t('report.blocked'));
    });
  const dialog = h(
    'dialog',
    { class: 'report', 'data-testid': 'person-dialog', 'aria-labelledby': 'person-dialog-title', close: () => dialog.remove() },
    h('h2', { id: 'person-dialog-title' }, name),
    h('button', { class: 'button', 'data-testid': 'mute', click: closing(mute) }, t('people.mute')),
    blocking || '',
    lines.length > 0 ? report : '',
    done,
    h('button', { class: 'button', 'data-testid': 'person-dialog-close', click: () => dialog.close() }, t('settings.close')),
  );
  document.body.append(dialog);
  showModal(dialog);
}
