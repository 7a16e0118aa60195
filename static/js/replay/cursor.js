// @ts-check
// Where in a finished game the reader is, and the part of the address that says so.

/**
 * The ply an address points at, such as `#12`; the end without one.
 *
 * @param {string} hash
 * @param {number} plies
 */
export function plyFromHash(hash, plies) {
  const found = /^#(\d{1,6})$/.exec(hash);
  return found ? Math.min(Number(found[1]), plies) : plies;
}

/** @type {Record<string, 'first' | 'back' | 'forward' | 'last'>} */
const KEYS = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'first',
  ArrowDown: 'last',
  Home: 'first',
  End: 'last',
};

/**
 * The step a key asks for.
 *
 * @param {string} key
 */
export const stepOfKey = (key) => KEYS[key] ?? null;

/**
 * @param {number} ply
 * @param {number} plies
 * @param {'first' | 'back' | 'forward' | 'last'} step
 */
export function stepFrom(ply, plies, step) {
  switch (step) {
    case 'first':
      return 0;
    case 'back':
      return Math.max(0, ply - 1);
    case 'forward':
      return Math.min(plies, ply + 1);
    default:
      return plies;
  }
}
