// The analysis board: what is touched becomes a step or a variation, and what stands there is drawn.

import { byId, h, setText, style } from '../ui/dom.js';
import { hasText, loadWords, t } from '../i18n/i18n.js';
import { AppBoard } from '../game/app_board.js';
import { penButton } from '../game/pen.js';
import { shownName } from '../game/player_name.js';
import { PlayerStrip } from '../game/players_view.js';
import { eventText, resultText, ruleText } from '../game/sentences.js';
import { turnScene } from '../game/turn_scene.js';
import { load } from '../ui/load.js';
import { stepByWheel } from '../ui/wheel.js';
import { Address, readAddress, stepFrom, stepOfKey } from './address.js';
import { balance, Chart } from './chart.js';
import { Drawings } from './drawings.js';
import { SheetView } from './sheet_view.js';
import { ANNOTATOR } from './annotator.js';

/** @typedef {import('./address.js').Step} Step */
/** @typedef {import('../games/index.js').Side} Side */
/** @typedef {{name: string | null, won: boolean}} Strip */

/** The pace of playing by itself, in milliseconds a move. */
const PACE = 1_100;

const STEPS = /** @type {const} */ (['first', 'back', 'forward', 'last']);

export class AnalysisPage {
  address = new Address();
  /** Shows what there is of a repetition that ends the line, once one did. @type {ReturnType<typeof import('../game/evidence_view.js').showEvidence> | null} */
  #evidence = null;
  /** @type {import('./repetition_line.js').RepetitionLine | null} */
  #repetition = null;
  /** @type {Promise<void> | undefined} */
  #counting;
  /** Whether the board turns to whoever acts. */
  turns = false;
  /** What the positions of the line are worth, once that was found out; until then the chart weighs pieces. @type {number[] | null} */
  values = null;
  /** What is known of the actions that can be played here, the best first. @type {readonly import('../../board/config.js').Note[]} */
  notes = [];
  /** The marks of moves that lost something, by the node. @type {ReadonlyMap<number, {sign: string, word: string, kind: string}>} */
  marks = new Map();
  #flipped;
  #frame = 0;
  /** @type {{rule: string, squares: string[], note?: string} | null} */
  #refused = null;
  /** @type {ReturnType<typeof setInterval> | null} */
  #playing = null;
  #words = '';
  /** Ends what the page listens to. */
  #ending = new AbortController();
  /** @type {Map<string, number>} by position: a move taken back gives its number to another */
  #balances = new Map();
  drawings = new Drawings(() => this.redraw());

  /**
   * @param {import('./study.js').Study} study
   * @param {import('../game/names.js').Names} names
   * @param {{players: Record<Side, Strip>, ids: import('./subject.js').Subject['ids'], times: readonly number[], flipped: boolean, ended: {text: string, result: string | null, reason: string | null} | null, still: import('../../board/picture.js').Picture | null}} game `ended` is null for one that is not a game played before
   * @param {{moved: () => void, played: () => void, drew: () => void}} listener `moved` after every step, `played` after a trial, `drew` when arrows were drawn or wiped
   */
  constructor(study, names, game, listener) {
    this.study = study;
    this.names = names;
    this.game = game;
    this.#flipped = game.flipped;
    this.listener = listener;
    const act = {
      note: (/** @type {string} */ action) => this.#repetition?.note(action) ?? null,
      noted: (/** @type {string[]} */ texts) => this.#repetition?.pick(texts),
      play: (/** @type {string} */ action) => this.play(action),
      ask: (/** @type {string} */ action) => this.#ask(action),
      shapes: (/** @type {import('./drawings.js').Shape[]} */ shapes) => {
        this.drawings.draw(shapes);
        this.listener.drew();
      },
    };
    this.board = new AppBoard(game.still ?? byId('board'), act, t('match.board', { game: names.title }));
    this.top = new PlayerStrip(byId('player-top'));
    this.bottom = new PlayerStrip(byId('player-bottom'));
    this.slider = /** @type {HTMLInputElement} */ (byId('slider'));
    this.sheet = new SheetView(byId('moves'), names, game.times, (node) => this.go(node));
    this.chart = new Chart(byId('chart'), (ply) => this.goPly(ply));
    this.#listen();
    this.#setAuto();
    this.redraw();
  }

