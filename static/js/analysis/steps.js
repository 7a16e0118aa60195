// The steps from move to move: buttons, the slider, keys, the wheel, and the board that plays the line by itself.

import { t } from '../i18n/i18n.js';
import { setAttribute } from '../ui/dom.js';
import { effect } from '../ui/view.js';
import { stepByWheel } from '../ui/wheel.js';
import { placeOf, stepOfKey } from './address.js';

/** The pace of playing by itself, in milliseconds a move. */
const PACE = 1_100;

const STEPS = /** @type {const} */ (['first', 'back', 'forward', 'last']);

/**
 * @param {import('./analysis_page.js').AnalysisPage} page
 * @param {import('./frame.js').Frame} frame
 */
export function showSteps(page, frame) {
  const { study, game, left: signal } = page;
  const slider = /** @type {HTMLInputElement} */ (frame.slider);
  for (const step of STEPS) frame[step].addEventListener('click', () => page.step(step));
  // The game's own nodes have the numbers of their plies.
  slider.addEventListener('input', () => (game.ended ? page.go(Number(slider.value)) : page.goPly(Number(slider.value))));
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = stepOfKey(event.key);
    const target = /** @type {Element} */ (event.target);
    const taken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey;
    // Up and down scroll the page, unless the moves have the focus.
    if (/^Arrow(Up|Down)$/.test(event.key) && target !== slider && !frame.moves.contains(target)) return;
    if (!step || taken || target.closest('select, input, textarea, .yg-hits')) return;
    event.preventDefault();
    page.step(step);
  };
  document.addEventListener('keydown', key, { signal });
  stepByWheel(frame.board, (by) => page.step(by < 0 ? 'back' : 'forward'), signal);
  playAlone(page, frame.auto);
  effect(() => {
    if (!page.moment.value) return;
    const { ply, plies } = page.moment.value;
    // In a variation of a game that was played the slider stays the game's, where the variation begins.
    const [at, end] = game.ended ? [placeOf(study).ply, study.tree.plies] : [ply, plies];
    slider.max = String(end);
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', t('replay.ply', { ply: at, plies: end }));
    for (const step of STEPS) {
      const reached = step === 'first' || step === 'back' ? ply === 0 : ply === plies;
      /** @type {HTMLButtonElement} */ (frame[step]).disabled = reached;
    }
  });
}

/**
 * @param {import('./analysis_page.js').AnalysisPage} page
 * @param {HTMLElement} button
 */
function playAlone(page, button) {
  const { study, playing } = page;
  button.addEventListener('click', () => {
    if (!playing.value && study.ply === study.plies) page.goPly(0);
    playing.value = !playing.value;
  });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  effect(() => {
    const on = playing.value;
    setAttribute(button, 'aria-pressed', String(on));
    setAttribute(button, 'aria-label', t(on ? 'replay.stop' : 'replay.auto'));
    clearInterval(timer);
    if (on) timer = setInterval(next, PACE);
  });
  function next() {
    const { line, ply, plies } = study;
    page.pass(line[ply + 1] ?? line[ply] ?? 0);
    if (ply + 1 >= plies) playing.value = false;
  }
}
