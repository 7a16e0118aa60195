// The lines of the chat, from the first on, and the acts against their authors.

import { shownName } from '../game/player_name.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { computed, h, show } from '../ui/view.js';
import { pendingTalk } from './outbox.js';
import { said as read } from './phrases.js';

/** @typedef {import('../net/protocol.js').ChatLine} ChatLine */

/** How far from the end of the chat, in pixels, a reader still reads its end. */
const NEAR = 24;

/**
 * @param {HTMLElement} list
 * @param {import('./store.js').MatchStore} store
 */
export function showLines(list, { moment, talk }) {
  const chat = computed(() => moment.value?.match.chat);
  const outbox = computed(() => moment.value?.page.state.outbox);
  const names = computed(() => moment.value?.page.names);
  const seat = computed(() => moment.value?.page.state.seat ?? null);
  const called = (/** @type {ChatLine} */ { by, name }) =>
    [shownName(name), by && names.value?.side(by)].filter(Boolean).join(' · ');
  const toggle = (/** @type {ChatLine} */ line) => {
    const { match } = moment.peek() ?? {};
    if (match) talk.muted.toggle(match, line);
  };
  /** Opens the acts against the author of a line. @param {ChatLine} line @param {string} name */
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

/** @param {Element} list */
const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - NEAR;
