// A step of a course on the page, by its kind.

import { choose } from '../game/searcher.js';
import { h, setText } from '../ui/dom.js';
import { pick, t } from '../i18n/i18n.js';
import { showChoice } from './choice_view.js';
import { Feedback } from './feedback.js';
import { accepted, greediest, meets, outcomeFor } from './goals.js';
import { answerTo, replyOf } from './reader.js';
import { sentences } from './sentences.js';
import { StepBoard } from './step_board.js';

/** @typedef {import('./goals.js').Attempt} Attempt */
/** @typedef {import('./reader.js').Step} Step */
/** @typedef {import('./reader.js').OwnTurn} OwnTurn */
/** @typedef {import('./step_board.js').Lesson} Lesson */

/** How often the opponent may act in a row before it is left at that. */
const MOST_REPLIES = 8;

/** How long a reply waits, in milliseconds, so that the move before it is seen. */
const PAUSE = 450;

/**
 * The frame of a step.
 *
 * @typedef {object} Frame
 * @property {HTMLElement} card
 * @property {HTMLElement} picture
 * @property {HTMLElement} turn
 * @property {HTMLElement} task
 * @property {Feedback} feedback
 */

/**
 * @param {Lesson} lesson
 * @param {Step} step
 * @param {{next: () => void, back: (() => void) | null, done: () => void}} acts
 * @returns {HTMLElement}
 */
export function showStep(lesson, step, acts) {
  /** What `again` and `show` do, which the kind decides. */
  const does = { again: () => {}, show: () => {} };
  const feedback = new Feedback({
    next: acts.next,
    back: acts.back,
    again: () => does.again(),
    show: () => does.show(),
    done: () => {
      card.classList.add('course-step--done');
      acts.done();
    },
  });
  const picture = h('div', { class: 'figure-board course-board' });
  const task = h('p', { class: 'course-task' }, pick(step.text));
  const turn = h('p', { class: 'course-turn' });
  const text = h('div', { class: 'course-text' }, task, turn);
  const attributes = { class: 'card course-step', 'data-testid': 'lesson-step', 'data-step': step.id, 'data-kind': step.kind };
  const card = h('div', attributes, text, picture, feedback.element);
  const frame = { card, picture, turn, task, feedback };
  if (step.kind === 'choice') showChoice(frame, lesson, step, does);
  else if (step.kind === 'card') showCard(frame, lesson, step);
  else if (step.kind === 'play') showPlay(frame, lesson, step, does);
  else if (step.kind === 'try') showTry(frame, lesson, step, does);
  else showTurns(frame, lesson, step, does);
  return card;
}

/** @typedef {{again: () => void, show: () => void}} Does */

/** @param {HTMLElement} card */
const ready = (card) => () => card.setAttribute('data-ready', '');

/** @param {Frame} frame @param {Lesson} lesson @param {import('./reader.js').Card} step */
function showCard({ card, picture, turn, task, feedback }, lesson, step) {
  const board = new StepBoard({ picture, turn }, lesson, step, { tried: () => {}, ready: ready(card) });
  board.locked = true;
  turn.hidden = true;
  if (step.link) task.append(' ', h('a', { href: step.link.href, target: '_blank' }, pick(step.link.text)));
  feedback.right('');
}

/** @param {Frame} frame @param {Lesson} lesson @param {import('./reader.js').Try} step @param {Does} does */
function showTry({ card, picture, turn, feedback }, lesson, step, does) {
  const { read } = lesson.world;
  const board = new StepBoard({ picture, turn }, lesson, step, {
    tried(tried, refusal) {
      if (feedback.done) return;
      if (meets(tried, step.goal, read)) {
        board.lock(true);
        feedback.right(sentences([refusal, pick(step.success)]));
      } else if (tried.refused) feedback.wrong(refusal, step.hint);
      else {
        board.lock(true);
        feedback.wrong(pick(step.answer), step.hint, true);
      }
    },
    ready: ready(card),
  });
  does.again = () => {
    board.back([]);
    feedback.say('');
    board.focus();
  };
  does.show = () => {
    board.back([]);
    board.board.refuse(step.show);
  };
}

/**
 * A task, or a line, which is several with replies between them.
 *
 * @param {Frame} frame
 * @param {Lesson} lesson
 * @param {import('./reader.js').Task | import('./reader.js').Line} step
 * @param {Does} does
 */
