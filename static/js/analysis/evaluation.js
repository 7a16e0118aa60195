// The computer's opinion of the position on the board: the best actions with their values,
// more exact the longer it searches.

import { analyse } from '../game/searcher.js';
import { resultText } from '../game/sentences.js';
import { ranked, truthOf } from '../game/truth.js';
import { t } from '../i18n/i18n.js';
import { choose, setting } from '../ui/settings.js';
import { signal } from '../ui/view.js';
import { exactNotes, exactText } from './exact.js';
import { lineText } from './line_text.js';
import { valueText } from './value_text.js';

/** @typedef {import('../games/index.js').Side} Side */

/** How many actions are listed, and how many positions are searched for one board. */
const LINES = 3;
const NODES = 5_000_000;

/** How many actions of a line are written. */
const SHOWN = 6;

/** @typedef {{action: string, value: string, texts: string[]}} Told an action, its value, and the play from it on */

export class Evaluation {
  /** @type {(() => void) | null} */
  #end = null;
  /** The node of the shown values; trials have numbers below 0. @type {number | null} */
  #node = null;
  on = signal(false);
  /** Whether the search is asked where no table knows. */
  #searches = true;
  state = signal('');
  lines = signal(/** @type {Told[]} */ ([]));
  /** The table's values of the actions here, whether they are shown on the board or not. */
  notes = signal(/** @type {readonly import('../../board/config.js').Note[]} */ ([]));
  onBoard = signal(setting('values'));

  /**
   * @param {import('./study.js').Study} study
   * @param {import('./analysis_page.js').AnalysisPage} page
   * @param {import('../game/truth.js').Setup} setup
   * @param {import('../game/names.js').Names} names
   */
  constructor(study, page, setup, names) {
    this.study = study;
    this.page = page;
    this.setup = setup;
    this.names = names;
  }

  /** Shows the values on the board, or no longer. */
  toggleBoard() {
    choose('values', !setting('values'));
    this.onBoard.value = setting('values');
    this.#mark();
  }

  /**
   * @param {boolean} on
   * @param {boolean} [searches] whether the search is asked where no table knows
   */
  turn(on, searches = true) {
    this.on.value = on;
    this.#searches = searches;
    this.#node = null;
    this.#stop();
    if (on) this.follow();
    else this.#clear();
  }

  #stop() {
    this.#end?.();
    this.#end = null;
  }

  #clear() {
    this.lines.value = [];
    this.state.value = '';
    this.notes.value = [];
    this.#mark();
  }

  /** Shows the table's values on the points of the board, unless that is switched off. */
  #mark() {
    this.page.notes = this.onBoard.value ? this.notes.value : [];
    this.page.redraw();
  }

  /** To be called whenever the board shows something else. */
  follow() {
    const { study } = this;
    if (!this.on.peek() || this.#node === study.current) return;
    this.#node = study.current;
    this.#stop();
    this.#clear();
    const outcome = study.outcome();
    if (outcome.result !== null) {
      this.state.value = resultText(outcome, this.names, null);
      return;
    }
    this.state.value = t('value.thinking');
    if (this.names.game.solved) this.#know(study.current);
    else this.#search();
  }

  /** Asks the tables for the value of every action; where they have none, the search. @param {number} node */
  async #know(node) {
    const { names, study } = this;
    const { position, turn } = study.entry(node);
    const truth = await truthOf(this.setup, position, study.legal());
    if (!this.on.value || this.#node !== node || study.current !== node) return;
    if (!truth) {
      if (this.#searches) this.#search();
      else this.state.value = '';
      return;
    }
    this.state.value = t('value.exact');
    this.lines.value = ranked(truth).map((known) => ({
      action: known.action,
      value: exactText(known, turn, names),
      texts: lineText(study, [known.action], names),
    }));
    this.notes.value = exactNotes(truth, turn, names);
    this.#mark();
  }

  #search() {
    const { study } = this;
    const { turn } = study.entry(study.current);
    this.#end = analyse(this.setup, study.tree.actions(study.current), { lines: LINES, nodes: NODES }, (report) => {
      if (!report) this.state.value = t('value.failed');
      else if (report.lines.length > 0) this.#take(report, turn);
    });
  }

  /**
   * @param {import('../game/searcher.js').Report} report
   * @param {Side} turn
   */
  #take({ depth, lines }, turn) {
    const { names, study } = this;
    this.state.value = t('value.depth', { depth, side: names.side('first') });
    this.lines.value = lines.map((line) => ({
      action: /** @type {string} */ (line.line[0]),
      value: valueText(line, turn, names),
      texts: lineText(study, line.line.slice(0, SHOWN), names),
    }));
  }
}
