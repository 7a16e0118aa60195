// @ts-check
// A figure of the rules: a position one can play on, the action it is about, and what the engine
// says of it.

import { Board } from '../board/board.js';
import { drawingOf, kingOf } from '../board/scene.js';
import { h, setText } from '../dom.js';
import { loadEngine, newGame } from '../engine.js';
import { descriptor } from '../games/index.js';
import { pick, t } from '../i18n/i18n.js';
import { leadOf } from '../match/lead.js';
import { noteOf } from '../match/meter.js';
import { BOARD_WORDS, Names } from '../match/names.js';
import { owedText, resultText } from '../match/sentences.js';
import { Timeline } from '../match/timeline.js';
import { playedText, refusedText } from './effects.js';

/**
 * As in `static/rules/<game>.json`; a test of the engine plays every one.
 *
 * @typedef {object} Figure
 * @property {string} id
 * @property {string} rule
 * @property {string} ruleset
 * @property {Record<string, string>} [options]
 * @property {string} position
 * @property {string[]} [moves] played before, where the history matters
 * @property {string} [action] what it is about; without one, how the position has ended
 * @property {{refused?: string, squares?: string[], captures?: {at: string, pattern: string}[], earned?: number, lapsed?: number, skipped?: number, position?: string, check?: boolean, result?: string | null, reason?: string, impasse?: string}} expect
 * @property {import('../net/api.js').Text} caption
 * @property {import('../net/api.js').Text} source named in the file, listed there for all figures
 */

/**
 * @param {import('../net/api.js').GameInfo} info
 * @param {Figure} figure
 * @returns {HTMLElement}
 */
export function drawFigure(info, figure) {
  const game = descriptor(info.id);
  const picture = h('div', { class: 'figure-board' });
  const turn = h('p', { class: 'figure-turn' });
  const says = h('p', { class: 'figure-says', role: 'status', 'data-testid': 'figure-says' });
  const button = h('button', { class: 'button', 'data-testid': 'figure-play' });
  const element = h(
    'figure',
    { class: 'card', 'data-testid': 'figure', 'data-figure': figure.id },
    picture,
    h('figcaption', {}, h('p', {}, pick(figure.caption)), turn, says, button, h('small', {}, pick(figure.source))),
  );
  if (!game) return element;
  const names = new Names(info, figure.ruleset, game);
  const drawing = drawingOf(game, figure.ruleset, figure.position);
  // Where points are called by their letters, as in the captions, the board shows these.
  const ground = game.pointName ? drawing : { ...drawing, native: undefined };
  const start = figure.moves ?? [];
  /** @type {Timeline | null} */
  let timeline = null;
  /** What was played on the figure. @type {string[]} */
  let played = [];
  let touched = false;

  const board = new Board(
    picture,
    {
      play: (action) => play(action),
      ask: (action) => refuse(action),
      ...BOARD_WORDS,
      note: (action) => (timeline ? noteOf(timeline, action, names) : null),
      noted: (texts) => texts.length > 0 && setText(says, texts.join(' — ')),
    },
    pick(figure.caption),
  );

  /** @param {string[]} [refused] */
  function draw(refused = []) {
    const last = timeline?.last;
    const position = last?.position ?? figure.position;
    const placement = names.game.read(position);
    const legal = timeline?.game.legal() ?? [];
    const lead = timeline ? leadOf(timeline, placement, legal) : null;
    board.show({
      game: names.game,
      ruleset: figure.ruleset,
      drawing: ground,
      placement,
      flipped: false,
      interactive: legal.length > 0,
      legal,
      action: played.length > 0 ? (last?.action ?? null) : null,
      acting: last?.turn ?? null,
      refused,
      captured: played.length > 0 ? (last?.captures.map(({ at }) => at) ?? []) : [],
      check: last?.check ? kingOf(names.game, placement, last.turn) : null,
      lead: lead ?? { must: [], safe: [] },
      pending: null,
      ...names.labels(placement),
    });
    const acts = last && lead && legal.length > 0;
    const goes = lead?.goesOn && played.length > 0 ? 'status.turn.on' : 'status.turn';
    const owes = acts ? owedText({ lead, legal, names, placement }, last.turn) : '';
    setText(turn, acts ? [t(goes, { side: names.side(last.turn) }), owes].filter(Boolean).join(' · ') : '');
    const key = touched ? 'back' : figure.expect.refused ? 'try' : 'show';
    button.hidden = !figure.action;
    setText(button, t(`rules.${key}`, { move: names.action(figure.action ?? '') }));
    button.setAttribute('data-state', key);
  }

  /** @param {string} action */
  function play(action) {
    if (!timeline?.sync([...start, ...played, action])) return;
    played = [...played, action];
    touched = true;
    setText(says, playedText(timeline, names, played.length === 1 && action === figure.action ? figure : null));
    draw();
  }

  /** @param {string} action */
  function refuse(action) {
    const refusal = timeline?.refuse(action);
    if (!refusal) return;
    touched = true;
    const own = action === figure.action && played.length === 0;
    setText(says, refusedText(refusal, names, own ? figure : { ...figure, expect: {} }));
    draw(refusal.squares);
  }

  function back() {
    played = [];
    touched = false;
    timeline?.sync(start);
    const result = timeline?.game.result();
    setText(says, result ? resultText({ result, reason: timeline?.game.reason() ?? null }, names, null) : '');
    draw();
  }

  button.addEventListener('click', () => {
    if (button.getAttribute('data-state') === 'back') back();
    else if (figure.action && figure.expect.refused) refuse(figure.action);
    else if (figure.action) play(figure.action);
  });
  draw();
  loadEngine().then((engine) => {
    const { ruleset, options = {}, position } = figure;
    timeline = new Timeline(newGame(engine, { game: info.id, ruleset, options, start: position }), game.notation);
    back();
    element.setAttribute('data-ready', '');
  });
  return element;
}
