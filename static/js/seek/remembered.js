// The visitor's last seek, and whether it still runs, for the next page.

const CHOICE = 'yiguan.seek';
const SEEKING = 'yiguan.seeking';

/**
 * @typedef {object} Choice
 * @property {string[]} games
 * @property {string[]} clocks each as JSON of the wire
 * @property {string} side
 * @property {number} minutes
 * @property {boolean} rated
 * @property {number} within how far apart ratings may be; 0 for any distance
 */

/** @returns {Partial<Choice>} */
export function lastChoice() {
  try {
    return JSON.parse(localStorage.getItem(CHOICE) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** @param {Partial<Choice>} choice what of it is new */
export function keepChoice(choice) {
  try {
    localStorage.setItem(CHOICE, JSON.stringify({ ...lastChoice(), ...choice }));
  } catch {
    // Storage may be forbidden; then the visitor chooses again.
  }
}

/**
 * Has other pages listen, too, as long as something is sought.
 *
 * @param {boolean} seeking
 */
export function keepSeeking(seeking) {
  try {
    if (seeking) localStorage.setItem(SEEKING, '1');
    else localStorage.removeItem(SEEKING);
  } catch {
    // As above; then the lobby alone shows it.
  }
}
