// The card below the board: the result or the side to move, the last move, its note, and a refusal.

import { eventText, resultText, ruleText } from '../game/sentences.js';
import { hasText, loadWords, t } from '../i18n/i18n.js';
import { setText, style } from '../ui/dom.js';
import { load } from '../ui/load.js';
import { effect } from '../ui/view.js';
import { ANNOTATOR } from './annotator.js';

/** @typedef {import('./analysis_page.js').AnalysisPage} AnalysisPage */
/** @typedef {import('./analysis_page.js').Moment} Moment */
/** @typedef {import('./frame.js').Frame} Frame */

/**
 * @param {AnalysisPage} page
 * @param {Frame} frame
 */
export function showVerdict(page, frame) {
  const { moment, study, names } = page;
  /** A line is hidden where it has no text. */
  const fill = (/** @type {HTMLElement} */ line, /** @type {string} */ text) => {
    setText(line, text);
    line.hidden = text === '';
  };
  effect(() => {
    if (!moment.value) return;
    const { ply, plies, current, refused } = moment.value;
    setText(frame.ply, t('replay.ply', { ply, plies }));
    setText(frame.event, eventText(study, ply, names) || t('rules.start'));
    fill(frame.annotation, study.tree.at(current).comments.find(({ by }) => by === ANNOTATOR)?.text ?? '');
    const { rule, squares = [], note } = refused ?? {};
    const why = rule && hasText(`rule.${rule}`) ? ruleText(rule, names.points(squares), names.game.id) : '';
    fill(frame.refusal, [why, note].filter(Boolean).join(' · '));
    drawHeadline(page, moment.value, frame);
  });
  showEvidence(page, frame.event);
}

/**
 * The headline is how the game ended, or whose turn it is where none was played; off the game it
 * shows that, since the result is not that of the shown position.
 *
 * @param {AnalysisPage} page
 * @param {Moment} moment
 * @param {Frame} frame
 */
function drawHeadline({ study, names, game: { ended } }, { current, outcome, turn }, frame) {
  const onGame = study.tree.isGame(current);
  const here = outcome.result ? resultText(outcome, names, null) : turn;
  const headline = !ended ? here : onGame ? ended.text : t('analysis.variation');
  setText(frame.result, headline);
  frame.result.dataset.result = (onGame && ended?.result) || 'none';
  frame.result.dataset.reason = (onGame && ended?.reason) || '';
  const atEnd = onGame && current === study.tree.plies;
  setText(frame.turn, ended && !(atEnd && ended.result) && here !== headline ? here : '');
}

/**
 * Why the line ends by repetition, by a part that is loaded where one does.
 *
 * @param {AnalysisPage} page
 * @param {Element} event a line of the verdict
 */
function showEvidence(page, event) {
  const { moment, study, names } = page;
  /** @type {ReturnType<typeof import('../game/evidence_view.js').showEvidence> | null} */
  let show = null;
  effect(async () => {
    if (!moment.value) return;
    const { ending, ply, plies } = moment.value;
    const shows = /^(repet|perp)/.test(ending.reason ?? '');
    if (!show && shows) {
      const loaded = await load(() =>
        Promise.all([import('../game/evidence_view.js'), loadWords('evidence'), style('css/evidence.css')]),
      );
      const verdict = event.closest('.card');
      if (loaded && verdict) show ??= loaded[0].showEvidence(verdict, (at) => page.goPly(at));
    }
    const game = { evidence: () => ending.evidence };
    show?.(shows ? { game, names, at: (at) => study.at(at), ply: plies, viewed: ply } : null);
  });
}
