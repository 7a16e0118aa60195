// @ts-check
// The match page: connects the session, the board and the desk.

import { Board } from './board/board.js';
import { drawingOf, kingOf } from './board/scene.js';
import { byId, setText } from './dom.js';
import { loadEngine } from './engine.js';
import { descriptor } from './games/index.js';
import { hasText, t } from './i18n/i18n.js';
import { untilChange, remaining } from './match/clock.js';
import { Controls } from './match/controls.js';
import { leadOf, NO_LEAD } from './match/lead.js';
import { model } from './match/model.js';
import { MovesView } from './match/moves_view.js';
import { Names } from './match/names.js';
import { Session } from './match/session.js';
import { eventText } from './match/sentences.js';
import { pendingPlay } from './match/state.js';
import { MatchView } from './match/view.js';
import { games, Problem } from './net/api.js';
import { startPage } from './page.js';

/** @typedef {import('./match/view.js').Page} Page */
/** @typedef {import('./games/index.js').Side} Side */

startPage(null);
const id = location.pathname.split('/')[2] ?? '';
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
let frame = 0;
let clockTimer = 0;
/** @type {string | null} */
let followed = null;

const session = new Session(id, {
  changed,
  link(link) {
    const connection = byId('connection');
    connection.setAttribute('data-state', link);
    setText(connection, t(`link.${link}`));
  },
  missing(key) {
    setText(byId('status'), t(key));
    byId('controls').hidden = true;
  },
});

const view = new MatchView({
  join() {
    session.join().catch((problem) => {
      const code = problem instanceof Problem ? problem.code : 'internal';
      const refusal = byId('refusal');
      refusal.hidden = false;
      setText(refusal, t(hasText(`problem.${code}`) ? `problem.${code}` : 'problem.internal'));
    });
  },
  answer: (offer, answer) => session.offer(offer, answer),
  word: (word) => session.play(word),
  claim: () => session.command('claim'),
});

const moves = new MovesView(byId('moves'), (ply) => look(ply));

setText(byId('status'), t('status.loading'));
loadEngine().then(
  (engine) => session.useEngine(engine),
  () => session.useEngine(null),
);

/** Something changed: draw once, on the next frame. */
function changed() {
  if (frame === 0) frame = requestAnimationFrame(draw);
}

/** @param {import('./net/protocol.js').Snapshot} match */
async function begin(match) {
  const game = descriptor(match.game);
  if (!game || board) return;
  names = new Names(undefined, match.ruleset, game);
  board = new Board(
    byId('board'),
    {
      play: (action) => session.play(action),
      ask(action) {
        asked = session.timeline?.refuse(action) ?? null;
        if (asked && game.fouls?.(match.options).includes(asked.rule)) session.play(action);
        changed();
      },
      choiceLabel: (promote) => t(promote ? 'choice.promote' : 'choice.stay'),
    },
    '',
  );
  controls = new Controls(
    byId('controls'),
    [
      'resign',
      'draw',
      'takeback',
      'abort',
      'flip',
      'rematch',
      'replay',
      ...(game.impasse ? [game.impasse(match.options)] : []),
    ],
    act,
    `/g/${id}`,
  );
  const info = (await catalogue)?.games.find(({ id: known }) => known === match.game);
  names = new Names(info, match.ruleset, game);
  board.view.svg.setAttribute('aria-label', t('match.board', { game: names.title }));
  changed();
}

function draw() {
  frame = 0;
  const { state, timeline } = session;
  const { match } = state;
  if (!match) return;
  if (!board || !names || !controls) {
    begin(match);
    changed();
    return;
  }
  const serverNow = session.time.at(Date.now());
  const shown = model(state, timeline, serverNow);
  const flipped = turned ?? state.seat === 'second';
  const page = drawBoard(match, shown, flipped);
  view.draw(page);
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
 * @param {import('./net/protocol.js').Snapshot} match
 * @param {import('./match/model.js').Model} shown
 * @param {boolean} flipped
 * @returns {Page}
 */
function drawBoard(match, shown, flipped) {
  const { state, timeline } = session;
  const words = /** @type {Names} */ (names);
  const pending = pendingPlay(state);
  if (viewed !== null && (!timeline || viewed >= timeline.ply)) viewed = null;
  const entry = timeline ? timeline.at(viewed ?? timeline.ply) : null;
  const position = entry?.position ?? match.position;
  const placement = words.game.read(position);
  const legal = timeline && match.state === 'live' && viewed === null ? timeline.game.legal() : [];
  const check = entry ? entry.check : match.check;
  const turn = entry?.turn ?? match.turn;
  const action = entry ? entry.action : (match.moves.at(-1) ?? null);
  const captures = entry ? entry.captures : (state.lastMove?.captures ?? []);
  const lead = timeline && legal.length > 0 ? leadOf(timeline, placement, legal) : NO_LEAD;
  if (pending || !shown.canPlay) asked = null;
  /** @type {Board} */ (board).show({
    game: words.game,
    ruleset: match.ruleset,
    drawing: drawingOf(words.game, match.ruleset, position),
    placement,
    flipped,
    interactive: shown.canPlay && viewed === null,
    legal,
    action,
    acting: state.seat,
    refused: viewed === null ? (state.refusal?.squares ?? asked?.squares ?? []) : [],
    captured: captures.map(({ at }) => at),
    lead,
    check: check && turn ? kingOf(words.game, placement, turn) : null,
    pending: viewed === null && (shown.delivery === 'sent' || shown.delivery === 'waiting') ? shown.delivery : null,
    label: (point) => words.point(placement, point),
    handLabel: (side, role, count) => words.hand(side, role, count),
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
    event: timeline ? eventText(timeline, viewed ?? timeline.ply, words) : '',
  };
}

/** Draws the clocks, and again when the text of the running one changes. */
function drawClocks() {
  clearTimeout(clockTimer);
  const { clock, seat } = session.state;
  const now = session.time.at(Date.now());
  view.drawClocks(session.state, turned ?? seat === 'second', now);
  if (clock?.running) clockTimer = setTimeout(drawClocks, untilChange(remaining(clock, clock.running, now)));
}

/**
 * Players are taken to their rematch; watchers get a link to it.
 *
 * @param {import('./net/protocol.js').Snapshot} match
 */
function followRematch(match) {
  // Only when it is agreed while this page is open: who comes back to an old match may stay.
  if (followed === null) followed = match.rematch ?? '';
  else if (match.rematch && followed === '' && session.state.seat) {
    followed = match.rematch;
    location.assign(`/m/${match.rematch}`);
  }
}

/** @param {import('./match/controls.js').Act} control */
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

byId('chat-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (byId('chat-text'));
  session.talk(input.value);
  input.value = '';
});

byId('copy').addEventListener('click', async () => {
  const input = /** @type {HTMLInputElement} */ (byId('room-link'));
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    setText(byId('copy'), t('match.copied'));
  } catch {
    // Without permission the link stays selected, to be copied by hand.
  }
});

// Phones have a better way to send a link than copying it.
byId('share').hidden = typeof navigator.share !== 'function';
byId('share').addEventListener('click', () => {
  const { value } = /** @type {HTMLInputElement} */ (byId('room-link'));
  // Closing the sheet of the phone without sharing is no error.
  navigator.share({ title: document.title, url: value }).catch(() => undefined);
});

addEventListener('online', () => session.hurry());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) session.hurry();
});
// The claim of an absent opponent's game appears with time, without a message.
setInterval(changed, 5_000);
