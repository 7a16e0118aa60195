// @ts-check
// Diu Fang: stones on a board drawn on the ground, in some rulesets with lines round the centre.

import { stoneDrawing, stoneGame } from './stones.js';

// d4 is the point (3, 3); these four are its diagonal neighbours.
/** @type {[number, number][]} */
const ROUND_CENTRE = [[2, 2], [4, 2], [2, 4], [4, 4]];

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

/** @type {import('./index.js').Descriptor} */
export const diuFang = {
  ...stoneGame(),
  id: 'diu-fang',
  theme: 'earth',
  earns: 'fang',
  picture: '7/2w1b2/1bbww2/1bbwwb1/2wbb2/1w1bbw1/2bw3/7 b m',
  drawing(position, ruleset) {
    const drawing = stoneDrawing(position);
    EXTRA_LINES[ruleset]?.(drawing);
    return drawing;
  },
};
