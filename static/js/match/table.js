// @ts-check
// The table: connects the session, the board and the desk. It goes on from what the page has shown
// first, which is the board alone.

import { Board } from '../board/board.js';
import { drawingOf, kingOf } from '../board/scene.js';
import { byId, setText } from '../dom.js';
import { loadEngine } from '../engine.js';
import { descriptor } from '../games/index.js';
import { t } from '../i18n/i18n.js';
import { shownTime, untilChange } from './clock.js';
import { Controls } from './controls.js';
import { Ear } from './ear.js';
import { Herald } from './herald.js';
import { Intent } from './intent.js';
import { leadOf, NO_LEAD } from './lead.js';
import { noteOf, standingText } from './meter.js';
import { model } from './model.js';
import { MovesView } from './moves_view.js';
import { BOARD_WORDS, Names } from './names.js';
import { serveForms } from './room_forms.js';
import { Session } from './session.js';
import { eventText } from './sentences.js';
import { pendingPlay } from './state.js';
import { TypedForm } from './typed_form.js';
import { MatchView } from './view.js';
import { games } from '../net/api.js';
import { hurryBack, showLink } from '../page.js';
import { board as still, id, seat, snapshot } from '../play.js';
import { setting } from '../settings.js';

/** @typedef {import('./view.js').Page} Page */
/** @typedef {import('../games/index.js').Side} Side */

const catalogue = games().catch(() => null);

/** @type {Names | null} */
let names = null;
/** @type {Board | null} */
let board = null;
/** @type {Controls | null} */
let controls = null;
/** @type {boolean | null} */
let turned = null;
/** @type {number | null} the ply looked at, null for the game as it stands */
let viewed = null;
/** @type {Page['asked']} */
let asked = null;
/** Whether an action can be played at this moment. */
let playable = false;
let frame = 0;
let clockTimer = 0;
/** @type {string | null} */
let followed = null;

const listener = {
  changed,
  link: showLink,
  /** @param {string} key */
  missing(key) {
    setText(byId('status'), t(key));
    byId('controls').hidden = true;
  },
};
const intent = new Intent(() => session, document.querySelector('.table') ?? document.body, changed, () => board?.focus());
/** @type {Session} */
const session = new Session(id, listener, { fetch: () => snapshot, seat });

const view = new MatchView({
  // The button is gone then, and the focus with it.
  join: () => session.join().then(() => session.state.seat && board?.focus()),
  answer: (offer, answer) => session.offer(offer, answer),
  word: (word) => session.play(word),
  claim: () => session.command('claim'),
});

const moves = new MovesView(byId('moves'), (ply) => look(ply));
const herald = new Herald(byId('spoken'));
const typed = new TypedForm({
  choices() {
    const { engineFailed, timeline } = session;
    if (!timeline && !engineFailed) return undefined;
    if (!timeline || !playable) return null;
    return { legal: timeline.game.legal(), written: (action) => timeline.written(action, names?.info?.notations ?? []) };
  },
  early: () => session.refuse('not_your_turn'),
  play: (action) => session.play(action),
  ask(action) {
    asked = why(action);
    changed();
  },
  problem(key) {
    asked = { rule: key, squares: [] };
    changed();
  },
  leave: () => board?.focus(),
});

loadEngine().then(
  (engine) => session.useEngine(engine),
  () => session.useEngine(null),
);

/**
 * Why an action is not legal, and if it is for what it would bring back, how often that stood.
 *
 * @param {string} action
 * @returns {Page['asked']}
 */
function why(action) {
  const { timeline } = session;
  const refusal = timeline?.refuse(action);
  if (!timeline || !refusal) return null;
  const note = names && noteOf(timeline, action, names)?.text;
  return note ? { ...refusal, note } : refusal;
}

/** Something changed: draw once, on the next frame; out of sight, where none comes, for the title and the ear. */
function changed() {
  intent.grant();
  frame ||= document.hidden ? setTimeout(draw) : requestAnimationFrame(draw);
}

const ear = new Ear();

/** @param {import('../net/protocol.js').Snapshot} match */
async function begin(match) {
  const game = descriptor(match.game);
  if (!game || board) return;
  names = new Names(undefined, match.ruleset, game, match.options);
  board = new Board(
    still ?? byId('board'),
    {
      play: (action) => intent.decide(action),
      wish: (action) => intent.wish(action),
      picked() {
        asked = null;
        session.refuse(null);
      },
      ask(action) {
        asked = why(action);
        if (asked && game.fouls?.(match.options).includes(asked.rule)) session.play(action);
        changed();
      },
      // Back from a move that was looked at to the game.
      idle: () => look(null),
      ...BOARD_WORDS,
      typed: () => typed.take(),
      note: (action) => (session.timeline && names ? noteOf(session.timeline, action, names) : null),
      noted(texts) {
        byId('meter').hidden = texts.length === 0;
        setText(byId('meter'), texts.join(' — '));
      },
    },
    '',
  );
  controls = new Controls(
    byId('controls'),
    [
      ['resign', 'abort'],
      ['draw', 'rematch'],
      ['takeback', 'replay'],
      ...(game.impasse ? [[game.impasse(match.options)]] : []),
      ['flip'],
    ],
    act,
    `/g/${id}`,
    () => board?.focus(),
  );
  const info = (await catalogue)?.games.find(({ id: known }) => known === match.game);
  names = new Names(info, match.ruleset, game, match.options);
  board.view.name(t('match.board', { game: names.title }));
  changed();
}

