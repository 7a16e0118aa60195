// A figure of the rules: a position one can play on, the action it is about, and the engine's
// answer to it.

import { h, setText } from '../ui/dom.js';
import { owedText, resultText } from '../game/sentences.js';
import { descriptor } from '../games/index.js';
import { pick, t } from '../i18n/i18n.js';
import { playedText, refusedText } from './effects.js';
import { FigureBoard } from './figure_board.js';
import { whenInView } from './in_view.js';

/**
 * As in `static/rules/<game>.json`; a test of the engine plays every one.
 *
 * @typedef {object} Figure
 * @property {string} id
 * @property {string} rule
 * @property {string} section the heading that it stands under
 * @property {string} ruleset
 * @property {Record<string, string>} [options]
 * @property {string} position
 * @property {string[]} [moves] played before, where the history matters
 * @property {string} [action] its subject; without one, the end of the position
 * @property {{refused?: string, squares?: string[], captures?: {at: string, pattern: string}[], earned?: number, lapsed?: number, skipped?: number, position?: string, check?: boolean, result?: string | null, reason?: string, impasse?: string}} expect
 * @property {import('../net/api.js').Text} caption
 * @property {import('../net/api.js').Text} source named in the file, listed there for all figures
 */

/**
 * The first figure under each heading.
 *
 * @param {readonly Figure[]} figures of a ruleset
 */
export const firstOfEach = (figures) =>
  figures.filter(({ section }, index) => figures.findIndex((other) => other.section === section) === index);

/** How wide a board is for its height, by game and ruleset. @type {Map<string, string>} */
const ratios = new Map();

/**
 * The card of a figure. Its board is made when it comes into view; its place is reserved, with the size of
 * the ruleset's first board.
 *
 * @param {import('../net/api.js').GameInfo} info
 * @param {Figure} figure
 * @returns {HTMLElement}
 */
export function drawFigure(info, figure) {
  const picture = h('div', { class: 'figure-board' });
  // Where actions may be owed, the line names them, too.
  const turn = h('p', { class: descriptor(info.id)?.earns ? 'figure-turn figure-turn--owed' : 'figure-turn' });
  const says = h('p', { class: 'figure-says', role: 'status', 'data-testid': 'figure-says' });
  const button = h('button', { class: 'button', 'data-testid': 'figure-play', hidden: !figure.action }, t('rules.show'));
  const element = h(
    'figure',
    { class: 'card', 'data-testid': 'figure', 'data-figure': figure.id },
    picture,
    h('figcaption', {}, h('p', {}, pick(figure.caption)), turn, says, button),
  );
  const parts = { element, picture, turn, says, button };
  const key = `${info.id} ${figure.ruleset}`;
  const ratio = ratios.get(key);
  if (ratio) {
    picture.style.aspectRatio = ratio;
    whenInView(element, () => furnish(parts, info, figure));
  } else {
    furnish(parts, info, figure);
    const { width, height } = /** @type {SVGSVGElement} */ (picture.querySelector('svg')).viewBox.baseVal;
    ratios.set(key, `${width} / ${height}`);
  }
  return element;
}

/**
 * The side to move on a figure, and its duty.
 *
 * @param {Parameters<NonNullable<import('./figure_board.js').FigureListener['drawn']>>[0]} shown
 */
export function turnText({ board: { names, played, timeline }, hints, legal, placement }) {
  const last = timeline?.last;
  if (!last || !hints || legal.length === 0) return '';
  const goes = hints.goesOn && played.length > 0 ? 'status.turn.on' : 'status.turn';
  const owes = owedText({ lead: hints, legal, names, placement }, last.turn);
  return [t(goes, { side: names.side(last.turn) }), owes].filter(Boolean).join(' · ');
}

/**
 * @param {{element: HTMLElement, picture: HTMLElement, turn: HTMLElement, says: HTMLElement, button: HTMLElement}} card
 * @param {import('../net/api.js').GameInfo} info
 * @param {Figure} figure
 */
function furnish({ element, picture, turn, says, button }, info, figure) {
  let touched = false;

  const board = new FigureBoard(picture, info, figure, {
    played(timeline, played) {
      touched = true;
      const own = played.length === 1 && played[0] === figure.action;
      setText(says, playedText(timeline, board.names, own ? figure : null));
      drawButton();
    },
    refused(action, refusal) {
      touched = true;
      const own = action === figure.action && board.played.length === 0;
      setText(says, refusedText(refusal, board.names, own ? figure : { ...figure, expect: {} }));
      drawButton();
    },
    ready() {
      back();
      element.setAttribute('data-ready', '');
    },
    noted: (texts) => texts.length > 0 && setText(says, texts.join(' — ')),
    drawn: (shown) => setText(turn, turnText(shown)),
  });

  function drawButton() {
    const key = touched ? 'back' : figure.expect.refused ? 'try' : 'show';
    button.hidden = !figure.action;
    setText(button, t(`rules.${key}`));
    button.setAttribute('data-state', key);
  }

  function back() {
    touched = false;
    board.back();
    const game = board.timeline?.game;
    const result = game?.result();
    setText(says, result ? resultText({ result, reason: game?.reason() ?? null }, board.names, null) : '');
    drawButton();
  }

  button.addEventListener('click', () => {
    if (button.getAttribute('data-state') === 'back') back();
    else if (figure.action && figure.expect.refused) board.refuse(figure.action);
    else if (figure.action) board.play(figure.action);
  });
  drawButton();
}
