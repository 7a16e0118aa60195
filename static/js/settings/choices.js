// The choices of the settings.

/** The themes of boards, by the shape of the pieces on them. */
export const THEMES = {
  stone: ['earth', 'slab', 'paper'],
  wedge: ['kaya', 'walnut', 'paper'],
  disc: ['elm', 'silk', 'slab'],
};

/** The kinds of labels of a board. */
export const LABELS = ['notation', 'letters', 'native'];

/** How the last seconds of a period are counted. */
export const COUNTDOWNS = ['off', 'ticks', 'voice'];

/** Light or dark, where not as the device. */
export const SCHEMES = ['', 'light', 'dark'];

/** The sets of pieces, by their shape; stones are but stones. */
export const PIECES = {
  wedge: ['characters', 'full', 'letters', 'symbols', 'moves'],
  disc: ['characters', 'simplified', 'letters', 'symbols', 'moves'],
};
