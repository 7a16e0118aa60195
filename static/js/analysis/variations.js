// Which notations have variations, and how they write them.

import * as kif from './kif_variations.js';
import * as pgn from './pgn_variations.js';

/** More than these, which take a slow device seconds, are not opened. */
export const MOST = 1_000;

/** @param {string} notation */
export const variationsIn = (notation) => (/^kifu?$/.test(notation) ? kif : /^(wxf|iccs|cn)$/.test(notation) ? pgn : null);
