// The answers of a step: to a wrong try its fault, after two a hint, after three the offer of the answer; to a right one its result.

import { h, setText } from '../ui/dom.js';
import { pick, t } from '../i18n/i18n.js';

/** @typedef {import('../net/api.js').Text} Text */

const HINT_AFTER = 2;
const ANSWER_AFTER = 3;

export class Feedback {
  #wrong = 0;
  done = false;
  says = h('p', { class: 'course-says', role: 'status', 'data-testid': 'lesson-says' });
  #hint = h('p', { class: 'course-hint', role: 'status', 'data-testid': 'lesson-hint' });
  #next;
  #again = h('button', { class: 'button', 'data-testid': 'lesson-again', hidden: true }, t('lesson.again'));
  #show = h('button', { class: 'button', 'data-testid': 'lesson-show', hidden: true }, t('lesson.show'));
  #skip;

  /**
   * @param {object} acts
   * @param {() => void} acts.next
   * @param {(() => void) | null} acts.back to the step before, if there is one
   * @param {() => void} acts.done the step is done
   * @param {() => void} acts.again
   * @param {() => void} acts.show
   */
  constructor(acts) {
    this.acts = acts;
    this.#next = h(
      'button',
      { class: 'button button--main', 'data-testid': 'lesson-next', hidden: true, click: acts.next },
      t('lesson.next'),
    );
    this.#skip = h('button', { class: 'button button--quiet', 'data-testid': 'lesson-skip', click: acts.next }, t('lesson.skip'));
    this.#again.addEventListener('click', () => {
      this.#again.hidden = true;
      acts.again();
    });
    this.#show.addEventListener('click', acts.show);
    const back =
      acts.back &&
      h('button', { class: 'button button--quiet', 'data-testid': 'lesson-back', click: acts.back }, t('lesson.back'));
    const tools = h('div', { class: 'tools' }, this.#next, this.#again, this.#show, this.#skip, back);
    this.element = h('div', { class: 'course-feedback' }, this.says, this.#hint, tools);
  }

  /** @param {string} text @param {'' | 'wrong' | 'right'} [kind] */
  say(text, kind = '') {
    this.says.className = kind ? `course-says course-says--${kind}` : 'course-says';
    setText(this.says, text);
    if (text) this.element.scrollIntoView({ block: 'nearest' });
  }

  /**
   * @param {string} text
   * @param {Text} hint
   * @param {boolean} [undo] whether the board does not stand as it did
   */
  wrong(text, hint, undo = false) {
    if (this.done) return;
    this.#wrong += 1;
    this.say(text, 'wrong');
    if (this.#wrong >= HINT_AFTER) setText(this.#hint, t('lesson.tip', { hint: pick(hint) }));
    this.#show.hidden = this.#wrong < ANSWER_AFTER;
    this.#again.hidden = !undo;
    if (undo) this.#again.focus();
  }

  /** @param {string} text */
  right(text) {
    if (this.done) return;
    this.done = true;
    this.say(text, 'right');
    for (const gone of [this.#again, this.#show, this.#skip]) gone.hidden = true;
    setText(this.#hint, '');
    this.#next.hidden = false;
    this.acts.done();
    this.#next.focus();
  }

  /** Begins the part of a step that asks another question: earlier wrong tries do not count. */
  fresh() {
    this.#wrong = 0;
    setText(this.#hint, '');
    this.#show.hidden = true;
  }
}
