// A course on the page: its parts, one step after the other, and at its end the skills that were learned and the ways to a first game.

import { asset, h, style } from '../ui/dom.js';
import { loadEngine, newGame } from '../game/engine.js';
import { descriptor, drawable } from '../games/index.js';
import { pick, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { createMatch, games } from '../net/api.js';
import { keep, keptOf } from './progress.js';
import { readCourse, stepsOf } from './reader.js';
import { showStep } from './step_view.js';

/** @typedef {import('./reader.js').Part} Part */
/** @typedef {import('./reader.js').Step} Step */
/** @typedef {import('../net/api.js').GameInfo} GameInfo */

/** The level of the first game. */
const FIRST_LEVEL = 1;

/**
 * Opens the course of a game.
 *
 * @param {HTMLElement} host
 * @param {GameInfo} info
 * @param {() => void} leave
 * @returns {Promise<CourseView | null>} null if it could not be loaded
 */
export async function openCourse(host, info, leave) {
  const game = descriptor(info.id);
  const loaded = await load(() =>
    Promise.all([
      loadEngine(),
      fetch(asset(`courses/${info.id}.json`)).then((response) => {
        if (!response.ok) throw new Error(`the course of ${info.id}: ${response.status}`);
        return response.json();
      }),
      style('css/course.css'),
    ]),
  );
  if (!loaded || !game) return null;
  const [engine, file] = loaded;
  const { course, faults } = readCourse(file);
  const world = { game: (/** @type {any} */ setup) => newGame(engine, { game: info.id, ...setup }), read: game.read };
  host.hidden = false;
  return new CourseView(host, { info, world, course }, leave, faults.length);
}

/**
 * The next game, in the order of the lobby, whose course is not finished.
 *
 * @param {GameInfo[]} infos
 * @param {string} id the game whose course ends
 */
export function nextToLearn(infos, id) {
  const at = infos.findIndex((info) => info.id === id);
  const others = [...infos.slice(at + 1), ...infos.slice(0, at)];
  return others.find((info) => {
    const { done = [], of } = keptOf(info.id);
    return of === undefined || done.length < of;
  });
}

export class CourseView {
  #steps;
  /** @type {Set<string>} */
  #done;

  /**
   * @param {HTMLElement} host
   * @param {import('./step_board.js').Lesson} lesson
   * @param {() => void} leave
   * @param {number} skipped how many steps could not be read
   */
  constructor(host, lesson, leave, skipped) {
    this.host = host;
    this.lesson = lesson;
    this.leave = leave;
    this.skipped = skipped;
    this.#steps = stepsOf(lesson.course);
    const known = new Set(this.#steps.map(({ id }) => id));
    this.#done = new Set((keptOf(lesson.info.id).done ?? []).filter((id) => known.has(id)));
    this.#keep();
    this.show(this.#steps.find(({ id }) => !this.#done.has(id)) ?? null);
  }

  #keep() {
    keep(this.lesson.info.id, { done: [...this.#done], of: this.#steps.length });
  }

  /**
   * @param {Step | null} step the end of the course, if none
   */
  show(step) {
    const body = step ? this.#body(step) : this.#end();
    this.#put(this.#head(step), ...(this.skipped > 0 ? [this.#notice()] : []), body);
    this.host.scrollIntoView?.({ block: 'start' });
  }

  /** @param {HTMLElement[]} content begins with the head */
  #put(...content) {
    this.host.replaceChildren(...content);
    this.host.querySelector('h1')?.focus();
    // On a phone the parts are wider than the page.
    this.host.querySelector('.course-parts [aria-current]')?.scrollIntoView?.({ inline: 'center', block: 'nearest' });
  }

  /** @param {Step} step */
  #body(step) {
    const before = this.#steps[this.#steps.indexOf(step) - 1];
    try {
      return showStep(this.lesson, step, {
        next: () => this.#after(step),
        back: before ? () => this.show(before) : null,
        done: () => {
          this.#done.add(step.id);
          this.#keep();
          this.#count();
        },
      });
    } catch (error) {
      console.warn(error);
      return h(
        'div',
        { class: 'card course-step', 'data-testid': 'lesson-broken' },
        this.#notice(),
        h(
          'button',
          { class: 'button button--main', 'data-testid': 'lesson-next', click: () => this.#after(step) },
          t('lesson.next'),
        ),
      );
    }
  }

  #notice() {
    return h('p', { class: 'notice', role: 'status', 'data-testid': 'lesson-skipped' }, t('lesson.broken'));
  }

  /** Continues after a step: where a part ends, with the way to a game as well. @param {Step} step */
  #after(step) {
    const at = this.#steps.indexOf(step);
    const next = this.#steps[at + 1] ?? null;
    const [part, following] = [this.#partOf(step), next && this.#partOf(next)];
    if (next && part && following && part !== following) this.#between(part, following, next);
    else this.show(next);
  }

  /** @param {Step} step */
  #partOf(step) {
    return this.lesson.course.parts.find(({ steps }) => steps.includes(step)) ?? null;
  }

  /** @param {Part} part @param {Part} following @param {Step} next */
  #between(part, following, next) {
    const card = h(
      'div',
      { class: 'card course-end', 'data-testid': 'lesson-part' },
      h('h2', {}, t('lesson.part', { part: pick(part.title) })),
      h('p', {}, pick(part.learned)),
      h(
        'div',
        { class: 'tools' },
        h(
          'button',
          { class: 'button button--main', 'data-testid': 'lesson-continue', click: () => this.show(next) },
          t('lesson.continue', { part: pick(following.title) }),
        ),
        this.#play('button'),
      ),
    );
    this.#put(this.#head(next), card);
  }

  /** @param {Step | null} step */
  #head(step) {
    const current = step && this.#partOf(step);
    const parts = this.lesson.course.parts.map((part) => {
      const to = part.steps.find(({ id }) => !this.#done.has(id)) ?? part.steps[0] ?? null;
      const attributes = {
        class: 'button button--quiet',
        'aria-current': part === current ? 'step' : null,
        'data-testid': `lesson-part-${part.id}`,
        click: () => this.show(to),
      };
      return h('li', {}, h('button', attributes, this.#partText(part)));
    });
    return h(
      'div',
      { class: 'course-head' },
      h('h1', { tabindex: '-1' }, t('lesson.title', { game: pick(this.lesson.info.name) })),
      h('p', { class: 'course-count', 'data-testid': 'lesson-count' }, this.#countText()),
      h('button', { class: 'button button--quiet', 'data-testid': 'lesson-leave', click: () => this.leave() }, t('lesson.leave')),
      h('ol', { class: 'course-parts' }, ...parts),
    );
  }

  #countText() {
    return t('lesson.count', { done: this.#done.size, count: this.#steps.length });
  }

  /** @param {Part} part */
  #partText({ title, steps }) {
    return `${pick(title)} ${steps.filter(({ id }) => this.#done.has(id)).length}/${steps.length}`;
  }

  #count() {
    const count = this.host.querySelector('.course-count');
    if (count) count.textContent = this.#countText();
    for (const part of this.lesson.course.parts) {
      const button = this.host.querySelector(`[data-testid="lesson-part-${part.id}"]`);
      if (button) button.textContent = this.#partText(part);
    }
  }

  #end() {
    const { course, info } = this.lesson;
    const isDone = this.#done.size === this.#steps.length;
    const tools = h(
      'div',
      { class: 'tools' },
      this.#play('button button--main'),
      h('a', { class: 'button', href: `/#${info.id}`, 'data-testid': 'lesson-invite' }, t('lesson.invite')),
    );
    games().then(
      (catalogue) => {
        const next = nextToLearn(drawable(catalogue.games), info.id);
        if (!next) return;
        const given = { class: 'button', href: `/rules/${next.id}#learn`, 'data-testid': 'lesson-another' };
        tools.append(h('a', given, t('lesson.another', { game: pick(next.name) })));
      },
      () => {}, // Without the catalogue the other courses are found in the rules.
    );
    return h(
      'div',
      { class: 'card course-end', 'data-testid': 'lesson-end' },
      h('p', {}, t(isDone ? 'lesson.end' : 'lesson.end.left', { game: pick(info.name) })),
      tools,
      h('h2', {}, t('lesson.learned')),
      h(
        'ul',
        {},
        ...course.parts.map(({ title, learned }) => h('li', {}, h('strong', {}, pick(title)), h('span', {}, pick(learned)))),
      ),
      h('h2', {}, t('lesson.left')),
      h(
        'ul',
        {},
        ...this.#steps
          .filter(({ id }) => !this.#done.has(id))
          .slice(0, 1)
          .map((step) =>
            h(
              'li',
              {},
              h(
                'button',
                { class: 'button button--quiet', 'data-testid': 'lesson-undone', click: () => this.show(step) },
                t('lesson.undone', { count: this.#steps.length - this.#done.size }),
              ),
            ),
          ),
        ...course.left.map(({ href, text }) => h('li', {}, h('a', { href }, pick(text)))),
      ),
    );
  }

  /** The button to a game against the computer at its first level. @param {string} look */
  #play(look) {
    const { course, info } = this.lesson;
    const { id } = info;
    const start = async () => {
      button.disabled = true;
      const made = await createMatch({ game: id, ruleset: course.ruleset, computer: FIRST_LEVEL, seat: 'first' }).catch(
        () => null,
      );
      // Without the server the computer plays on this device.
      location.assign(made?.url ?? `/local?game=${id}&ruleset=${course.ruleset}&computer=${FIRST_LEVEL}`);
    };
    const button = h('button', { class: look, 'data-testid': 'lesson-play', click: start }, t('lesson.play'));
    return button;
  }
}
