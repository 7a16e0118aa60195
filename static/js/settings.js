// @ts-check
// What a visitor chose about the look and feel, kept in this browser.

const STORED = 'yiguan.settings';

/** The themes of boards, by the shape of the pieces on them. */
export const THEMES = {
  stone: ['earth', 'slab', 'paper'],
  wedge: ['kaya', 'walnut', 'paper'],
  disc: ['elm', 'silk', 'slab'],
};

export const PIECES = ['characters', 'symbols', 'moves'];

const DEFAULTS = {
  stone: '',
  wedge: '',
  disc: '',
  pieces: 'characters',
  sound: true,
  premove: true,
  confirm: false,
  coordinates: true,
  animation: true,
};

/** @typedef {typeof DEFAULTS} Settings */
/** @typedef {keyof Settings} Setting */

let current = read();

/** @returns {Settings} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(STORED) ?? '{}') };
  } catch {
    // Storage may be forbidden, or hold what an older version wrote.
    return { ...DEFAULTS };
  }
}

/**
 * @template {Setting} K
 * @param {K} name
 * @returns {Settings[K]}
 */
export const setting = (name) => current[name];

/**
 * @template {Setting} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function choose(name, value) {
  current = { ...current, [name]: value };
  try {
    localStorage.setItem(STORED, JSON.stringify(current));
  } catch {
    // As above; the choice holds for this page.
  }
  restyle();
}

/** Tells every board of the page, so that a choice is seen at once. */
function restyle() {
  for (const board of document.querySelectorAll('svg.board')) board.dispatchEvent(new Event('restyle'));
}

// A choice made in another tab counts here, too.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== STORED) return;
  current = read();
  restyle();
});