function showTurns({ card, picture, turn, task, feedback }, lesson, step, does) {
  const { read } = lesson.world;
  const turns = step.kind === 'line' ? step.turns : [{ goal: step.goal }];
  let at = 0;
  /** The actions at the begin of the turn. @type {string[]} */
  let before = [];
  const own = () => /** @type {OwnTurn} */ (turns[at]);

  /** Plays on: replies until the learner has a turn again. */
  const proceed = () => {
    at += 1;
    const next = turns[at];
    before = [...board.played];
    if (!next) {
      board.lock(true);
      feedback.right(pick(step.success));
      return;
    }
    if ('reply' in next) {
      board.lock(true);
      later(() => {
        answer(next.reply);
        feedback.say(pick(next.text));
        proceed();
      });
      return;
    }
    board.lock(false);
    feedback.fresh();
    if (next.text) setText(task, pick(next.text));
    board.focus();
  };

  /** @param {string[] | import('./goals.js').Condition | undefined} reply what takes most, if none is given */
  const answer = (reply) => {
    const game = board.game();
    const action = (reply && replyOf(game, reply, read)) ?? greediest(game, read);
    game.free();
    if (action) board.board.play(action);
  };

  /** The opponent's answer to a wrong try. @param {Attempt} tried @param {string[] | import('./goals.js').Condition | undefined} reply */
  const punish = (tried, reply) => {
    if (tried.result || tried.goesOn) return;
    answer(reply);
    for (let count = 0; count < MOST_REPLIES; count += 1) {
      const game = board.game();
      const over = game.result() !== undefined || game.to_act() === tried.by;
      game.free();
      if (over) return;
      answer(undefined);
    }
  };

  /** @param {() => void} run dropped if another step is shown before */
  const later = (run) => setTimeout(() => card.isConnected && run(), PAUSE);

  const board = new StepBoard({ picture, turn }, lesson, step, {
    tried(tried, refusal) {
      if (feedback.done) return;
      const { goal, hint = step.hint } = own();
      if (tried.refused) feedback.wrong(refusal, hint);
      else if (meets(tried, goal, read)) {
        feedback.say('');
        proceed();
      } else {
        const found = answerTo(tried, [own(), step], read);
        board.lock(true);
        if (step.kind === 'line') punish(tried, found?.reply);
        feedback.wrong(pick(found?.text), hint, true);
      }
    },
    ready: ready(card),
  });
  does.again = () => {
    board.back(before);
    feedback.say('');
    board.focus();
  };
  does.show = () => {
    board.back(before);
    const game = board.game();
    const [action] = accepted(game, own().goal, read);
    game.free();
    if (action) board.board.play(action);
  };
}

/** @param {Frame} frame @param {Lesson} lesson @param {import('./reader.js').Play} step @param {Does} does */
function showPlay({ card, picture, turn, feedback }, lesson, step, does) {
  const { course, info } = lesson;
  const setup = {
    game: info.id,
    ruleset: step.ruleset ?? course.ruleset,
    options: step.options ?? {},
    start: step.position ?? '',
  };
  const board = new StepBoard({ picture, turn }, lesson, step, {
    tried(tried, refusal) {
      if (tried.refused) feedback.say(refusal, 'wrong');
      else {
        feedback.say('');
        proceed();
      }
    },
    ready: ready(card),
  });
  /** Has the computer act until the learner can again, or the game is over. */
  const proceed = async () => {
    for (;;) {
      const game = board.game();
      const [result, turn] = [game.result(), game.to_act()];
      game.free();
      if (result) {
        board.lock(true);
        const reached = [step.goal.result].flat().includes(outcomeFor(board.side, result));
        if (reached) feedback.right(pick(step.success));
        else feedback.wrong(pick(step.failure), step.hint, true);
        return;
      }
      board.lock(turn !== board.side);
      if (turn === board.side) return;
      const played = board.played;
      const chosen = await choose(setup, [...(step.moves ?? []), ...played], step.level).catch(() => null);
      // Another step is shown, or this one was begun again.
      if (!card.isConnected || board.played !== played) return;
      if (!chosen) {
        feedback.wrong(t('lesson.failed'), step.hint, true);
        return;
      }
      board.board.play(chosen.action);
    }
  };
  does.again = () => {
    board.back([]);
    feedback.say('');
    board.focus();
  };
  // A game has no answer to show: the course continues.
  does.show = () => feedback.right(pick(step.hint));
}
