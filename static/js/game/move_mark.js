// What lists of moves share: the mark of the move that the board shows, and how the time of a move is written.

import { setAttribute } from '../ui/dom.js';

/**
 * How long a move took: `0:07`, `1:05`, `1:02:05`.
 *
 * @param {number} ms
 */
export function timeText(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ count) => String(count % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds)}` : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)}`;
}

/**
 * Marks the move that the board shows, and makes it the one tab stop of the list; scrolls the list to it, never the
 * page.
 *
 * @param {Element} list
 * @param {string} name of the attribute that numbers the moves
 * @param {number} current
 */
export function markMove(list, name, current) {
  const before = list.querySelector('[aria-current="true"]');
  const now = list.querySelector(`[${name}="${current}"]`);
  if (before !== now) {
    before?.removeAttribute('aria-current');
    now?.setAttribute('aria-current', 'true');
    // Before the next drawing, when the page is laid out anyway.
    if (now) requestAnimationFrame(() => scrollTo(list, now));
  }
  const stop = now ?? list.querySelector(`[${name}]`);
  for (const other of list.querySelectorAll('[tabindex="0"]')) if (other !== stop) other.setAttribute('tabindex', '-1');
  if (stop) setAttribute(stop, 'tabindex', '0');
}

/**
 * @param {Element} list
 * @param {Element} move
 */
function scrollTo(list, move) {
  const sheet = list.getBoundingClientRect();
  const { top, bottom } = move.getBoundingClientRect();
  // Of a list that continues below the window a part is seen, unless that is less than the move.
  const seen = Math.min(sheet.bottom, innerHeight);
  const end = seen - sheet.top < 2 * (bottom - top) ? sheet.bottom : seen;
  if (top < sheet.top) list.scrollTop -= sheet.top - top;
  else if (bottom > end) list.scrollTop += bottom - end;
}
