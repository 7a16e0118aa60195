// What the computer thinks of the position on the board: the best actions with what they are worth,
// better and better while one looks.

import { byId, h, setAttribute, setChildren, setText } from '../ui/dom.js';
import { analyse } from '../game/searcher.js';
import { resultText } from '../game/sentences.js';
import { ranked, truthOf } from '../game/truth.js';
import { t } from '../i18n/i18n.js';
import { choose, setting } from '../ui/settings.js';
import { exactNotes, exactText } from './exact.js';
import { lineText } from './line_text.js';

/** @typedef {import('../game/searcher.js').Line} Line */
/** @typedef {import('../games/index.js').Side} Side */

/** How many actions are told, and how many positions are looked at for one board. */
const LINES = 3;
const NODES = 5_000_000;

/** How many actions of a line are written. */
const SHOWN = 6;

/**
 * What a position is worth, as it is written: pieces ahead, or in how many actions who wins.
 *
 * @param {Line} line
 * @param {Side} turn whose view it is
 * @param {import('../game/names.js').Names} names
 */
export function valueText({ score, win_in: wins }, turn, names) {
  if (wins !== null) {
    const winner = wins > 0 === (turn === 'first') ? 'first' : 'second';
    return t('value.wins', { side: names.side(winner), count: Math.abs(wins) });
  }
  const tenths = Math.round((turn === 'first' ? score : -score) / 10);
  return `${tenths > 0 ? '+' : tenths < 0 ? '−' : ''}${(Math.abs(tenths) / 10).toFixed(1)}`;
}

export class Evaluation {
  /** @type {(() => void) | null} */
  #end = null;
  /** The node that is told of; trials have numbers below 0. @type {number | null} */
  #node = null;
  #on = false;
  /** Whether the search is asked where no table knows. */
  #searches = true;
  /** What the table says of the actions here, whether it is shown on the board or not. @type {readonly import('../../board/config.js').Note[]} */
  #notes = [];

  /**
   * @param {import('./study.js').Study} study
   * @param {import('./analysis_page.js').AnalysisPage} page
   * @param {import('../game/truth.js').Setup} setup
   * @param {import('../game/names.js').Names} names
   * @param {{list: Element, state: Element}} parts
   */
  constructor(study, page, setup, names, { list, state }) {
    this.study = study;
    this.page = page;
    this.setup = setup;
    this.names = names;
    this.list = list;
    this.state = state;
    const press = () => {
      choose('values', !setting('values'));
      this.#mark();
    };
    this.onBoard = h(
      'button',
      { class: 'button', type: 'button', hidden: '', 'data-testid': 'values', click: press },
      t('value.board'),
    );
    state.after(this.onBoard);
    /** What the values on the board mean, in a row that is there already. */
    this.key = h('p', { class: 'values-key', hidden: '', 'data-testid': 'values-key' }, t('value.key'));
    byId('ply').after(this.key);
  }

  get on() {
    return this.#on;
  }

  /**
   * @param {boolean} on
   * @param {boolean} [searches] whether the search is asked where no table knows
   */
  turn(on, searches = true) {
    this.#on = on;
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
    setChildren(this.list, []);
    setText(this.state, '');
    this.#notes = [];
    this.#mark();
  }

  /** Shows what the table says on the points of the board, unless that is switched off. */
  #mark() {
    const shown = setting('values');
    this.onBoard.toggleAttribute('hidden', this.#notes.length === 0);
    setAttribute(this.onBoard, 'aria-pressed', String(shown));
    this.page.notes = shown ? this.#notes : [];
    this.key.toggleAttribute('hidden', this.page.notes.length === 0);
    this.page.redraw();
  }

  /** To be called whenever the board shows something else. */
  follow() {
    const { study } = this;
    if (!this.#on || this.#node === study.current) return;
    this.#node = study.current;
    this.#stop();
    this.#clear();
    const outcome = study.outcome();
    if (outcome.result !== null) {
      setText(this.state, resultText(outcome, this.names, null));
      return;
    }
    setText(this.state, t('value.thinking'));
    if (this.names.game.solved) this.#know(study.current);
    else this.#search();
  }

  /** Lets the tables tell what every action is worth; where they do not, the search. @param {number} node */
  async #know(node) {
    const { names, study } = this;
    const { position, turn } = study.entry(node);
    const truth = await truthOf(this.setup, position, study.legal());
    if (!this.#on || this.#node !== node || study.current !== node) return;
    if (!truth) {
      if (this.#searches) this.#search();
      else setText(this.state, '');
      return;
    }
    setText(this.state, t('value.exact'));
    const item = (/** @type {import('../game/truth.js').Known} */ known) =>
      this.#item(known.action, exactText(known, turn, names), lineText(study, [known.action], names));
    setChildren(this.list, ranked(truth).map(item));
    this.#notes = exactNotes(truth, turn, names);
    this.#mark();
  }

  #search() {
    const { study } = this;
    const { turn } = study.entry(study.current);
    this.#end = analyse(this.setup, study.tree.actions(study.current), { lines: LINES, nodes: NODES }, (report) => {
      if (!report) setText(this.state, t('value.failed'));
      else if (report.lines.length > 0) this.#draw(report, turn);
    });
  }

  /**
   * @param {import('../game/searcher.js').Report} report
   * @param {Side} turn
   */
  #draw({ depth, lines }, turn) {
    const { names, study } = this;
    setText(this.state, t('value.depth', { depth }));
    setChildren(
      this.list,
      lines.map((line) =>
        this.#item(
          /** @type {string} */ (line.line[0]),
          valueText(line, turn, names),
          lineText(study, line.line.slice(0, SHOWN), names),
        ),
      ),
    );
  }

  /**
   * An action to press, with what it is worth and the play after it.
   *
   * @param {string} action
   * @param {string} value
   * @param {string[]} texts
   */
  #item(action, value, texts) {
    const play = () => this.page.play(action);
    return h(
      'li',
      {},
      h(
        'button',
        { class: 'link', 'data-testid': 'best', 'data-action': action, click: play },
        h('b', {}, value),
        ` ${texts[0]}`,
      ),
      ` ${texts.slice(1).join(' ')}`,
    );
  }
}
