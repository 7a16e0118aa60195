// Reporting another player: from the talk, with the lines by the numbers of their events, from a game, or by
// themselves.

import { showModal } from '../ui/back.js';
import { h, setText, style } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { request } from '../net/api.js';
import { block } from '../net/people.js';
import { actButton, smallForm } from './form.js';

const REASONS = ['abuse', 'spam', 'help', 'other'];
const CONDUCT = ['cheating', 'stalling', 'leaving', 'losing', 'name', 'chat'];

/** How many lines go along at the most. */
const MOST = 20;

/**
 * Opens the form, in a dialog over the table.
 *
 * @param {string | undefined} match
 * @param {import('../net/protocol.js').ChatLine[]} lines all of one player; none to report a player's conduct
 * @param {string} name
 * @param {string | null} player the id, to block them as well
 */
export async function openReport(match, lines, name, player) {
  await style('css/people.css');
  const chosen = lines.slice(-MOST);
  const reasons = (chosen.length > 0 ? REASONS : CONDUCT).map((reason, index) =>
    h(
      'label',
      {},
      h('input', { type: 'radio', name: 'reason', value: reason, checked: index === 0, 'data-testid': `reason-${reason}` }),
      ' ',
      t(`report.${reason}`),
    ),
  );
  const done = h('p', { role: 'status', 'data-testid': 'report-sent' });
  const note = { name: 'note', label: 'report.note', type: 'text', autocomplete: 'off', optional: true };
  const form = smallForm('report', [note], t('report.send'), async ({ note: text = '' }) => {
    const reason = dialog.querySelector('input[name=reason]:checked')?.getAttribute('value');
    await request('/api/reports', {
      method: 'POST',
      body: {
        match,
        lines: chosen.map(({ seq }) => seq),
        player: chosen.length > 0 ? undefined : player,
        reason,
        note: text.slice(0, 500),
      },
    });
    form.hidden = true;
    setText(done, t('report.sent'));
  });
  form.prepend(h('fieldset', { class: 'reasons' }, h('legend', {}, t('report.why')), ...reasons));
  const quoted = h('ul', { class: 'report-lines' }, ...chosen.map(({ text }) => h('li', {}, text)));
  const blocking =
    player &&
    actButton('report-block', t('people.block'), async () => {
      await block(player);
      setText(done, t('report.blocked'));
    });
  const close = h('button', { class: 'button', 'data-testid': 'report-close', click: () => dialog.close() }, t('settings.close'));
  const dialog = h(
    'dialog',
    { class: 'report', 'data-testid': 'report-dialog', 'aria-labelledby': 'report-title', close: () => dialog.remove() },
    h('h2', { id: 'report-title' }, t('report.title', { name })),
    h('p', { class: 'hint' }, t(chosen.length > 0 ? 'report.hint' : 'report.player')),
    chosen.length > 0 ? quoted : '',
    form,
    blocking || '',
    done,
    close,
  );
  document.body.append(dialog);
  showModal(dialog);
}