function draw() {
  frame = 0;
  const { state, timeline } = session;
  const { match } = state;
  if (!match) return;
  // All of it at once, so that nothing is seen half made.
  if (!board) begin(match);
  if (!board || !names || !controls) return;
  const serverNow = session.time.at(Date.now());
  const shown = model(state, timeline, serverNow);
  const flipped = turned ?? state.seat === 'second';
  const page = drawBoard(match, shown, flipped);
  view.draw(page);
  playable = shown.canPlay && viewed === null;
  typed.draw(shown.canResign);
  herald.tell(page, match, timeline);
  drawClocks();
  controls.draw({
    resign: shown.canResign,
    abort: shown.canAbort,
    draw: shown.canOfferDraw,
    takeback: shown.canTakeBack,
    impasse: shown.canResign && match.offers.impasse === null,
    declare: shown.canPlay,
    rematch: shown.canRematch,
    flip: true,
    replay: match.state === 'over' && match.ply > 0,
  });
  byId('follow').hidden = viewed === null;
  const mine = shown.turn !== null && shown.turn === state.seat;
  document.title = `${mine ? `${t('status.yours')} · ` : ''}${names.title} · ${t('site.name')}`;
  followRematch(match);
}

/**
 * @param {import('../net/protocol.js').Snapshot} match
 * @param {import('./model.js').Model} shown
 * @param {boolean} flipped
 * @returns {Page}
 */
function drawBoard(match, shown, flipped) {
  const { state, timeline } = session;
  const words = /** @type {Names} */ (names);
  const pending = pendingPlay(state);
  if (viewed !== null && (!timeline || viewed >= timeline.ply)) viewed = null;
  const entry = timeline ? timeline.at(viewed ?? timeline.ply) : null;
  const asking = intent.asked(shown.canPlay && viewed === null);
  const position = asking ? (timeline?.preview(asking) ?? '') : (entry?.position ?? match.position);
  const placement = words.game.read(position);
  const legal = timeline && match.state === 'live' && viewed === null ? timeline.game.legal() : [];
  const check = entry ? entry.check : match.check;
  const turn = entry?.turn ?? match.turn;
  const action = asking ?? (entry ? entry.action : (match.moves.at(-1) ?? null));
  const captures = asking ? [] : entry ? entry.captures : (state.lastMove?.captures ?? []);
  intent.question.draw(asking && words.action(asking, timeline?.written(asking)[0]));
  const lead = timeline && legal.length > 0 ? leadOf(timeline, placement, legal) : NO_LEAD;
  if (pending || !shown.canPlay) asked = null;
  /** @type {Board} */ (board).show({
    game: words.game,
    ruleset: match.ruleset,
    drawing: drawingOf(words.game, match.ruleset, position),
    placement,
    flipped,
    interactive: shown.canPlay && viewed === null && !asking,
    waiting: !timeline && !session.engineFailed && turn === state.seat && match.state === 'live',
    ahead: mayWish(shown) ? intent.legalAhead(position) : null,
    wished: intent.wished,
    legal,
    action,
    acting: state.seat,
    refused: viewed === null ? (state.refusal?.squares ?? asked?.squares ?? []) : [],
    captured: captures.map(({ at }) => at),
    named: words.patterns(captures),
    lead,
    check: check && turn ? kingOf(words.game, placement, turn) : null,
    pending: viewed === null && (shown.delivery === 'sent' || shown.delivery === 'waiting') ? shown.delivery : null,
    ...words.labels(placement),
  });
  if (timeline)
    moves.draw(timeline, words, viewed ?? timeline.ply, pending && shown.delivery !== 'saved' ? timeline.ply : null);
  return {
    state,
    model: shown,
    names: words,
    placement,
    legal,
    lead,
    check,
    flipped,
    asked,
    engineFailed: session.engineFailed,
    standing: timeline ? standingText(timeline, match.repetitions, words) : '',
    event: timeline ? eventText(timeline, viewed ?? timeline.ply, words) : '',
  };
}

/** @param {import('./model.js').Model} shown */
const mayWish = ({ turn }) =>
  setting('premove') && viewed === null && session.state.seat !== null && turn !== null && turn !== session.state.seat;

/** Draws the clocks, and again when the text of the running one changes. */
function drawClocks() {
  clearTimeout(clockTimer);
  const { clock, seat } = session.state;
  const now = session.time.at(Date.now());
  view.drawClocks(session.state, turned ?? seat === 'second', now);
  if (names) ear.listen(session, names);
  if (clock?.running) clockTimer = setTimeout(drawClocks, untilChange(shownTime(clock, clock.running, now).ms));
}

/**
 * Players are taken to their rematch; watchers get a link to it.
 *
 * @param {import('../net/protocol.js').Snapshot} match
 */
function followRematch(match) {
  // Only when it is agreed while this page is open: who comes back to an old match may stay.
  if (followed === null) followed = match.rematch ?? '';
  else if (match.rematch && followed === '' && session.state.seat) {
    followed = match.rematch;
    location.assign(`/m/${match.rematch}`);
  }
}

/** @param {import('./controls.js').Act} control */
function act(control) {
  switch (control) {
    case 'resign':
    case 'abort':
      session.command(control);
      break;
    case 'flip':
      turned = !(turned ?? session.state.seat === 'second');
      changed();
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

/** @param {number | null} ply */
function look(ply) {
  viewed = ply;
  changed();
}

byId('follow').addEventListener('click', () => look(null));

serveForms((text) => session.talk(text));

hurryBack(session.socket);
// A frame that was asked for before does not come as long as the page is out of sight.
document.addEventListener('visibilitychange', () => (frame = 0));
// The claim of an absent opponent's game appears with time, without a message.
setInterval(changed, 5_000);
// What was said beside a name is seen in the talk then.
new IntersectionObserver(changed).observe(byId('chat-lines'));
