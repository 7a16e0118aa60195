// A step in which something is to be chosen: boards, or points of a board.

import { pointsOf } from '../../board/actions.js';
import { drawShape } from '../../board/shapes.js';
import { h } from '../ui/dom.js';
import { AppBoard } from '../game/app_board.js';
import { Names } from '../game/names.js';
import { drawingOf, stillBoard } from '../game/pictures.js';
import { ruleText } from '../game/sentences.js';
import { descriptor } from '../games/index.js';
import { pick, t } from '../i18n/i18n.js';
import { captioned } from '../rules/figure_board.js';
import { attempt, meets } from './goals.js';
import { begin, beginOption, isRight, rightPoints } from './reader.js';
import { sentences } from './sentences.js';
import { shapesOf } from './step_board.js';

/** @typedef {import('./reader.js').Choice} Choice */
/** @typedef {import('./step_board.js').Lesson} Lesson */
/** @typedef {import('./step_view.js').Frame} Frame */
/** @typedef {import('./step_view.js').Does} Does */

/**
 * @param {Frame} frame
 * @param {Lesson} lesson
 * @param {Choice} step
 * @param {Does} does
 */
export function showChoice(frame, lesson, step, does) {
  const game = descriptor(lesson.info.id);
  if (!game) throw new Error(`no descriptor of ${lesson.info.id}`);
  const names = new Names(lesson.info, step.ruleset ?? lesson.course.ruleset, game, step.options);
  (step.boards ? showBoards : showPoints)(frame, lesson, step, does, names);
  frame.card.setAttribute('data-ready', '');
}

/** How many of those that are right are found. */
class Found {
  /** @type {Set<string>} */
  chosen = new Set();

  /** @param {Frame} frame @param {Choice} step @param {number} count */
  constructor({ feedback }, step, count) {
    this.feedback = feedback;
    this.step = step;
    this.count = count;
  }

  /** @param {string} one */
  add(one) {
    this.chosen.add(one);
    if (this.chosen.size === this.count) this.feedback.right(pick(this.step.success));
    else this.feedback.say(t('lesson.found', { done: this.chosen.size, count: this.count }), 'right');
  }
}

/** @param {Frame} frame @param {Lesson} lesson @param {Choice} step @param {Does} does @param {Names} names */
function showBoards(frame, lesson, step, does, names) {
  const { picture, feedback } = frame;
  const { read } = lesson.world;
  const boards = (step.boards ?? []).map((option, index) => {
    const game = beginOption(lesson.world, lesson.course, step, option);
    const right = isRight(game, option, step.right ?? {}, read);
    const position = game.position();
    game.free();
    const view = h('span', { class: 'course-option-board', 'aria-hidden': 'true' });
    const drawn = stillBoard(view, names.game, names.rulesetId, position);
    const shapes = shapesOf({ arrows: option.action ? [option.action] : [] });
    const { grid } = drawn.config.look.drawing;
    if (drawn.at) for (const shape of shapes) drawn.svg.append(drawShape(grid, drawn.at, shape));
    const move = option.action ? names.action(option.action) : '';
    const label = [t('lesson.board', { number: index + 1 }), contents(names, read(position))].filter(Boolean).join(' · ');
    const button = h(
      'button',
      {
        class: 'course-option',
        'aria-pressed': 'false',
        'data-testid': `lesson-option-${index}`,
        click: () => select(index),
      },
      view,
      h('span', { class: 'unseen' }, move ? `${label} · ` : label),
      h('span', { class: 'course-option-move', 'aria-hidden': move ? null : 'true' }, move || String(index + 1)),
    );
    return { button, option, right };
  });
  const found = new Found(frame, step, boards.filter(({ right }) => right).length);
  const select = (/** @type {number} */ index) => {
    const board = boards[index];
    if (!board || feedback.done) return;
    if (board.right) {
      board.button.setAttribute('aria-pressed', 'true');
      found.add(String(index));
    } else feedback.wrong(pick(board.option.text ?? step.answer), step.hint);
  };
  picture.className = 'course-options';
  picture.append(...boards.map(({ button }) => button));
  does.show = () => {
    for (const [index, { right }] of boards.entries()) if (right && !found.chosen.has(String(index))) select(index);
  };
}

