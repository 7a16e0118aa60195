// The state of the game at this moment: whose turn it is, the last move and its effect, a duty, a refusal and its reason,
// and how far the visitor's own move has come.

import { loadWords, t } from '../i18n/i18n.js';
import { duty, resultText, statusText } from '../game/sentences.js';
import { load } from '../ui/load.js';
import { computed, h, show, signal } from '../ui/view.js';
import { graceText } from './grace.js';
import { once } from './once.js';

/** @typedef {import('../game/match_scene.js').Page} Page */

/**
 * @param {Element} host
 * @param {import('./store.js').MatchStore} store
 * @param {() => Record<string, unknown>} pointing the attributes of the line about the last move
 */
export function showVerdict(host, { clock, moment, noted }, pointing) {
  const grace = computed(() => {
    const { names, state } = moment.value?.page ?? {};
    return names && state ? graceText(clock.value.reading, state.seat, names, clock.value.now) : '';
  });
  /** What puts refusals into words, which is loaded for the first of them. */
  const words = signal(/** @type {typeof import('./refusal.js') | null} */ (null));
  once(
    () => Boolean(moment.value?.page.asked || moment.value?.page.state.refusal),
    async () => {
      const loaded = await load(() => Promise.all([import('./refusal.js'), loadWords('refusals')]));
      words.value = loaded?.[0] ?? null;
    },
  );
  /** A line that is hidden where it has no text, so that screen readers know its place. */
  const line = (/** @type {string} */ id, /** @type {string} */ text, kind = id, more = {}) =>
    h('p', { id, class: kind, 'data-testid': id, hidden: text === '', ...more }, text);
  show(host, () => {
    if (!moment.value) return null;
    const { page, match } = moment.value;
    const { model, state } = page;
    const over = match.state === 'over';
    const mine = model.turn !== null && model.turn === state.seat;
    // A move that is stored is as good as played: nothing more is shown.
    const delivery = over || model.delivery === 'saved' ? null : model.delivery;
    const refusal = words.value?.refusalText(page) || (page.engineFailed ? t('match.noengine') : '');
    const calm = state.refusal?.code.startsWith('declined');
    return [
      line('grace', grace.value, state.clock?.grace?.side === state.seat ? 'grace grace--mine' : 'grace'),
      h(
        'div',
        { class: 'verdict-head' },
        line('status', over ? '' : statusText(page, match), mine ? 'status status--mine' : 'status'),
        line('result', over ? resultText(match, page.names, state.seat) : '', 'status', {
          'data-result': over ? (match.result ?? 'none') : '',
          'data-reason': over ? (match.reason ?? '') : '',
        }),
        h(
          'p',
          { class: 'delivery', id: 'delivery', 'data-testid': 'delivery', 'data-state': delivery },
          delivery && t(`status.${delivery}`),
        ),
      ),
      h('button', { class: 'event', id: 'event', 'data-testid': 'event', hidden: page.event === '', ...pointing() }, page.event),
      // Filled where other games wait for the visitor.
      h('p', { class: 'next-place' }),
      line('owed', duty(page), mine ? 'owed owed--mine' : 'owed'),
      line('meter', noted.value.join(' — ')),
      line('refusal', refusal, calm ? 'refusal refusal--calm' : 'refusal', { role: 'alert' }),
    ];
  });
}
