// A picture of one piece, apart from the pictures of boards, which every page has.

import { onePiece } from '../../board/pieces.js';
import { asset } from '../ui/dom.js';
import { setting } from '../ui/settings.js';
import { lookOf, piecesOf } from './pictures.js';

/**
 * A picture of one piece, as on the game's boards.
 *
 * @param {import('../games/index.js').Descriptor} game
 * @param {string} ruleset
 * @param {import('../games/index.js').Drawing} drawing
 * @param {import('../games/index.js').Piece} piece
 */
export const pieceAlone = (game, ruleset, drawing, piece) =>
  onePiece(
    {
      look: lookOf(game, ruleset, drawing),
      theme: setting(game.shape) || game.theme,
      set: piecesOf(game),
      assets: asset,
      small: false,
    },
    piece,
  );
