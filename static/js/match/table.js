// The table: connects the session, the board and what is beside it. It goes on from what the page has shown
// first, which is the board alone.

import { byId, setText } from '../ui/dom.js';
import { engineAtLast, loadEngine } from '../game/engine.js';
import { matchScene } from '../game/match_scene.js';
import { MovesView } from '../game/moves_view.js';
import { AppBoard } from '../game/app_board.js';
import { Names } from '../game/names.js';
import { allForms } from '../game/notation.js';
import { noteOf } from '../game/repetition_meter.js';
import { descriptor } from '../games/index.js';
import { loadWords, t } from '../i18n/i18n.js';
import { hurryBack, showLink } from '../ui/link_view.js';
import { load } from '../ui/load.js';
import { games } from '../net/api.js';
import { Renewal } from '../ui/renewal.js';
import { setting } from '../ui/settings.js';
import { Announcer } from './announcer.js';
import { showBeside } from './beside.js';
import { ClockHands } from './clock_hands.js';
import { Confirmation } from './confirmation.js';
import { Controls, usableControls } from './controls.js';
import { graceText } from './grace.js';
import { model, opponent } from './model.js';
import { Panels } from './panels.js';
import { MatchSoundsLoader } from './sounds.js';
import { MatchStore } from './store.js';
import { Premove } from './premove.js';
import { Session } from './session.js';
import { pendingPlay } from './state.js';
import { Steps } from './steps.js';
import { StripsView } from './strips_view.js';
import { TalkView } from './talk_view.js';
import { rememberTurned, wasTurned } from './turned.js';
import { TypedForm } from './typed_form.js';

/** @typedef {import('../game/match_scene.js').Asked} Asked */
/** @typedef {import('../games/index.js').Side} Side */
/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */

/**
 * What the page has drawn before there is a table.
 *
 * @typedef {object} Drawn
 * @property {Side | null} seat the visitor's, as far as it is known
 * @property {import('../../board/picture.js').Picture | null} still the board that is shown already
 * @property {() => string[]} pressed the points that were pressed on it until now, when the table takes over
 */

/**
 * What a table is handed.
 *
 * @typedef {{id: string, snapshot: Promise<Snapshot>} & Drawn} Opened
 */

/**
 * Opens the table of a match on this page.
 *
 * @param {Opened} opened
 */
