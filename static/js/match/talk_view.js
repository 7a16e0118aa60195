// What players and spectators say, and the field they say it in.

import { setAttribute } from '../ui/dom.js';
import { shownName } from '../game/player_name.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { number } from '../ui/time_text.js';
import { computed, effect, h, show } from '../ui/view.js';
import { opponent } from './model.js';
import { PHRASES, said as read } from './phrases.js';
import { pendingTalk } from './outbox.js';

/** @typedef {import('../net/protocol.js').ChatLine} ChatLine */

/** How far from the end of the talk, in pixels, somebody is still reading its end. */
const NEAR = 24;

/**
 * @param {import('./places.js').Places} places
 * @param {import('./store.js').MatchStore} store
 * @param {(text: string) => void} say
 */
export function showTalk(places, { moment, talk }, say) {
  const { 'chat-form': form, 'chat-lines': list, 'chat-news': news, spectators } = places;
  const input = /** @type {HTMLInputElement} */ (places['chat-text']);
  const chat = computed(() => moment.value?.match.chat);
  const outbox = computed(() => moment.value?.page.state.outbox);
  const names = computed(() => moment.value?.page.names);
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
  // What the server refused is written again, unless something else has been begun.
  effect(() => {
    if (refused.value && input.value === '') input.value = refused.value;
  });
  show(spectators, () => {
    const { match } = moment.value ?? {};
    // Whoever looks at an open table is invited to it.
    if (!match || match.state === 'open') return null;
    const count = match.presence.spectators;
    const parts = [count > 0 && t('match.spectators', { count: number(count) }), !seat.value && t('match.watching')];
    return parts.filter(Boolean).join(' · ');
  });
  const called = (/** @type {ChatLine} */ { by, name }) =>
    [shownName(name), by && names.value?.side(by)].filter(Boolean).join(' · ');
  const toggle = (/** @type {ChatLine} */ line) => {
    const { match } = moment.peek() ?? {};
    if (match) talk.muted.toggle(match, line);
  };
  /** Opens what can be done about the author of a line. @param {ChatLine} line @param {string} name */
  const open = async (line, name) => {
    const loaded = await load(() => Promise.all([import('./person_menu.js'), loadWords('people', 'settings')]));
    const { match } = moment.peek() ?? {};
    if (!match) return;
    const { by } = line;
    const player = (by && match.players[by]?.id) ?? null;
    const lines = by ? match.chat.filter((other) => other.by === by) : [];
    loaded?.[0].openPersonMenu({ match: match.id, name, player, lines, mute: () => toggle(line) });
  };
  const author = (/** @type {ChatLine} */ line) => {
    const name = called(line);
    if (seat.value && line.by === seat.value) return h('span', { class: 'chat-name' }, name);
    const opens = { 'aria-haspopup': 'dialog', 'data-testid': 'person-menu', click: () => open(line, name) };
    return h('button', { class: 'chat-name', ...opens }, name);
  };
  const muted = (/** @type {ChatLine} */ line) =>
    h(
      'li',
      { key: `muted ${line.by} ${line.name}`, class: 'chat-pending' },
      h(
        'button',
        { class: 'chat-name', 'data-testid': 'unmute', click: () => toggle(line) },
        t('talk.unmute', { name: called(line) }),
      ),
    );
  let follows = false;
  show(
    list,
    () => {
      const { match } = (chat.value && moment.peek()) ?? {};
      if (!match || !outbox.value) return null;
      const { said, silent } = talk.lines(match);
      const pending = pendingTalk({ outbox: outbox.value });
      // Who scrolled up is reading something else.
      follows = isAtEnd(list) || pending.length > 0 || (seat.value !== null && said.at(-1)?.by === seat.value);
      return [
        silent.map(muted),
        said.map((line) => h('li', { key: line.seq }, author(line), h('span', { key: 'text' }, read(line.text)))),
        pending.map(({ id, text }) =>
          h(
            'li',
            { key: id, class: 'chat-pending' },
            h('span', {}, read(text)),
            h('span', { class: 'chat-name' }, ` (${t('talk.pending')})`),
          ),
        ),
      ];
    },
    () => {
      if (follows) list.scrollTop = list.scrollHeight;
    },
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

/** @param {Element} list */
const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - NEAR;

/** Whether the visitor sees the talk, as it is laid out now. @param {Element} list */
export function isInSight(list) {
  const { top, bottom } = list.getBoundingClientRect();
  return top < innerHeight && bottom > 0 && bottom > top;
}
