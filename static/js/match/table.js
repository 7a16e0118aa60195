// The table: connects the session, the state that is shown, and its views. It takes over the board that the page has drawn.

import { engineAtLast, loadEngine } from '../game/engine.js';
import { Names } from '../game/names.js';
import { descriptor } from '../games/index.js';
import { t } from '../i18n/i18n.js';
import { games } from '../net/api.js';
import { setText } from '../ui/dom.js';
import { hurryBack, showLink } from '../ui/link_view.js';
import { Renewal } from '../ui/renewal.js';
import { matchActs } from './acts.js';
import { showAlerts } from './alerts.js';
import { Announcer } from './announcer.js';
import { showBeside, showBoard } from './beside.js';
import { showClock } from './clock_hands.js';
import { momentOf } from './moment.js';
import { showPanels } from './panels.js';
import { matchPlaces } from './places.js';
import { Playing } from './playing.js';
import { followRematch } from './rematch.js';
import { Session } from './session.js';
import { showSteps } from './steps.js';
import { MatchStore } from './store.js';
import { isInSight } from './talk_view.js';
import { showTyped } from './typed_form.js';

/**
 * The drawing of the page before there is a table.
 *
 * @typedef {object} Drawn
 * @property {import('../games/index.js').Side | null} seat the visitor's, as far as it is known
 * @property {import('../../board/picture.js').Picture | null} still the board that is shown already
 * @property {() => string[]} pressed the points that were pressed on it until now, when the table takes over
 */

/**
 * The parts that a table is given.
 *
 * @typedef {{id: string, snapshot: Promise<import('../net/protocol.js').Snapshot>} & Drawn} Opened
 */

/**
 * Opens the table of a match on this page.
 *
 * @param {Opened} opened
 */
export function openTable(opened) {
  // The engine has the catalogue, too: a server that cannot answer now leaves every text in place.
  const catalogue = games()
    .catch(async () => JSON.parse((await loadEngine()).catalogue()))
    .catch(() => null);
  const table = new Table(opened, catalogue);
  engineAtLast((engine) => table.session.useEngine(engine));
  hurryBack(table.session.socket);
  // The claim of an absent opponent's game appears with time, without a message.
  setInterval(() => table.changed(), 5_000);
}

/** How often a spectator's or a player's view is drawn is decided here: once a frame, whatever changed. */
class Table {
  #frame = 0;
  /** @type {import('../game/app_board.js').AppBoard | null} */
  #board = null;
  #places = matchPlaces();

  /**
   * @param {Opened} opened
   * @param {Promise<import('../net/api.js').Catalogue | null>} catalogue
   */
  constructor(opened, catalogue) {
    this.opened = opened;
    const { id, snapshot, seat } = opened;
    const changed = () => this.changed();
    const renewal = new Renewal(() => this.#isIdle);
    this.session = new Session(
      id,
      {
        changed,
        link: showLink,
        missing: (key) => this.#missing(key),
        version: (client) => renewal.see(client),
      },
      { fetch: () => snapshot, seat },
    );
    this.store = new MatchStore(id);
    this.playing = new Playing(this.session, this.store, changed);
    this.acts = matchActs(this.session, this.store, this.#places.main, catalogue, () => this.#board);
    this.announcer = new Announcer(this.#places.spoken);
    this.typed = showTyped(this.#places, this.store, this.playing.byTyping(this.acts.leave));
    showSteps(this.#places, this.store, this.acts.step);
    showPanels(this.#places.main, this.store);
    this.store.onChoice(changed);
    document.addEventListener('restyle', changed);
    // A frame that was asked for before does not come as long as the page is out of sight.
    document.addEventListener('visibilitychange', () => (this.#frame = 0));
    // A chat line next to a name is then read in the chat.
    new IntersectionObserver(changed).observe(this.#places['chat-lines']);
  }

  /** Something changed: draw once, on the next frame; out of sight, where none comes, for the title and the ear. */
  changed() {
    this.playing?.premove.playIfDue();
    this.#frame ||= Number(document.hidden ? setTimeout(() => this.#draw()) : requestAnimationFrame(() => this.#draw()));
  }

  /** Whether the page may be reloaded without a loss. */
  get #isIdle() {
    const words = /** @type {HTMLInputElement} */ (this.#places['chat-text']);
    return this.session.state.outbox.length === 0 && this.playing.isIdle && words.value === '';
  }

  /** @param {string} key */
  #missing(key) {
    setText(this.#places.status, t(key));
    this.#places.controls.hidden = true;
  }

  #draw() {
    this.#frame = 0;
    const { session, store } = this;
    const { match, seat } = session.state;
    const game = match && descriptor(match.game);
    if (!match || !game) return;
    store.names.value ??= new Names(undefined, match.ruleset, game, match.options);
    // Asked before anything is written, so that nothing is laid out twice.
    const unseen = store.talk.unseen(match, seat, isInSight(this.#places['chat-lines']));
    store.moment.value = momentOf(session, store, this.playing, unseen);
    // All of it at once, so that nothing is seen half made.
    if (!this.#board) this.#begin(match, game);
  }

  /**
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {import('../games/index.js').Descriptor} game
   */
  async #begin({ ruleset, options }, game) {
    const { acts, announcer, opened, playing, session, store } = this;
    const { board, main } = this.#places;
    this.#board = showBoard(opened.still ?? board, store, playing.onBoard(announcer, this.typed));
    for (const point of opened.pressed()) this.#board.press(point);
    showClock(session, store);
    showBeside(this.#places, store, acts);
    playing.confirmation.show(board.closest('.table') ?? main, store, acts.leave);
    showAlerts(store, session, announcer);
    followRematch(store);
    main.classList.remove('match--coming');
    store.names.value = new Names(await acts.info(), ruleset, game, options);
    this.changed();
  }
}
