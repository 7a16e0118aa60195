// Marks on the board the points that a line next to it is about: as long as the pointer or the focus is on the line, and
// after a touch until the next.

import { computed, effect, signal } from '../ui/view.js';

/**
 * @param {import('./store.js').MatchStore} store
 * @param {(points: readonly string[]) => void} mark marks points on the board, or none any more
 * @returns the attributes of the line
 */
export function pointing({ moment }, mark) {
  const isOver = signal(false);
  const isHeld = signal(false);
  const points = computed(() => moment.value?.page.touched.join(' ') ?? '');
  const marked = computed(() => (isOver.value || isHeld.value ? points.value : ''));
  effect(() => {
    // Another move is not held.
    if (points.value !== null) isHeld.value = false;
  });
  effect(() => mark(marked.value.split(' ').filter(Boolean)));
  const over = () => (isOver.value = true);
  const away = () => (isOver.value = false);
  return () => ({
    'aria-pressed': String(isOver.value || isHeld.value),
    pointerenter: over,
    focus: over,
    pointerleave: away,
    blur: away,
    click: () => (isHeld.value = !isHeld.value),
  });
}