export function openTable(opened) {
  // The engine has the catalogue, too: a server that cannot answer now takes nobody's words away.
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
export class Table {
  /** @type {Names | null} */
  #names = null;
  /** @type {AppBoard | null} */
  #board = null;
  /** @type {Controls | null} */
  #controls = null;
  /** Whether the board is turned, once the visitor has chosen. @type {boolean | null} */
  #turned = null;
  /** @type {number | null} the ply looked at, null for the game as it stands */
  #viewed = null;
  /** @type {Asked | null} */
  #asked = null;
  /** Whether an action can be played at this moment. */
  #playable = false;
  /** Whether pressing the board draws. */
  #draws = false;
  #frame = 0;
  store = new MatchStore();
  /** The rematch that was known when the page opened. @type {string | null} */
  #followed = null;

  /**
   * @param {Opened} opened
   * @param {Promise<import('../net/api.js').Catalogue | null>} catalogue
   */
  constructor({ id, snapshot, seat, still, pressed }, catalogue) {
    this.id = id;
    this.#turned = wasTurned(id);
    this.still = still;
    this.pressed = pressed;
    this.catalogue = catalogue;
    const changed = () => this.changed();
    const session = () => this.session;
    this.premove = new Premove(id, session, changed);
    this.confirmation = new Confirmation(session, document.querySelector('.table') ?? document.body, changed, () => this.focus());
    const renewal = new Renewal(() => this.#idle);
    const listener = {
      changed,
      link: showLink,
      missing: (/** @type {string} */ key) => this.#missing(key),
      version: (/** @type {string | undefined} */ client) => renewal.see(client),
    };
    /** @type {Session} */
    this.session = new Session(id, listener, { fetch: () => snapshot, seat });
    this.views = {
      strips: new StripsView(changed),
      talk: new TalkView((text) => this.session.talk(text)),
      moves: new MovesView(byId('moves'), (ply) => this.look(ply)),
    };
    this.announcer = new Announcer(byId('spoken'));
    this.typed = new TypedForm(this.#typing());
    this.sounds = new MatchSoundsLoader();
    this.clocks = new ClockHands(
      () => ({ clock: this.session.state.clock, now: this.session.time.at(Date.now()) }),
      (clock, now) => {
        this.views.strips.drawClocks(clock, this.#flipped, now);
        if (!this.#names) return;
        this.store.grace.value = graceText(clock, this.session.state.seat, this.#names, now);
        this.sounds.listen(this.session, this.#names);
      },
    );
    this.steps = new Steps((by) => this.#step(by));
    this.panels = new Panels(byId('main'), this.store, changed);
    byId('follow').addEventListener('click', () => this.look(null));
    document.addEventListener('restyle', changed);
    // A frame that was asked for before does not come as long as the page is out of sight.
    document.addEventListener('visibilitychange', () => (this.#frame = 0));
    // What was said beside a name is seen in the talk then.
    new IntersectionObserver(changed).observe(byId('chat-lines'));
  }

  /** Something changed: draw once, on the next frame; out of sight, where none comes, for the title and the ear. */
  changed() {
    this.premove.playIfDue();
    this.#frame ||= Number(document.hidden ? setTimeout(() => this.#draw()) : requestAnimationFrame(() => this.#draw()));
  }

  focus() {
    this.#board?.focus();
  }

  /**
   * Shows the board as it stood after some actions.
   *
   * @param {number | null} ply null for the game as it stands
   */
  look(ply) {
    this.#viewed = ply;
    this.changed();
  }

  /** @param {-1 | 1} by */
  #step(by) {
    const { timeline } = this.session;
    if (!timeline) return;
    const ply = Math.max(0, (this.#viewed ?? timeline.ply) + by);
    this.look(ply < timeline.ply ? ply : null);
  }

  /** Whether the page may be loaded anew without anything being lost. */
  get #idle() {
    const words = /** @type {HTMLInputElement} */ (byId('chat-text'));
    return this.session.state.outbox.length === 0 && !this.premove.action && !this.confirmation.pending && words.value === '';
  }

  get #flipped() {
    return this.#turned ?? this.session.state.seat === 'second';
  }

  /** @param {string} key */
  #missing(key) {
    setText(byId('status'), t(key));
    byId('controls').hidden = true;
  }

  /** @returns {import('./beside.js').Acts} */
  #acts() {
    return {
      join: () => this.#join(),
      leave: () => this.focus(),
      claim: () => this.session.command('claim'),
      offer: (offer, answer) => this.session.offer(offer, answer),
      play: (action) => this.session.play(action),
      mark: (points) => this.#board?.point(points),
      look: (ply) => this.look(ply),
    };
  }

  async #join() {
    await this.session.join();
    if (!this.session.state.seat) return;
    // The board is what matters now; the button is gone, and the focus with it.
    byId('main').scrollIntoView({ block: 'start' });
    this.focus();
  }

  /**
   * Every way to write an action that can be played now.
   *
   * @param {import('../game/timeline.js').Timeline} timeline
   * @param {string} action
   */
  #formsOf(timeline, action) {
    const written = timeline.written(action, [...(this.#names?.info?.notations ?? []), ...timeline.notations]);
    return [...Object.values(written), ...(this.#names ? allForms(this.#names.game, written) : [])];
  }

  /** @returns {import('./typed_form.js').TypedListener} */
  #typing() {
    return {
      choices: () => {
        const { engineFailed, timeline } = this.session;
        if (!timeline && !engineFailed) return undefined;
        if (!timeline || !this.#playable) return null;
        return { legal: timeline.game.legal(), written: (action) => this.#formsOf(timeline, action) };
      },
      early: () => this.session.refuse('not_your_turn'),
      play: (action) => this.session.play(action),
      ask: (action) => this.#ask(this.#why(action)),
      problem: (key) => this.#ask({ rule: key, squares: [] }),
      leave: () => this.focus(),
    };
  }

  /** @param {Asked | null} asked */
  #ask(asked) {
    this.#asked = asked;
    this.changed();
  }

  /**
   * Why an action is not legal, and if it is for what it would bring back, how often that stood.
   *
   * @param {string} action
   * @returns {Asked | null}
   */
  #why(action) {
    const { timeline } = this.session;
    const refusal = timeline?.refuse(action);
    if (!timeline || !refusal) return null;
    const note = this.#names && noteOf(timeline, action, this.#names)?.text;
    return note ? { ...refusal, note } : refusal;
  }

  /** @param {Snapshot} match */
  async #begin(match) {
    const game = descriptor(match.game);
    if (!game || this.#board) return;
    this.#names = new Names(undefined, match.ruleset, game, match.options);
    showBeside(this.store, this.#acts());
    this.#board = new AppBoard(this.still ?? byId('board'), this.#listener(match, game), '');
    this.#controls = new Controls(
      byId('controls'),
      [['resign', 'abort'], ['draw', 'rematch'], ['takeback', 'replay'], ['flip'], ['pen'], ['other']],
      ['pause', ...(game.impasse ? [game.impasse(match.options)] : [])],
      (control) => this.#act(control),
      `/g/${this.id}`,
      () => this.focus(),
    );
    const info = (await this.catalogue)?.games.find(({ id: known }) => known === match.game);
    this.#names = new Names(info, match.ruleset, game, match.options);
    this.#board.name(t('match.board', { game: this.#names.title }));
    this.changed();
  }

  /**
   * What is done on the board.
   *
   * @param {Snapshot} match
   * @param {import('../games/index.js').Descriptor} game
   * @returns {import('../game/app_board.js').Listener}
   */
  #listener(match, game) {
    return {
      play: (action) => this.confirmation.play(action),
      premove: (action) => {
        this.announcer.premove(action, this.premove.action, /** @type {Names} */ (this.#names));
        this.premove.set(action);
      },
      picked: () => {
        if (!this.#asked && !this.session.state.refusal) return;
        this.#asked = null;
        this.session.refuse(null);
      },
      ask: (action) => {
        const asked = this.#why(action);
        if (asked && game.fouls?.(match.options).includes(asked.rule)) this.session.play(action);
        this.#ask(asked);
      },
      // Back from a move that was looked at to the game.
      idle: () => this.look(null),
      typed: () => this.typed.take(),
      note: (action) => (this.session.timeline && this.#names ? noteOf(this.session.timeline, action, this.#names) : null),
      noted: (texts) => (this.store.noted.value = texts),
    };
  }

  #draw() {
    this.#frame = 0;
    const { state, timeline, engineFailed, engineGone } = this.session;
    const { match } = state;
    if (!match) return;
    // All of it at once, so that nothing is seen half made.
    const first = !this.#board;
    if (first) this.#begin(match);
    if (!this.#board || !this.#names || !this.#controls) return;
    // Asked before anything is written, so that nothing is laid out twice.
    const unseen = this.views.talk.unseen(match, state.seat, this.views.talk.inSight);
    const names = this.#names;
    const shown = model(state, timeline, this.session.time.at(Date.now()));
    if (this.#viewed !== null && (!timeline || this.#viewed >= timeline.ply)) this.#viewed = null;
    if (!shown.canPlay) this.#asked = null;
    this.#playable = shown.canPlay && this.#viewed === null;
    const asking = this.confirmation.asked(this.#playable);
    const scene = matchScene({
      ...{ state, match, timeline, engineFailed, engineGone, names, asking },
      model: shown,
      flipped: this.#flipped,
      viewed: this.#viewed,
      asked: this.#asked,
      premove: this.premove.action,
      ahead: (position) => this.premove.legal(position),
      mayPremove: setting('premove'),
    });
    this.#board.show(scene.shown);
    if (first) for (const point of this.pressed()) this.#board.press(point);
    this.confirmation.draw(asking && names.action(asking, timeline?.written(asking)));
    this.#drawBeside(scene.page, match, unseen);
    this.#followRematch(match);
  }

  /**
   * @param {import('../game/match_scene.js').Page} page
   * @param {Snapshot} match
   * @param {import('../net/protocol.js').ChatLine[]} unseen what was said while the talk was not looked at
   */
  #drawBeside(page, match, unseen) {
    const { views } = this;
    const { state, timeline } = this.session;
    const { model: shown, names } = page;
    views.strips.draw(page, match, unseen, this.session.time.at(Date.now()));
    const viewed = this.#viewed ?? timeline?.ply ?? 0;
    this.store.moment.value = { page, match, timeline, looking: this.#viewed !== null, viewed };
    if (match.clock.kind === 'correspondence' || match.paused || this.#byDays) this.#slowly(match);
    views.talk.draw(page, match, unseen.length > 0);
    if (timeline) {
      const unsaved = pendingPlay(state) && shown.delivery !== 'saved';
      views.moves.draw(timeline, names, viewed, match.times, unsaved ? timeline.ply : null);
    }
    this.typed.draw(shown.canResign);
    this.announcer.announce(page, match, timeline);
    this.clocks.move();
    this.steps.draw(viewed, timeline?.ply ?? 0, match.state === 'live' || match.ply > 0);
    this.#controls?.draw(usableControls(shown, match, state.seat));
    byId('follow').hidden = this.#viewed === null;
    const mine = shown.turn !== null && shown.turn === state.seat;
    const name = this.store.arrived.value;
    document.title = [name && t('invite.joined', { name }), mine && t('status.yours'), names.title, t('site.name')]
      .filter(Boolean)
      .join(' · ');
  }

  /** @type {Promise<import('./by_days.js').ByDays | null> | undefined} */
  #byDays;

  /**
   * By days nobody has to be there: the match may be played by sending its link to and fro, and left for a vacation; any
   * that is slow, in a pause.
   *
   * @param {Snapshot} match
   */
  async #slowly(match) {
    this.#byDays ??= load(() => Promise.all([import('./by_days.js'), loadWords('turn')])).then(
      (loaded) =>
        loaded &&
        new loaded[0].ByDays(
          this.session,
          byId('verdict'),
          async () => (await this.catalogue)?.games.find(({ id }) => id === match.game),
          () => this.changed(),
        ),
    );
    const { state, timeline } = this.session;
    const written = (/** @type {number} */ ply) =>
      this.#names?.action(match.moves[ply] ?? '', timeline?.at(ply + 1).written) ?? '';
    (await this.#byDays)?.draw(match, state, opponent(state.seat ?? 'first'), written);
  }

  /**
   * Players are taken to their rematch, but away from no open dialog; then, as spectators, they get a link to it.
   *
   * @param {Snapshot} match
   */
  #followRematch(match) {
    // Only when it is agreed while this page is open: who comes back to an old match may stay.
    if (this.#followed === null) this.#followed = match.rematch ?? '';
    else if (match.rematch && this.#followed === '' && this.session.state.seat) {
      this.#followed = match.rematch;
      if (!document.querySelector('dialog[open]')) location.assign(`/m/${match.rematch}`);
    }
  }

  /** @param {import('./controls.js').Act} control */
  #act(control) {
    const { session } = this;
    switch (control) {
      case 'resign':
      case 'abort':
        session.command(control);
        break;
      case 'flip':
        this.#turned = !this.#flipped;
        rememberTurned(this.id, this.#turned);
        this.changed();
        break;
      case 'pen':
        this.#draws = !this.#draws;
        this.#board?.draw(this.#draws);
        this.#controls?.press('pen', this.#draws);
        break;
      case 'other':
        load(() => import('./another_game.js')).then((loaded) => loaded?.watchAnother(this.id, session.state.match?.game));
        break;
      case 'rematch':
        session.offer('rematch', session.state.match?.offers.rematch ? 'accept' : 'offer');
        break;
      case 'declare':
        session.offer('impasse', 'offer');
        break;
      default:
        session.offer(control, 'offer');
    }
  }
}
