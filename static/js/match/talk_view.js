// What players and spectators say, and the field they say it in.

import { byId, h, setAttribute, setChildren, setText } from '../ui/dom.js';
import { shownName } from '../game/player_name.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { number } from '../ui/time_text.js';
import { Muted } from './muted.js';
import { PHRASES, said as read } from './phrases.js';
import { pendingTalk } from './state.js';

/** How far from the end of the talk, in pixels, somebody is still reading its end. */
const NEAR = 24;

export class TalkView {
  #shown = '';
  /** @type {Record<number, HTMLElement>} the lines by their numbers */
  #lines = {};
  #list = byId('chat-lines');
  /** The last line that was in sight. @type {number | null} */
  #seen = null;
  /** @type {string | null} */
  #refusedChat = null;
  #muted = new Muted();
  /** What was drawn last, to be drawn again when somebody is muted. @type {Parameters<TalkView['draw']> | null} */
  #last = null;

  /** @param {(text: string) => void} say */
  constructor(say) {
    byId('chat-form').addEventListener('submit', (event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (byId('chat-text'));
      say(input.value);
      input.value = '';
    });
    this.#offerPhrases(say);
  }

  /** The menu of phrases, which is filled when it is opened. @param {(text: string) => void} say */
  #offerPhrases(say) {
    const menu = h(
      'details',
      {
        class: 'menu',
        toggle: async () => {
          if (menu.open) (await load(() => import('./phrases_menu.js')))?.fillMenu(menu, PHRASES, say);
        },
      },
      h(
        'summary',
        { class: 'button button--quiet', 'data-testid': 'phrases', 'aria-label': t('phrase.menu'), title: t('phrase.menu') },
        '…',
      ),
    );
    byId('chat-form').append(menu);
  }

  /** Whether the visitor sees the talk, as it is laid out now; to be asked before anything is drawn. */
  get inSight() {
    const { top, bottom } = this.#list.getBoundingClientRect();
    return top < innerHeight && bottom > 0 && bottom > top;
  }

  /**
   * What was said by others while the talk was not looked at.
   *
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {import('../games/index.js').Side | null} seat
   * @param {boolean} inSight
   */
  unseen(match, seat, inSight) {
    const lines = match.chat.filter((line) => !this.#muted.has(match, line));
    const last = lines.at(-1)?.seq ?? 0;
    if (this.#seen === null || (last > this.#seen && inSight)) this.#seen = last;
    return lines.filter(({ seq, by }) => seq > (this.#seen ?? last) && (seat === null || by !== seat));
  }

  /**
   * @param {import('../game/match_scene.js').Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {boolean} news whether there is something that was not seen yet
   */
  draw(page, match, news) {
    const { names, state } = page;
    this.#last = [page, match, news];
    byId('chat-news').hidden = !news;
    // A computer player does not chat.
    const other = state.seat && match.players[state.seat === 'first' ? 'second' : 'first'];
    document.body.classList.toggle('without-chat', Boolean(other?.computer) && match.chat.length === 0);
    const { spectators } = match.presence;
    const parts = [spectators > 0 && t('match.spectators', { count: number(spectators) }), !state.seat && t('match.watching')];
    // Whoever looks at an open table is invited to it.
    setText(byId('spectators'), match.state === 'open' ? '' : parts.filter(Boolean).join(' · '));
    const place = t(state.seat ? 'match.chat.players' : 'match.chat.spectators');
    for (const name of ['placeholder', 'aria-label']) setAttribute(byId('chat-text'), name, place);
    const all = match.chat;
    const said = all.filter((line) => !this.#muted.has(match, line));
    const silent = [
      ...new Map(all.filter((line) => !said.includes(line)).map((line) => [`${line.by} ${line.name}`, line])).values(),
    ];
    this.#restore(state.refusedChat);
    const pending = pendingTalk(state);
    // Before the catalogue is there, sides have no names.
    const shown = JSON.stringify([said.map(({ seq }) => seq), silent.length, names.info?.id, pending]);
    if (shown === this.#shown) return;
    const follows = isAtEnd(this.#list) || pending.length > 0 || (state.seat !== null && said.at(-1)?.by === state.seat);
    this.#shown = shown;
    const called = (/** @type {import('../net/protocol.js').ChatLine} */ { by, name }) =>
      [shownName(name), by && names.side(by)].filter(Boolean).join(' · ');
    const line = (/** @type {import('../net/protocol.js').ChatLine} */ one) =>
      h('li', {}, this.#name(match, one, state.seat, called(one)), h('span', {}, read(one.text)));
    const unmute = (/** @type {import('../net/protocol.js').ChatLine} */ one) =>
      h(
        'li',
        { class: 'chat-pending' },
        h(
          'button',
          { type: 'button', class: 'chat-name', 'data-testid': 'unmute', click: () => this.#toggle(match, one) },
          t('talk.unmute', { name: called(one) }),
        ),
      );
    const lines = said.map((one) => (this.#lines[names.info ? one.seq : -one.seq] ??= line(one)));
    const waiting = pending.map(({ text }) =>
      h('li', { class: 'chat-pending' }, h('span', {}, read(text)), h('span', { class: 'chat-name' }, ` (${t('talk.pending')})`)),
    );
    setChildren(this.#list, [...silent.map(unmute), ...lines, ...waiting]);
    // Who scrolled up is reading something else.
    if (follows) this.#list.scrollTop = this.#list.scrollHeight;
  }

  /**
   * The author of a line; another's name opens what can be done about them.
   *
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {import('../net/protocol.js').ChatLine} line
   * @param {import('../games/index.js').Side | null} seat
   * @param {string} called
   */
  #name(match, line, seat, called) {
    const { by } = line;
    if (seat && by === seat) return h('span', { class: 'chat-name' }, called);
    const click = async () => {
      const loaded = await load(() => Promise.all([import('./person_menu.js'), loadWords('people', 'settings')]));
      const lines = (this.#last?.[1].chat ?? []).filter((other) => other.by === by);
      loaded?.[0].openPersonMenu({
        match: match.id,
        name: called,
        player: (by && match.players[by]?.id) ?? null,
        lines: by ? lines : [],
        mute: () => this.#toggle(match, line),
      });
    };
    return h(
      'button',
      { type: 'button', class: 'chat-name', 'aria-haspopup': 'dialog', 'data-testid': 'person-menu', click },
      called,
    );
  }

  /**
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {import('../net/protocol.js').ChatLine} line
   */
  #toggle(match, line) {
    this.#muted.toggle(match, line);
    if (this.#last) this.draw(...this.#last);
  }

  /** What the server refused is written again, unless something else has been begun. @param {string | null} refusedChat */
  #restore(refusedChat) {
    const input = /** @type {HTMLInputElement} */ (byId('chat-text'));
    if (refusedChat && refusedChat !== this.#refusedChat && input.value === '') input.value = refusedChat;
    this.#refusedChat = refusedChat;
  }
}

/** @param {Element} list */
const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - NEAR;
