// The place of the visitor's own games, above all else: it is kept free from the first frame on
// where there were some at the last visit, so that nothing moves when they come.

const STORED = 'yiguan.own';

/** Keeps the place free as far as is known from the last visit. */
export function keepOwnPlace() {
  let before = 0;
  try {
    before = Number(localStorage.getItem(STORED));
  } catch {
    // Storage may be forbidden; then the page moves a little.
  }
  const section = document.getElementById('mine-section');
  if (before > 0 && section) section.hidden = false;
}

/** @param {number} count of own games, for the next visit */
export function reserveOwn(count) {
  try {
    localStorage.setItem(STORED, String(count));
  } catch {
    // As above.
  }
}
