// The contents of the tabs: views over signals, which follow the node on the board.

import { choose, setting } from '../ui/settings.js';
import { effect, signal } from '../ui/view.js';
import { Evaluation } from './evaluation.js';
import { showEvaluation } from './evaluation_view.js';
import { Explorer, showExplorer } from './explorer.js';
import { showNotes } from './notes_view.js';
import { Review, showReview } from './review_view.js';

/** @typedef {import('./tabs.js').Tab} Tab */

/**
 * @param {import('./tabs.js').Told} told
 * @param {Record<string, Element>} places where each tab that there is has its content
 */
export function showPanels({ study, page, record, names, notes, ply }, places) {
  const { computer, review: reviewed, explorer: explored, notes: noted } = places;
  const node = signal(study.current);
  const { moved } = page.listener;
  page.listener.moved = () => {
    moved();
    node.value = study.current;
  };
  const evaluation = new Evaluation(study, page, record, names);
  const review = new Review(study, page, record, names);
  const explorer = new Explorer(study, record, names);
  const play = (/** @type {string} */ action) => page.play(action);

  /** Only one of them asks the search at a time. @param {boolean} on */
  const evaluate = (on, searches = true) => {
    if (on) review.stop();
    evaluation.turn(on, searches);
  };
  const press = () => {
    const on = !evaluation.on.value;
    if (names.game.solved) choose('exact', on);
    evaluate(on);
  };
  if (computer) showEvaluation(computer, evaluation, ply, { press, play });
  if (reviewed) {
    const begin = () => {
      evaluate(false);
      review.begin();
    };
    showReview(reviewed, review, { begin, go: (to) => page.go(to) });
  }
  if (explored) showExplorer(explored, explorer, play);
  if (noted) showNotes(noted, notes, node);
  effect(() => {
    if (node.value !== null) evaluation.follow();
  });
  /** Whether the computer was asked for on this page. */
  let asked = false;
  return {
    /** @param {Tab} id that the visitor opened */
    opened(id) {
      explorer.on.value = id === 'explorer';
      if (id === 'computer' && !asked && !review.busy.value && (!names.game.solved || setting('exact'))) evaluate(true);
      asked ||= id === 'computer';
    },
    /** Shows the values of tables, and searches nothing. */
    tell() {
      asked = true;
      evaluate(true, false);
      if (record.result && reviewed) review.begin(false);
    },
    follow: effect(() => {
      if (node.value !== null && explorer.on.value) explorer.follow();
    }),
  };
}
