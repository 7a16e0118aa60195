// Back and forward through the moves of a game: by buttons, by the arrows, and by the wheel over the board.

import { effect } from '../ui/view.js';
import { stepByWheel } from '../ui/wheel.js';

/** Where the arrows have a meaning of their own. */
const TAKEN = 'input, textarea, select, [role=slider], dialog, .moves';

/**
 * @param {import('./places.js').Places} places
 * @param {import('./store.js').MatchStore} store
 * @param {(by: -1 | 1) => void} step
 */
export function showSteps({ board, follow, 'step-back': before, 'step-forward': after }, { moment, viewed }, step) {
  const [back, forward] = /** @type {HTMLButtonElement[]} */ ([before, after]);
  if (!back || !forward) return;
  back.addEventListener('click', () => step(-1));
  forward.addEventListener('click', () => step(1));
  follow.addEventListener('click', () => (viewed.value = null));
  document.addEventListener(
    'keydown',
    (event) => {
      const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
      const target = /** @type {Element} */ (event.target);
      if (!by || event.altKey || event.ctrlKey || event.metaKey || target.closest(TAKEN)) return;
      // On the board the arrows walk from point to point.
      if (board.contains(target) && !event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      step(by);
    },
    true,
  );
  stepByWheel(board, step);
  effect(() => {
    if (!moment.value) return;
    const { match, timeline, looking, viewed: ply } = moment.value;
    const [isFirst, isLast] = [ply === 0, ply >= (timeline?.ply ?? 0)];
    const focused = document.activeElement;
    follow.hidden = !looking;
    for (const button of [back, forward]) button.hidden = match.state !== 'live' && match.ply === 0;
    back.disabled = isFirst;
    forward.disabled = isLast;
    // A button that can do no more gives the focus to the other.
    if (focused === back && isFirst) forward.focus();
    if (focused === forward && isLast) back.focus();
  });
}