  #listen() {
    for (const step of STEPS) byId(step).addEventListener('click', () => this.step(step));
    byId('auto').addEventListener('click', () => this.#toggleAuto());
    byId('transport').append(penButton((on) => this.board.draw(on)));
    // The game's own nodes have the numbers of their plies.
    this.slider.addEventListener('input', () =>
      this.game.ended ? this.go(Number(this.slider.value)) : this.goPly(Number(this.slider.value)),
    );
    const { signal } = this.#ending;
    const key = (/** @type {KeyboardEvent} */ event) => {
      const step = stepOfKey(event.key);
      const target = /** @type {Element} */ (event.target);
      const taken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey;
      // Up and down scroll the page, unless the moves have the focus.
      if (/^Arrow(Up|Down)$/.test(event.key) && !target.closest('#moves, #slider')) return;
      if (!step || taken || target.closest('select, input, textarea, .yg-hits')) return;
      event.preventDefault();
      this.step(step);
    };
    document.addEventListener('keydown', key, { signal });
    stepByWheel(byId('board'), (by) => this.step(by < 0 ? 'back' : 'forward'), signal);
    addEventListener('hashchange', () => this.follow(), { signal });
    document.addEventListener('restyle', () => this.redraw(), { signal });
  }

  /** Takes the board out of the page, for another in its place. */
  leave() {
    this.#stop();
    this.#ending.abort();
    cancelAnimationFrame(this.#frame);
    this.board.destroy();
  }

  flip() {
    this.#flipped = !this.#flipped;
    this.redraw();
  }

  /** Has a side at the bottom. @param {Side} side */
  face(side) {
    this.#flipped = side === 'second';
    this.redraw();
  }

  /** Goes where the address says. */
  follow() {
    this.study.follow(readAddress(location.hash, this.study.tree.plies));
    this.#arrived();
  }

  /** @param {number} node */
  go(node) {
    this.#stop();
    this.study.go(node);
    this.#arrived();
  }

  /** @param {number} ply of the line shown */
  goPly(ply) {
    const { line } = this.study;
    this.go(line[Math.max(0, Math.min(ply, line.length - 1))] ?? 0);
  }

  /** @param {Step} step */
  step(step) {
    this.goPly(stepFrom(this.study.ply, this.study.plies, step));
  }

  /** @param {string} action */
  play(action) {
    this.#stop();
    if (!this.study.play(action)) return;
    this.#arrived();
    // To leaf is to pass by; what is played stays, also if the page is loaded again at once.
    this.address.settle();
    this.listener.played();
  }

  /** @param {string} action */
  #ask(action) {
    const refusal = this.study.refuse(action);
    this.#refused = refusal && { ...refusal, note: this.#repetition?.note(action)?.text };
    this.redraw();
  }

