// A visitor's settings of look and feel, stored in this browser.

const STORED = 'yiguan.settings';

const DEFAULTS = {
  // One of `SCHEMES` in settings/choices.js; `prelude.js` reads it, too.
  scheme: '',
  // Of boards, in percent of the room there is for them.
  size: 100,
  stone: '',
  wedge: '',
  disc: '',
  wedgePieces: 'characters',
  discPieces: 'characters',
  sound: true,
  // In percent.
  volume: 100,
  // One of `COUNTDOWNS`.
  countdown: 'ticks',
  // Whether the lists of moves have the time of each.
  times: false,
  premove: true,
  confirm: false,
  coordinates: true,
  // One of `LABELS`; `notation` is as the game's notation has it.
  labels: 'notation',
  // The notations chosen, by game.
  notations: /** @type {Record<string, string>} */ ({}),
  animation: true,
  // Whether analysis boards show what actions are worth, where that is known.
  values: true,
  // Whether they show it without a request, in games that are solved in the browser.
  exact: true,
};

/** @typedef {typeof DEFAULTS} Settings */
/** @typedef {keyof Settings} Setting */

let current = read();

/** @returns {Settings} */
function read() {
  try {
    const { pieces, ...stored } = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    // Before the shapes had sets of their own there was one choice for both.
    return { ...DEFAULTS, ...(pieces && { wedgePieces: pieces, discPieces: pieces }), ...stored };
  } catch {
    // Storage may be forbidden, or hold data of an older version.
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

/** Notifies every board of the page and every other view of a setting, so that it is seen at once. */
function restyle() {
  globalThis.document?.dispatchEvent(new Event('restyle'));
}

// A choice made in another tab counts here, too.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== STORED) return;
  current = read();
  restyle();
});
