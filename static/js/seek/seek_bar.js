// The bar at the foot of a page that shows the standing of the visitor's seek: looking, found, accepted, begun.

import { clockText } from '../ui/time_text.js';
import { h, setText } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { levelFor } from '../game/computer.js';
import { pick, t } from '../i18n/i18n.js';
import { createMatch, games as catalogue } from '../net/api.js';
import { answerFound, endSeek, makeSeek } from '../net/seeks.js';
import { problemText } from '../net/problem_text.js';
import { play } from '../ui/sound.js';
import { keepSeeking } from './remembered.js';
import { counted, goesThere, isOlder, stageOf } from './stage.js';

/** @typedef {import('../net/seeks.js').Standing} Standing */

export class SeekBar {
  /** @type {Standing | null} */
  #standing = null;
  /** @type {Standing['seek']} the last seek, to look again */
  #sought = null;
  /** @type {string | null} the id of the found opponent that the visitor has accepted on this page */
  #accepting = null;
  #offset = 0;
  #shown = '';
  #title = '';
  /** @type {import('../net/api.js').GameInfo[]} */
  #games = [];
  #text = h('p', { class: 'seek-text', role: 'status' });
  #time = h('span', { class: 'seek-time', 'aria-hidden': 'true' });
  #buttons = h('div', { class: 'seek-buttons' });
  #element = h(
    'aside',
    { class: 'seek-bar', tabindex: -1, 'data-testid': 'seek-bar', 'aria-label': t('seek.label'), hidden: true },
    this.#text,
    this.#time,
    this.#buttons,
  );

  constructor() {
    document.body.append(this.#element);
    setInterval(() => this.#draw(), 1_000);
    catalogue().then(
      ({ games }) => {
        this.#games = games;
        this.#shown = '';
        this.#draw();
      },
      () => undefined, // Without their names games are shown by their ids.
    );
  }

  /** @param {Standing} standing */
  show(standing) {
    const before = this.#standing;
    if (isOlder(standing, before)) return;
    this.#standing = standing;
    this.#sought = standing.seek ?? this.#sought;
    this.#offset = standing.now - Date.now();
    keepSeeking(standing.seek !== null);
    const isFound = standing.found !== null && standing.found.id !== before?.found?.id;
    if (isFound) play('join');
    if (goesThere(before, standing, this.#accepting)) {
      location.assign(`/m/${standing.started}`);
      return;
    }
    this.#draw();
    if (isFound) this.#takeFocus();
  }

  /**
   * An opponent waits for an answer: the bar has the focus, also before a dialog that is open. Its buttons do not, so
   * that no key of a visitor who is typing answers.
   */
  #takeFocus() {
    const dialog = document.querySelector('dialog:modal');
    (dialog ?? document.body).append(this.#element);
    dialog?.addEventListener('close', () => document.body.append(this.#element), { once: true });
    this.#element.focus();
  }

  #draw() {
    const stage = stageOf(this.#standing, Date.now() + this.#offset);
    const { kind, seconds, offersComputer } = stage;
    this.#element.hidden = kind === 'none' || location.pathname === `/m/${this.#standing?.started}`;
    setText(this.#time, kind === 'looking' ? counted(seconds) : kind === 'found' || kind === 'accepted' ? String(seconds) : '');
    this.#nameTitle(kind === 'found');
    const shown = JSON.stringify([kind, offersComputer, this.#standing?.found?.id, this.#standing?.seek?.made_at]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#element.dataset.kind = kind;
    setText(this.#text, this.#told(kind));
    this.#buttons.replaceChildren(...this.#choices(kind, offersComputer));
  }

  /** A page out of sight calls by its title. @param {boolean} found */
  #nameTitle(found) {
    if (found && !this.#title) {
      this.#title = document.title;
      document.title = `● ${t('seek.found.short')}`;
    } else if (!found && this.#title) {
      document.title = this.#title;
      this.#title = '';
    }
  }

  /** @param {string} kind */
  #told(kind) {
    if (kind === 'none') return '';
    const found = this.#standing?.found;
    if (found) {
      const clock = [clockText(found.clock), found.rated && t('seek.rated.1')].filter(Boolean).join(' · ');
      const values = { name: playerName(found.opponent), game: this.#name(found.game), clock };
      return t(kind === 'accepted' ? 'seek.accepted' : 'seek.found', values);
    }
    const games = [...new Set(this.#standing?.seek?.games.map(({ game }) => this.#name(game)))];
    const named = games.length > 2 ? t('seek.games', { count: games.length }) : games.join(t('seek.or'));
    return t(`seek.${kind}`, { games: named });
  }

  /** @param {string} id */
  #name(id) {
    return pick(this.#games.find((game) => game.id === id)?.name) || id;
  }

  /**
   * @param {string} kind
   * @param {boolean} offersComputer
   */
  #choices(kind, offersComputer) {
    const button = (/** @type {string} */ id, /** @type {() => Promise<unknown>} */ act, main = false) => {
      const element = h(
        'button',
        {
          class: main ? 'button button--main' : 'button',
          type: 'button',
          'data-testid': `seek-${id}`,
          click: () => this.#do(element, act),
        },
        t(`seek.act.${id}`),
      );
      return element;
    };
    const { seek, found, started } = this.#standing ?? {};
    const answer = (/** @type {boolean} */ accept) => async () => {
      const id = found?.id ?? '';
      if (accept) this.#accepting = id;
      this.show(await answerFound(id, accept));
    };
    if (kind === 'found') return [button('accept', answer(true), true), button('decline', answer(false))];
    if (kind === 'accepted') return [];
    if (kind === 'started')
      return [h('a', { class: 'button button--main', href: `/m/${started}`, 'data-testid': 'seek-open' }, t('seek.act.open'))];
    const cancel = button('cancel', endSeek);
    if (kind === 'missed') {
      const close = button('close', endSeek);
      if (!this.#sought) return [close];
      const { games, clocks, side, rated, within } = this.#sought;
      const again = { games, clocks, side: side ?? 'random', rated, ...(within && { within }) };
      return [button('again', async () => this.show(await makeSeek(again)), true), close];
    }
    const computer = async () => {
      const { game = '', ruleset } = seek?.games[0] ?? {};
      const { url } = await createMatch({ game, ruleset, computer: levelFor(game), seat: 'random' });
      location.assign(url);
    };
    return offersComputer && !location.pathname.startsWith('/m/') ? [button('computer', computer), cancel] : [cancel];
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {() => Promise<unknown>} act
   */
  async #do(button, act) {
    button.disabled = true;
    try {
      await act();
    } catch (error) {
      setText(this.#text, problemText(error));
    }
    button.disabled = false;
  }
}
