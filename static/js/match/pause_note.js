// The end of a pause: next to the board, for both players and spectators.

import { dayAndTime } from '../ui/time_text.js';
import { t } from '../i18n/i18n.js';
import { h, show } from '../ui/view.js';

/**
 * @param {HTMLElement} host
 * @param {import('./store.js').MatchStore} store
 * @param {() => void} resume
 */
export function showPause(host, { moment }, resume) {
  host.className = 'grace offer';
  host.role = 'status';
  host.dataset.testid = 'paused';
  show(host, () => {
    const { match, page } = moment.value ?? {};
    const until = (match?.state === 'live' && match.paused) || 0;
    host.hidden = until === 0;
    return (
      until > 0 && [
        h('p', {}, t('pause.until', { day: dayAndTime(until) })),
        page?.state.seat && h('button', { class: 'button', 'data-testid': 'resume', click: resume }, t('pause.resume')),
      ]
    );
  });
}
