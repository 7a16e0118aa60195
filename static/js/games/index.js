// The games this client can draw, in the order in which pages offer them: first those that most
// people know. A game of the server's catalogue without a line here is not shown; a new game is its
// descriptor and a line.

import { language } from '../i18n/i18n.js';
import { diuFang } from './diu_fang.js';
import { erChiYi, tuiDaChe, xiaLiu, xiaSi, zhuoQiZi } from './line.js';
import { shogi } from './shogi.js';
import { xiangqi } from './xiangqi.js';

/** @typedef {import('../../board/config.js').Side} Side */
/** @typedef {import('../../board/config.js').Tint} Tint */
/** @typedef {import('../../board/config.js').Piece} Piece */
/** @typedef {import('../../board/config.js').HeldPiece} HeldPiece */
/** @typedef {import('../../board/config.js').Drawing} Drawing */
/** @typedef {import('../../board/config.js').Labels} Labels */
/** @typedef {import('../../board/config.js').Look} Look */
/** @typedef {import('../../board/grid.js').Grid} Grid */

/**
 * A way to write the actions of a game.
 *
 * @typedef {object} MoveNotation
 * @property {string} id as in the settings; its name is `notation.<id>`
 * @property {string} example
 * @property {string} [engine] the engine's name for it; none where the text is that of the wire
 * @property {'letters' | 'native' | 'numbers'} coordinates the labels of the board that it goes by
 * @property {import('../i18n/i18n.js').Language[]} [spoken] the languages in which it can be read aloud as it stands
 * @property {boolean} [plus] whether `+` means something else in it than check
 * @property {Partial<Record<import('../i18n/i18n.js').Language, Record<string, string>>>} [letters] a language's replacements for letters of it
 */

/**
 * The action that the side to act owes before any other.
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
 * @property {Record<Side, HeldPiece[]>} [hands]
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
 * The client's description of one game: its look, for the board, except for values that the
 * ruleset and the position decide, and further facts for the pages.
 *
 * @typedef {Pick<Look, 'shape' | 'glyph' | 'sets' | 'moves' | 'hand'> & Known} Descriptor
 */

/**
 * @typedef {object} Known
 * @property {string} id
 * @property {string} theme the look of its board unless the visitor chose another, one of `THEMES`
 * @property {string[]} clocks what its players expect, from quick to slow, as `presets.js` reads them; one by days among them
 * @property {string} usual that of `clocks` which a new game has
 * @property {Partial<Record<import('../i18n/i18n.js').Language, string>>} [begins] the ruleset of a new game for readers of a language, where not the first
 * @property {(position: string, ruleset: string) => Drawing} drawing
 * @property {(position: string) => Placement} read
 * @property {(options: Record<string, string>) => Record<Side, string> | undefined} [sides] the texts that the sides are called by, where not as in the ruleset
 * @property {(ruleset: string) => {first: Tint, second: Tint}} tints
 * @property {(rest: string[], start: string[], grid: Grid) => Field[]} [fields] what follows the side in a position's text, there and at the start
 * @property {string[]} roles the keys of all pieces, translated as `piece.<role>`
 * @property {string | null} king the role that can be in check
 * @property {Record<string, number>} [worth] of the pieces, `+rook` when promoted, for the chart of a game; 1 by default
 * @property {(options: Record<string, string>) => 'impasse' | 'declare'} [impasse] whether both agree to count points, or one declares
 * @property {(options: Record<string, string>) => string[]} [fouls] the rules whose breach is sent all the same, since it loses
 * @property {(point: string) => string} [pointName] how records in Chinese and Japanese name a point, where not as on the wire
 * @property {string} [earns] what earns removals, translated as `earned.<name>`
 * @property {(pieces: ReadonlyMap<string, Piece>, grid: Grid, at: string) => string[][]} [formed] the points of each formation that a
 * stone is part of, where the engine has reported some
 * @property {true | number} [solved] where it is known what positions are worth: true if in the browser, which solves the game in a moment;
 *   else a server may have tables, of the positions in which no side has more stones than this
 * @property {string} [picture] the position of the lobby's picture, where the start is an empty board
 * @property {MoveNotation[]} [notations] the ways to write an action, where there are others than that of the wire
 * @property {(ruleset: string) => string[]} [records] the notations of whole games in addition to those of the rules
 * @property {Record<import('../i18n/i18n.js').Language, string>} [notation] which of them a language has unless the visitor chose another
 */

/** @type {Map<string, Descriptor>} */
const GAMES = new Map([shogi, xiangqi, diuFang, erChiYi, tuiDaChe, zhuoQiZi, xiaLiu, xiaSi].map((game) => [game.id, game]));

/**
 * @param {string} id
 * @returns {Descriptor | undefined}
 */
export const descriptor = (id) => GAMES.get(id);

/**
 * The ruleset that a new game has unless the visitor chooses another.
 *
 * @template {{id: string}} R
 * @param {{id: string, rulesets: R[]}} game
 * @returns {R | undefined}
 */
export const usualRuleset = ({ id, rulesets }) =>
  rulesets.find((known) => known.id === descriptor(id)?.begins?.[language()]) ?? rulesets[0];

/**
 * The games of a catalogue that this client can draw, in the order in which pages offer them.
 *
 * @template {{id: string}} G
 * @param {G[]} games
 * @returns {G[]}
 */
export function drawable(games) {
  const order = [...GAMES.keys()];
  return games.filter(({ id }) => GAMES.has(id)).sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

export const allDescriptors = () => [...GAMES.values()];
