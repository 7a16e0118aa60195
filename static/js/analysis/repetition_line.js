// The line that warns of a repetition: how often the position shown has occurred in its line, or would
// occur after a move of the piece that is picked up, and the effect of the rules then.

import { setText } from '../ui/dom.js';
import { noteOf, occurrences, standingText } from '../game/repetition_meter.js';

export class RepetitionLine {
  /** Of the position shown. */
  #standing = '';
  /** Of the piece that is picked up. @type {readonly string[]} */
  #picked = [];

  /**
   * @param {import('./study.js').Study} study
   * @param {import('../game/names.js').Names} names
   * @param {HTMLElement} line
   */
  constructor(study, names, line) {
    this.line = line;
    this.study = study;
    this.names = names;
  }

  /** The board's note on an action. @param {string} action */
  note(action) {
    return noteOf(this.study.here(), action, this.names);
  }

  /** @param {readonly string[]} texts what moves of the piece picked up would bring back */
  pick(texts) {
    this.#picked = texts;
    this.#write();
  }

  /** To be called when another position is shown. */
  draw() {
    const here = this.study.here();
    this.#standing = here.game.result() ? '' : standingText(here, occurrences(here), this.names);
    this.#write();
  }

  #write() {
    const text = this.#picked.length > 0 ? this.#picked.join(' — ') : this.#standing;
    this.line.hidden = text === '';
    setText(this.line, text);
  }
}
