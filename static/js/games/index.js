// @ts-check
// The games this client can draw. A game of the server's catalogue without a line here is not
// shown; a new game is its descriptor and a line.

import { diuFang } from './diu_fang.js';
import { erChiYi, tuiDaChe, xiaLiu, xiaSi, zhuoQiZi } from './line.js';
import { shogi } from './shogi.js';
import { xiangqi } from './xiangqi.js';

/** @typedef {'first' | 'second'} Side */
/** @typedef {'black' | 'white' | 'red'} Tint */
/** @typedef {import('../board/grid.js').Grid} Grid */

/**
 * @typedef {object} Piece
 * @property {Side} side
 * @property {string} role the key of the kind of piece, such as `stone` or `horse`
 * @property {boolean} [promoted]
 */

/**
 * What of a board never changes during a game, in units of its grid.
 *
 * @typedef {object} Drawing
 * @property {Grid} grid
 * @property {[number, number, number, number][]} lines from `(x, y)` to `(x, y)`
 * @property {[number, number, number, number][]} [edges] heavier lines
 * @property {boolean} [frame] whether a heavier line goes round it all
 * @property {[number, number][]} [dots]
 * @property {[number, number][]} [marks] points with the small corners of a cannon's or soldier's place
 * @property {{x: number, y: number, text: string}[]} [texts]
 * @property {string[]} files labels from left to right
 * @property {string[]} ranks labels from the bottom up
 * @property {{files: string[], far?: string[], ranks: string[]}} [native] the labels that records in Chinese and Japanese
 *   go by, where they are others; `far` are those of the files at the other side's edge
 */

/**
 * What the side to act owes before it may do anything else.
 *
 * @typedef {object} Owed
 * @property {'place' | 'remove' | 'opening' | 'exchange' | 'fill' | 'capture'} kind
 * @property {number} [count]
 * @property {string} [at]
 */

/**
 * A position text, read.
 *
 * @typedef {object} Placement
 * @property {Map<string, Piece>} pieces
 * @property {{first: {role: string, letter: string, count: number}[], second: {role: string, letter: string, count: number}[]}} [hands]
 * @property {{first: number, second: number}} [reserve] stones still to be placed
 * @property {Owed} [owed]
 */

/**
 * A part of a position's text after the board and the side, as something to choose or a number.
 *
 * @typedef {object} Field
 * @property {string} name translated as `field.<name>`
 * @property {Side} [side] whose number it is
 * @property {string} value
 * @property {string[]} [choices] as `setup.js` names them; none for a number
 * @property {(value: string) => string[]} set that part of the text with another value
 */

/**
 * Everything the client knows of one game.
 *
 * @typedef {object} Descriptor
 * @property {string} id
 * @property {string} theme the look of its board unless the visitor chose another, one of `THEMES`
 * @property {'stone' | 'disc' | 'wedge'} shape
 * @property {boolean} hands
 * @property {(position: string, ruleset: string) => Drawing} drawing
 * @property {(position: string) => Placement} read
 * @property {(options: Record<string, string>) => Record<Side, string> | undefined} [sides] the texts that the sides are called by, where not as in the ruleset
 * @property {(ruleset: string) => {first: Tint, second: Tint}} tints
 * @property {(piece: Piece, tint: Tint) => string} glyph the character on a piece, empty for a stone
 * @property {Record<string, string>} [moves] how each role moves, for marks on the pieces: see `ways` of `pieces.js`; promoted with a `+`
 * @property {(rest: string[], start: string[], grid: Grid) => Field[]} [fields] what follows the side in a position's text, there and at the start
 * @property {string[]} roles the keys of all pieces, translated as `piece.<role>`
 * @property {string | null} king the role that can be in check
 * @property {Record<string, number>} [worth] of the pieces, `+rook` when promoted, for the chart of a game; 1 where nothing is said
 * @property {(options: Record<string, string>) => 'impasse' | 'declare'} [impasse] whether both agree to count points, or one declares
 * @property {(options: Record<string, string>) => string[]} [fouls] the rules whose breach is sent all the same, since it loses
 * @property {(point: string) => string} [pointName] how records in Chinese and Japanese name a point, where not as on the wire
 * @property {string} [earns] what earns removals, translated as `earned.<name>`
 * @property {string} [picture] the position of the lobby's picture, where the start is an empty board
 * @property {string} [notation] the engine's notation in which Chinese and Japanese readers see an action, where not as on the wire
 * @property {Partial<Record<import('../i18n/i18n.js').Language, Record<string, string>>>} [letters] what a language writes for letters of that notation
 */

/** @type {Map<string, Descriptor>} */
const GAMES = new Map(
  [erChiYi, zhuoQiZi, tuiDaChe, xiaLiu, xiaSi, diuFang, shogi, xiangqi].map((game) => [game.id, game]),
);

/**
 * @param {string} id
 * @returns {Descriptor | undefined}
 */
export const descriptor = (id) => GAMES.get(id);

export const allDescriptors = () => [...GAMES.values()];