/**
 * The pieces of a position, for those who do not see it.
 *
 * @param {Names} names
 * @param {import('../games/index.js').Placement} placement
 */
function contents(names, { pieces }) {
  const stones = names.game.roles.length === 1;
  return /** @type {const} */ (['first', 'second'])
    .map((side) => {
      const own = [...pieces].filter(([, piece]) => piece.side === side);
      return `${names.side(side)}: ${own.map(([at, piece]) => (stones ? names.at(at) : `${names.piece(piece)} ${names.at(at)}`)).join(' ')}`;
    })
    .join(' · ');
}

/** @param {Frame} frame @param {Lesson} lesson @param {Choice} step @param {Does} does @param {Names} names */
function showPoints(frame, lesson, step, does, names) {
  const { card, picture, feedback } = frame;
  const { world, course, info } = lesson;
  const { read } = world;
  const game = begin(world, course, step);
  const squares = /** @type {import('./reader.js').Squares} */ (step.squares);
  const right = rightPoints(game, squares, read);
  const placement = read(game.position());
  const drawing = captioned(names.game, drawingOf(names.game, names.rulesetId, game.position()));
  const found = new Found(frame, step, right.length);
  card.classList.add('course-choose');
  const given = shapesOf({
    arrows: [...(step.arrows ?? []), ...(squares.action ? [squares.action] : [])],
    marks: [...(step.marks ?? []), ...(squares.from ? [squares.from] : [])],
  });

  /** Why a point is wrong, by the engine where it refuses it. @param {string} at */
  const reason = (at) => {
    if (squares.ask === 'victims') return '';
    const action =
      squares.ask === 'origins'
        ? `${at}${right[0] ?? ''}`
        : squares.from === undefined
          ? `x${at}`
          : squares.from.length === 1
            ? `${squares.from}*${at}`
            : `${squares.from}${at}`;
    const tried = attempt(game, action, read);
    tried.game.free();
    const own = (step.answers ?? []).find(({ when }) => meets(tried, when, read));
    if (own) return pick(own.text);
    const tells = tried.refused && (squares.ask === 'targets' || ['not_yours', 'empty_origin'].includes(tried.refused));
    return tells
      ? ruleText(
          tried.refused ?? '',
          tried.squares.map((point) => names.at(point)),
          info.id,
        )
      : '';
  };
  const select = (/** @type {string} */ at) => {
    if (feedback.done || found.chosen.has(at)) return;
    if (right.includes(at)) found.add(at);
    else feedback.wrong(sentences([reason(at), pick(step.answer)]), step.hint);
    // The press has wiped the drawing.
    draw();
  };
  const board = new AppBoard(picture, { play: (action) => select(pointsOf(action)[0] ?? ''), ask: () => {} }, pick(step.text));
  const draw = () => {
    const { label, handLabel } = names.labels(placement);
    const chosen = [...found.chosen].map((at) => ({ from: at, to: at, brush: /** @type {const} */ ('green') }));
    board.show({
      game: names.game,
      ruleset: names.rulesetId,
      drawing,
      placement,
      flipped: false,
      interactive: !feedback.done,
      // Every point can be pressed, whatever stands there.
      legal: drawing.grid.names.map((at) => `@${at}`),
      action: null,
      acting: null,
      refused: [],
      captured: [],
      check: null,
      lead: { must: [], safe: [] },
      pending: null,
      shapes: [...given, ...chosen],
      label: (at) => (found.chosen.has(at) ? t('lesson.chosen', { point: label(at) }) : label(at)),
      handLabel,
    });
    const shown = board.board;
    if (shown) shown.set({ words: { ...shown.state.words, state: () => '' } });
  };
  draw();
  does.show = () => {
    for (const at of right) select(at);
  };
}
