// @ts-check
// What players and watchers say, and the field they say it in.

import { byId, h, setAttribute, setChildren, setText } from '../dom.js';
import { shownName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { heard, pendingTalk } from './state.js';

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
  #unsaid = null;

  /** @param {(text: string) => void} say */
  constructor(say) {
    byId('chat-form').addEventListener('submit', (event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (byId('chat-text'));
      say(input.value);
      input.value = '';
    });
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
    const lines = heard(match, seat);
    const last = lines.at(-1)?.seq ?? 0;
    if (this.#seen === null || (last > this.#seen && inSight)) this.#seen = last;
    return lines.filter(({ seq, by }) => seq > (this.#seen ?? last) && (seat === null || by !== seat));
  }

  /**
   * @param {import('../game/match_scene.js').Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {boolean} news whether there is something that was not seen yet
   */
  draw({ names, state }, match, news) {
    byId('chat-news').hidden = !news;
    const watchers = match.presence.watchers;
    const parts = [watchers > 0 ? t('match.watchers', { count: watchers }) : '', state.seat ? '' : t('match.watching')];
    setText(byId('watchers'), parts.filter(Boolean).join(' · '));
    const place = t(state.seat ? 'match.chat.players' : 'match.chat.watchers');
    for (const name of ['placeholder', 'aria-label']) setAttribute(byId('chat-text'), name, place);
    const said = heard(match, state.seat);
    this.#restore(state.unsaid);
    const pending = pendingTalk(state);
    // Before the catalogue is there, sides have no names.
    const shown = JSON.stringify([said.length, said.at(-1)?.seq, names.info?.id, pending]);
    if (shown === this.#shown) return;
    const follows = isAtEnd(this.#list) || pending.length > 0 || (state.seat !== null && said.at(-1)?.by === state.seat);
    this.#shown = shown;
    const line = (/** @type {import('../net/protocol.js').ChatLine} */ { by, name, text }) =>
      h('li', {}, h('span', { class: 'chat-name' }, by ? `${shownName(name)} (${names.side(by)})` : shownName(name)), h('span', {}, text));
    const lines = said.map((one) => (this.#lines[names.info ? one.seq : -one.seq] ??= line(one)));
    const waiting = pending.map(({ text }) => h('li', { class: 'chat-pending' }, h('span', {}, text), h('span', { class: 'chat-name' }, ` (${t('talk.pending')})`)));
    setChildren(this.#list, [...lines, ...waiting]);
    // Who scrolled up is reading something else.
    if (follows) this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** What the server refused is written again, unless something else has been begun. @param {string | null} unsaid */
  #restore(unsaid) {
    const input = /** @type {HTMLInputElement} */ (byId('chat-text'));
    if (unsaid && unsaid !== this.#unsaid && input.value === '') input.value = unsaid;
    this.#unsaid = unsaid;
  }
}

/** @param {Element} list */
const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - NEAR;
