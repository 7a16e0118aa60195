// The chat of players and spectators, and its field.

import { setAttribute } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { number } from '../ui/time_text.js';
import { computed, effect, h, show } from '../ui/view.js';
import { opponent } from './model.js';
import { once } from './once.js';
import { PHRASES } from './phrases.js';

/**
 * @param {import('./places.js').Places} places
 * @param {import('./store.js').MatchStore} store
 * @param {(text: string) => void} say
 */
export function showTalk(places, store, say) {
  const { moment } = store;
  const { 'chat-form': form, 'chat-lines': list, 'chat-news': news, spectators } = places;
  const input = /** @type {HTMLInputElement} */ (places['chat-text']);
  const chat = computed(() => moment.value?.match.chat);
  const seat = computed(() => moment.value?.page.state.seat ?? null);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    say(input.value);
    input.value = '';
  });
  offerPhrases(form, say);
  effect(() => {
    news.hidden = !moment.value?.unseen.length;
  });
  // A computer player does not chat.
  effect(() => {
    const other = seat.value && moment.value?.match.players[opponent(seat.value)];
    document.body.classList.toggle('without-chat', Boolean(other?.computer) && chat.value?.length === 0);
  });
  effect(() => {
    const place = t(seat.value ? 'match.chat.players' : 'match.chat.spectators');
    for (const name of ['placeholder', 'aria-label']) setAttribute(input, name, place);
  });
  const refused = computed(() => moment.value?.page.state.refusedChat);
  // A refused line returns to the field, unless another has been begun.
  effect(() => {
    if (refused.value && input.value === '') input.value = refused.value;
  });
  show(spectators, () => {
    const { match } = moment.value ?? {};
    // A visitor at an open table is invited to it.
    if (!match || match.state === 'open') return null;
    const count = match.presence.spectators;
    const parts = [count > 0 && t('match.spectators', { count: number(count) }), !seat.value && t('match.watching')];
    return parts.filter(Boolean).join(' · ');
  });
  once(
    () => Boolean(chat.value?.length || moment.value?.page.state.outbox.some(({ message }) => message.type === 'chat')),
    async () => (await load(() => import('./talk_lines.js')))?.showLines(list, store),
  );
}

/** Adds the menu of phrases, which is filled when it is opened. @param {Element} form @param {(text: string) => void} say */
function offerPhrases(form, say) {
  const menu = document.createElement('details');
  menu.className = 'menu';
  const toggle = async () => {
    if (menu.open) (await load(() => import('./phrases_menu.js')))?.fillMenu(menu, PHRASES, say);
  };
  menu.addEventListener('toggle', toggle);
  const label = t('phrase.menu');
  const given = { class: 'button button--quiet', 'data-testid': 'phrases', 'aria-label': label, title: label };
  show(menu, () => h('summary', given, '…'));
  form.append(menu);
}

/** Whether the visitor sees the talk, as it is laid out now. @param {Element} list */
export function isInSight(list) {
  const { top, bottom } = list.getBoundingClientRect();
  return top < innerHeight && bottom > 0 && bottom > top;
}