  #arrived() {
    this.#refused = null;
    const { ply, moves } = this.study.address();
    this.address.follow(ply, moves);
    this.listener.moved();
    this.redraw();
  }

  redraw() {
    if (this.#ending.signal.aborted) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const { study, names } = this;
    const ending = study.ending();
    const outcome = study.outcome();
    if (this.turns) this.#flipped = study.timeline.last.turn === 'second';
    const { shown, legal, turn } = turnScene(names, study.timeline, {
      flipped: this.#flipped,
      refused: this.#refused?.squares ?? [],
    });
    this.drawings.show(study.current);
    this.board.show({ ...shown, shapes: this.drawings.shapes, notes: this.notes });
    const { ply, plies } = study;
    this.#drawPlayers(legal.length > 0 ? study.entry(study.current).turn : null);
    this.#drawWords(legal);
    this.sheet.draw(study, this.marks);
    this.chart.host.toggleAttribute('hidden', plies === 0);
    this.chart.draw(this.values?.slice(0, plies + 1) ?? study.line.map((id) => this.#balance(id)), this.#times(), ply);
    const where = t('replay.ply', { ply, plies });
    // In a variation of a game that was played the slider stays the game's, where the variation begins.
    const { tree } = study;
    const [at, end] = this.game.ended ? [study.address().ply, tree.plies] : [ply, plies];
    this.slider.max = String(end);
    this.slider.value = String(at);
    this.slider.setAttribute('aria-valuetext', t('replay.ply', { ply: at, plies: end }));
    setText(byId('ply'), where);
    setText(byId('event'), eventText(study, ply, names) || t('rules.start'));
    const told = study.tree.at(study.current).comments.find(({ by }) => by === ANNOTATOR)?.text ?? '';
    const annotation = byId('annotation');
    setText(annotation, told);
    annotation.hidden = told === '';
    this.#drawHeadline(outcome, turn);
    this.#explain(ending);
    if (ply > 1) this.#count();
    this.#repetition?.draw();
    const { rule, squares = [], note } = this.#refused ?? {};
    const refusal = byId('refusal');
    refusal.hidden = !rule;
    const why = rule && hasText(`rule.${rule}`) ? ruleText(rule, names.points(squares), names.game.id) : '';
    setText(refusal, [why, note].filter(Boolean).join(' · '));
    for (const step of STEPS) {
      const reached = step === 'first' || step === 'back' ? ply === 0 : ply === plies;
      /** @type {HTMLButtonElement} */ (byId(step)).disabled = reached;
    }
  }

  /** Has repetitions counted, of which there are none before the third action. */
  #count() {
    this.#counting ??= load(() => import('./repetition_line.js')).then((loaded) => {
      if (!loaded) return;
      this.#repetition = new loaded.RepetitionLine(this.study, this.names);
      this.redraw();
    });
  }

  /**
   * Why the line ends by repetition, by what is loaded where one does.
   *
   * @param {ReturnType<import('./study.js').Study['ending']>} ending
   */
  async #explain({ reason, evidence }) {
    const { study, names } = this;
    const { ply, plies } = study;
    const shows = /^(repet|perp)/.test(reason ?? '');
    if (!this.#evidence && shows) {
      const loaded = await load(() =>
        Promise.all([import('../game/evidence_view.js'), loadWords('evidence'), style('css/evidence.css')]),
      );
      const verdict = byId('event').closest('.card');
      if (loaded && verdict) this.#evidence ??= loaded[0].showEvidence(verdict, (at) => this.goPly(at));
    }
    const game = { evidence: () => evidence };
    this.#evidence?.(shows ? { game, names, at: (at) => study.at(at), ply: plies, viewed: ply } : null);
  }

  /**
   * The headline is how the game ended, or whose turn it is where none was played; off the game it
   * says so, since the result is not that of what is shown.
   *
   * @param {{result: string | null, reason: string | null}} outcome by the rules, of what is shown
   * @param {string} turn
   */
  #drawHeadline(outcome, turn) {
    const { study, names } = this;
    const { ended } = this.game;
    const onGame = study.tree.isGame(study.current);
    const here = outcome.result ? resultText(outcome, names, null) : turn;
    const headline = !ended ? here : onGame ? ended.text : t('analysis.variation');
    const result = byId('result');
    setText(result, headline);
    result.setAttribute('data-result', (onGame && ended?.result) || 'none');
    result.setAttribute('data-reason', (onGame && ended?.reason) || '');
    const atEnd = onGame && study.current === study.tree.plies;
    setText(byId('turn'), ended && !(atEnd && ended.result) && here !== headline ? here : '');
  }

  /** @param {number} id */
  #balance(id) {
    const { position } = this.study.entry(id);
    const known = this.#balances.get(position);
    if (known !== undefined) return known;
    const { game } = this.names;
    const value = balance(game.read(position), game);
    this.#balances.set(position, value);
    return value;
  }

  /** The times of what was really played on the line. */
  #times() {
    const { line, tree } = this.study;
    return this.game.times.slice(
      0,
      line.findLastIndex((id) => tree.isGame(id)),
    );
  }

  /** @param {Side | null} turn */
  #drawPlayers(turn) {
    const tints = this.names.game.tints(this.names.rulesetId);
    const draw = (/** @type {PlayerStrip} */ strip, /** @type {Side} */ side) =>
      strip.draw({
        side,
        sideName: this.game.players[side].name === null ? '' : this.names.side(side),
        tint: tints[side],
        name: shownName(this.game.players[side].name) || this.names.side(side),
        id: this.game.ids?.[side],
        turn: turn === side,
        detail: this.game.players[side].won ? t('result.won') : '',
      });
    draw(this.top, this.#flipped ? 'first' : 'second');
    draw(this.bottom, this.#flipped ? 'second' : 'first');
  }

  /**
   * Actions that touch no point of the board.
   *
   * @param {string[]} legal
   */
  #drawWords(legal) {
    const words = legal.filter((action) => /^[a-z]+$/.test(action));
    if (words.join() === this.#words) return;
    this.#words = words.join();
    const host = byId('words');
    host.hidden = words.length === 0;
    const button = (/** @type {string} */ word) =>
      h('button', { class: 'button', 'data-testid': word, click: () => this.play(word) }, t(`act.${word}`));
    host.replaceChildren(...words.map(button));
  }

  #stop() {
    if (this.#playing !== null) clearInterval(this.#playing);
    this.#playing = null;
    this.#setAuto();
  }

  #setAuto() {
    const auto = byId('auto');
    auto.setAttribute('aria-pressed', String(this.#playing !== null));
    auto.setAttribute('aria-label', t(this.#playing !== null ? 'replay.stop' : 'replay.auto'));
  }

  #toggleAuto() {
    if (this.#playing !== null) {
      this.#stop();
      return;
    }
    if (this.study.ply === this.study.plies) this.goPly(0);
    this.#playing = setInterval(() => {
      const { line, ply, plies } = this.study;
      this.study.go(line[ply + 1] ?? line[ply] ?? 0);
      this.#arrived();
      if (ply + 1 >= plies) this.#stop();
    }, PACE);
    this.#setAuto();
  }
}
