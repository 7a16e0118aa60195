// Diu Fang: stones on a board drawn on the ground, in some rulesets with lines round the centre.

import { stoneDrawing, stoneGame } from './stones.js';

// d4 is the point (3, 3); these four are its diagonal neighbours.
/** @type {[number, number][]} */
const ROUND_CENTRE = [
  [2, 2],
  [4, 2],
  [2, 4],
  [4, 4],
];

/** @type {Record<string, (drawing: import('./index.js').Drawing) => void>} */
const EXTRA_LINES = {
  ludii: (drawing) => drawing.lines.push(...ROUND_CENTRE.map(spoke)),
  'ludii-1.3': (drawing) => drawing.lines.push(...ROUND_CENTRE.map(spoke)),
  shimizu: (drawing) => drawing.lines.push(...ROUND_CENTRE.map(spoke)),
};

/**
 * @param {[number, number]} end
 * @returns {[number, number, number, number]}
 */
function spoke([x, y]) {
  return [3, 3, x, y];
}

/**
 * The cells of which a stone and three more of its side are the corners.
 *
 * @type {NonNullable<import('./index.js').Descriptor['formed']>}
 */
function cells(pieces, grid, at) {
  const place = grid.places.get(at);
  const side = pieces.get(at)?.side;
  if (!place || !side) return [];
  const corners = (/** @type {number} */ left, /** @type {number} */ low) =>
    [
      [left, low],
      [left + 1, low],
      [left, low + 1],
      [left + 1, low + 1],
    ].map(([x = -1, y = -1]) => (x < 0 || y < 0 || x >= grid.files ? '' : (grid.names[x + y * grid.files] ?? '')));
  return [
    [-1, -1],
    [0, -1],
    [-1, 0],
    [0, 0],
  ]
    .map(([x = 0, y = 0]) => corners(place.file + x, place.rank + y))
    .filter((points) => points.every((point) => pieces.get(point)?.side === side));
}

// No source was found for its clocks: they are chosen like those of the other games of stones, for games of some 200 actions, which half of 20 games
// between computer players at level 5 had at most, and the 40 minutes that the catalogue gives one.
const CLOCKS = ['5+5', '10+10', '20+20', '3d'];

/** @type {import('./index.js').Descriptor} */
export const diuFang = {
  ...stoneGame(),
  id: 'diu-fang',
  clocks: CLOCKS,
  usual: '10+10',
  theme: 'earth',
  earns: 'fang',
  formed: cells,
  picture: '7/2w1b2/1bbww2/1bbwwb1/2wbb2/1w1bbw1/2bw3/7 b m',
  drawing(position, ruleset) {
    const drawing = stoneDrawing(position);
    EXTRA_LINES[ruleset]?.(drawing);
    return drawing;
  },
};
