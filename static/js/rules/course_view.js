// @ts-check
// A course on the page: one task after the other, each on a board of its own, with what was done
// said in the words of the game; at its end the ways to a first game.

import { h, setText } from '../dom.js';
import { pick, t } from '../i18n/i18n.js';
import { isDone, taskKind } from './course.js';
import { playedText, refusedText } from './effects.js';
import { turnText } from './figure.js';
import { FigureBoard } from './figure_board.js';
import { keepDone, tasksDone } from './progress.js';

/** @typedef {import('./figure.js').Figure} Figure */

export class CourseView {
  #at = 0;
  /** How many tasks have been done. */
  #done = 0;

  /**
   * @param {HTMLElement} host
   * @param {import('../net/api.js').GameInfo} info
   * @param {Figure[]} tasks
   * @param {() => void} leave what skipping does
   */
  constructor(host, info, tasks, leave) {
    this.host = host;
    this.info = info;
    this.tasks = tasks;
    this.leave = leave;
    this.#done = Math.min(tasksDone(info.id), tasks.length);
    this.#at = this.#done % tasks.length;
    this.#draw();
  }

  #draw() {
    const figure = this.tasks[this.#at];
    if (figure) this.#drawTask(figure);
    else this.#drawEnd();
    this.host.querySelector('h2')?.focus();
  }

  #head() {
    const dots = this.tasks.map((_, index) =>
      h('li', { class: `dot${index < this.#done ? ' dot--done' : ''}`, 'aria-current': index === this.#at ? 'step' : null },
        h('span', { class: 'unseen' }, String(index + 1))),
    );
    return h(
      'div',
      { class: 'course-head' },
      h('h2', { tabindex: '-1' }, t('lesson.title', { game: pick(this.info.name) })),
      h('ol', { class: 'dots', 'aria-label': t('lesson.progress', { done: this.#done, count: this.tasks.length }) }, ...dots),
      h('button', { class: 'button button--quiet', 'data-testid': 'lesson-skip', click: () => this.leave() }, t('lesson.skip')),
    );
  }

  /** @param {Figure} figure */
  #drawTask(figure) {
    const kind = taskKind(figure);
    const picture = h('div', { class: 'figure-board course-board' });
    const turn = h('p', { class: 'figure-turn' });
    const says = h('p', { class: 'figure-says', role: 'status', 'data-testid': 'lesson-says' });
    const next = h('button', { class: 'button button--main', 'data-testid': 'lesson-next', hidden: true, click: () => this.#next() }, t('lesson.next'));
    const show = h('button', { class: 'button', 'data-testid': 'lesson-show' }, t('lesson.show'));
    const again = h('button', { class: 'button', 'data-testid': 'lesson-again', hidden: true }, t('lesson.again'));
    const card = h('div', { class: 'card course-task', 'data-testid': 'lesson-task', 'data-figure': figure.id });

    const done = () => {
      card.classList.add('course-task--done');
      next.hidden = false;
      show.hidden = true;
      again.hidden = true;
      if (this.#done === this.#at) keepDone(this.info.id, (this.#done += 1));
      next.focus();
    };
    /** @param {import('./course.js').Attempt} attempt @param {string} text */
    const judge = (attempt, text) => {
      if (!card.classList.contains('course-task--done') && isDone(figure, attempt)) {
        setText(says, [t('lesson.right'), text].filter(Boolean).join(' '));
        done();
      } else {
        setText(says, text || t('lesson.other'));
        again.hidden = card.classList.contains('course-task--done') || board.played.length === 0;
      }
    };
    const board = new FigureBoard(picture, this.info, figure, {
      played: (timeline, played) => {
        const { captures, earned, check } = timeline.last;
        const result = timeline.game.result() ?? null;
        judge({ action: played.at(-1) ?? '', captures, earned, check, result }, playedText(timeline, board.names, null));
      },
      refused: (action, refusal) => judge({ action, refused: refusal.rule }, refusedText(refusal, board.names, { ...figure, expect: {} })),
      ready: () => card.setAttribute('data-ready', ''),
      drawn: (shown) => setText(turn, turnText(shown)),
    });
    show.addEventListener('click', () => {
      board.back();
      if (figure.expect.refused) board.refuse(figure.action ?? '');
      else board.play(figure.action ?? '');
    });
    again.addEventListener('click', () => {
      board.back();
      setText(says, '');
      again.hidden = true;
    });
    card.append(
      picture,
      h(
        'div',
        { class: 'course-text' },
        h('p', {}, pick(figure.caption)),
        h('p', { class: 'course-prompt' }, t(`lesson.task.${kind}`)),
        turn,
        says,
        h('div', { class: 'tools' }, next, again, show),
      ),
    );
    const goal = this.info.rulesets.find(({ id }) => id === figure.ruleset)?.goal;
    this.host.replaceChildren(this.#head(), this.#at === 0 && goal ? h('p', { class: 'course-goal' }, pick(goal)) : '', card);
  }

  #next() {
    this.#at += 1;
    this.#draw();
  }

  #drawEnd() {
    const { id, name } = this.info;
    this.host.replaceChildren(
      this.#head(),
      h(
        'div',
        { class: 'card course-end', 'data-testid': 'lesson-end' },
        h('p', {}, t('lesson.end', { game: pick(name) })),
        h(
          'div',
          { class: 'tools' },
          h('a', { class: 'button button--main', href: `/local?game=${id}`, 'data-testid': 'lesson-play' }, t('lesson.play')),
          h('a', { class: 'button', href: `/#${id}`, 'data-testid': 'lesson-invite' }, t('lesson.invite')),
          h('button', { class: 'button button--quiet', click: () => this.leave() }, t('lesson.rules')),
        ),
      ),
    );
  }
}
