// Alerts for a visitor who does not look at the page: its title, screen reader texts, and sounds.

import { t } from '../i18n/i18n.js';
import { effect } from '../ui/view.js';
import { MatchSoundsLoader } from './sounds.js';

/**
 * @param {import('./store.js').MatchStore} store
 * @param {import('./session.js').Session} session
 * @param {import('./announcer.js').Announcer} announcer
 */
export function showAlerts({ arrived, clock, moment, names }, session, announcer) {
  const sounds = new MatchSoundsLoader();
  effect(() => {
    const { match, page, timeline } = moment.value ?? {};
    if (match && page) announcer.announce(page, match, timeline ?? null);
  });
  effect(() => {
    if (clock.value && names.value) sounds.listen(session, names.value);
  });
  effect(() => {
    if (!moment.value) return;
    const { model, names, state } = moment.value.page;
    const isMine = model.turn !== null && model.turn === state.seat;
    const parts = [arrived.value, isMine && t('status.yours'), names.title, t('site.name')];
    document.title = parts.filter(Boolean).join(' · ');
  });
}
