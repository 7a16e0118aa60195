// The reader's place in a game, as the part of an address that can be sent to anyone: a ply of the
// game, and the actions tried from there, such as `#12/h2e2/b9c7`.

/**
 * @param {string} hash
 * @param {number} plies
 * @returns {{ply: number, moves: string[]}} the end of the game where the address has no place
 */
export function readAddress(hash, plies) {
  const found = /^#(\d{1,6})((?:\/[^/]{1,8})*)$/.exec(decode(hash));
  if (!found) return { ply: plies, moves: [] };
  const ply = Number(found[1]);
  // A ply that the game does not have is no place to try anything from.
  return { ply: Math.min(ply, plies), moves: ply > plies ? [] : (found[2] ?? '').split('/').slice(1) };
}

/** @param {string} hash */
function decode(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return '';
  }
}

/**
 * @param {number} ply
 * @param {readonly string[]} moves
 */
export const writeAddress = (ply, moves) => `#${[ply, ...moves].join('/')}`;

/** The place of the node shown. @param {import('./study.js').Study} study */
export function placeOf({ tree, current }) {
  const path = tree.path(current);
  const ply = path.findLastIndex((id) => tree.isGame(id));
  return { ply, moves: tree.actions(current).slice(ply) };
}

/**
 * Goes to a place and plays its moves; a refusal of the rules ends it.
 *
 * @param {import('./study.js').Study} study
 * @param {{ply: number, moves: readonly string[]}} place
 */
export function goTo(study, { ply, moves }) {
  study.go(Math.min(ply, study.tree.plies));
  for (const move of moves) if (!study.play(move)) break;
}

/** How long a reader stays, in milliseconds, before the address follows: to write it costs a frame. */
const STAY = 250;

/** The address of the page, which follows the reader. */
export class Address {
  #timer = 0;
  /** @type {string | null} */
  #waiting = null;

  constructor() {
    addEventListener('pagehide', () => this.settle());
  }

  /**
   * @param {number} ply
   * @param {readonly string[]} moves
   */
  follow(ply, moves) {
    this.#waiting = writeAddress(ply, moves);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), STAY);
  }

  /** Brings the address up to date at once. */
  settle() {
    clearTimeout(this.#timer);
    // Replaced, not pushed: leafing through a game should not fill the history.
    if (this.#waiting !== null && this.#waiting !== location.hash) history.replaceState(null, '', this.#waiting);
    this.#waiting = null;
  }
}

/** @typedef {'first' | 'back' | 'forward' | 'last'} Step */

/** @type {Record<string, Step>} */
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
 * @param {Step} step
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
