// Planned replies, by days: a board of its own on which moves of both sides are tried, which never plays in the
// game, and the stored lines.

import { showModal } from '../ui/back.js';
import { h, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { makePlan, planned } from '../net/plans.js';
import { problemText } from '../net/problem_text.js';
import { FigureBoard } from '../rules/figure_board.js';
import { withLine } from './plan_lines.js';

/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */

/**
 * @param {Snapshot} match
 * @param {import('../net/api.js').GameInfo} info
 * @param {import('../net/protocol.js').Side} seat the visitor's
 * @param {() => void} saved
 */
export function openPlan(match, info, seat, saved) {
  /** @type {string[][]} */
  let lines = [];
  /** The plies at which a plan has played. @type {number[]} */
  let played = [];
  /** @type {FigureBoard | null} */
  let board = null;
  const { ply } = match;
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', hidden: true });
  const fired = h('p', { class: 'summary', 'data-testid': 'plan-fired', hidden: true });
  const list = h('ol', { class: 'plan-lines', 'data-testid': 'plan-lines' });
  const host = h('div', { class: 'plan-board', 'data-testid': 'plan-board' });
  const button = (/** @type {string} */ id, /** @type {() => void} */ act, main = false) =>
    h(
      'button',
      { class: main ? 'button button--main' : 'button', type: 'button', 'data-testid': `plan-${id}`, click: act },
      t(`plan.${id}`),
    );
  const add = button('add', () => change(withLine(lines, board?.played ?? [])));
  const undo = button('undo', () => board?.undo());
  const save = button('save', () => keep(), true);
  const dialog = h(
    'dialog',
    { class: 'plan', 'aria-labelledby': 'plan-title', 'data-testid': 'plan-dialog', close: () => dialog.remove() },
    h('h2', { id: 'plan-title' }, t('plan.title')),
    h('p', { class: 'summary' }, t('plan.explained')),
    host,
    h('div', { class: 'plan-acts' }, undo, add),
    list,
    fired,
    problem,
    h(
      'div',
      { class: 'plan-acts plan-foot' },
      button('close', () => dialog.close()),
      save,
    ),
  );
  document.body.append(dialog);
  showModal(dialog);
  const figure = {
    ruleset: match.ruleset,
    options: match.options,
    position: match.start,
    moves: match.moves,
    caption: { en: t('plan.board'), zh: t('plan.board'), ja: t('plan.board') },
  };
  board = new FigureBoard(
    host,
    info,
    /** @type {import('../rules/figure.js').Figure} */ (/** @type {unknown} */ (figure)),
    {
      played: () => draw(),
      refused: () => undefined,
      ready: () => {
        draw();
        change(lines);
      },
      drawn: () => draw(),
    },
    { asInRoom: true },
  );

  board.flipped = seat === 'second';

  function draw() {
    const length = board?.played.length ?? 0;
    undo.disabled = length === 0;
    add.disabled = length < 2;
  }

  /** @param {string[][]} next */
  function change(next) {
    lines = next;
    list.replaceChildren(
      ...lines.map((line, index) =>
        h(
          'li',
          {},
          h('span', {}, (board?.written(line) ?? line).join(' ')),
          h(
            'button',
            { class: 'button button--quiet', type: 'button', click: () => change(lines.filter((_, other) => other !== index)) },
            t('plan.remove'),
          ),
        ),
      ),
    );
    const moves = played.flatMap((at) => board?.written(match.moves.slice(at, at + 1), at) ?? []);
    fired.hidden = moves.length === 0;
    setText(fired, t('plan.fired', { moves: moves.join(' ') }));
  }

  async function keep() {
    save.disabled = problem.hidden = true;
    try {
      // The last tried action is meant, too.
      const tried = board?.played ?? [];
      const all = tried.length >= 2 ? withLine(lines, tried) : lines;
      await makePlan(match.id, ply, all);
      dialog.close();
      saved();
    } catch (error) {
      setText(problem, problemText(error));
      problem.hidden = false;
    }
    save.disabled = false;
  }

  planned(match.id).then(
    (kept) => {
      played = kept.fired;
      change(kept.ply === ply ? kept.lines : []);
    },
    () => undefined, // What is planned already cannot be shown; saving replaces it.
  );
  draw();
}
