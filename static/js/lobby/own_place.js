// The places of the visitor's own games and of open tables, above all else: they are reserved from the first frame on
// where there were some at the last visit, so that nothing moves when they come.

const STORED = 'yiguan.own';
const OPEN = 'yiguan.open';
/** How many open tables fill their place. */
const FULL = 6;

/** Keeps the place free as far as is known from the last visit. */
export function keepOwnPlace() {
  let [own, open] = [0, 0];
  try {
    own = Number(localStorage.getItem(STORED));
    open = Number(localStorage.getItem(OPEN));
  } catch {
    // Storage may be forbidden; then the page moves a little.
  }
  if (own > 0) document.querySelector('.mine-section')?.removeAttribute('hidden');
  document.querySelector('.open-section')?.toggleAttribute('data-full', open >= FULL);
}

/**
 * @param {number} own how many games of the visitor there are, for the next visit
 * @param {number} open how many tables
 */
export function reserve(own, open) {
  try {
    localStorage.setItem(STORED, String(own));
    localStorage.setItem(OPEN, String(open));
  } catch {
    // As above.
  }
}
