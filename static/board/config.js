// Everything that can be set of a board. A board is given some of it when it is made and any part of it
// later by `set`; an absent field keeps its value, at first that of `DEFAULTS`.

/** @typedef {'first' | 'second'} Side who moves first in the game, and the other */
/** @typedef {'black' | 'white' | 'red'} Tint */
/** @typedef {import('./grid.js').Grid} Grid */

/**
 * @typedef {object} Piece
 * @property {Side} side
 * @property {string} role the kind of piece, such as `stone` or `horse`
 * @property {boolean} [promoted]
 */

/**
 * Pieces of one kind in hand.
 *
 * @typedef {object} HeldPiece
 * @property {string} role
 * @property {string} letter as in the text of a drop: `P*5e`
 * @property {number} count
 */

/**
 * The lines and labels of a board, in units of its grid, which never change during a game.
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
 * @property {Labels} [native] the labels that local records go by, where they are others
 * @property {Labels} [numbers] the labels of a notation that counts in figures alone
 */

/**
 * The names of files and ranks along the edge; `far` are those of the files at the other side's edge.
 *
 * @typedef {{files: string[], far?: string[], ranks: string[]}} Labels
 */

/**
 * How a game looks.
 *
 * @typedef {object} Look
 * @property {'stone' | 'disc' | 'wedge'} shape of the pieces
 * @property {Drawing} drawing
 * @property {Record<Side, Tint>} tints
 * @property {(piece: Piece, tint: Tint) => string} [glyph] the text on a piece: one character, or two below each other
 * @property {Record<string, (piece: Piece, tint: Tint) => string>} [sets] the same in other sets of pieces, by their names
 * @property {Record<string, string>} [moves] how each role moves, for the set `moves`: see `ways` of `pieces.js`; promoted with a `+`
 * @property {Pick<HeldPiece, 'role' | 'letter'>[]} [hand] the kinds that can be in hand, in the order of their places
 */

/**
 * A mark on a point.
 *
 * - `check`: a king in check
 * - `refused`: why an action was refused
 * - `must`: pieces that may be moved, where not all may
 * - `taken`: what stood there was taken
 * - `safe`: what stands there cannot be taken; `with` are the points that protect it
 * - `pattern`: a formation; `with` are its points and `text` its name, written at `at`
 *
 * @typedef {object} Decoration
 * @property {string} at
 * @property {'check' | 'refused' | 'must' | 'taken' | 'safe' | 'pattern'} kind
 * @property {string} [text]
 * @property {string[]} [with]
 */

/**
 * An arrow, or a circle where both points are the same.
 *
 * @typedef {object} Shape
 * @property {string} from
 * @property {string} to
 * @property {Brush} [brush] `green` by default
 */

/** @typedef {'green' | 'red' | 'blue' | 'yellow'} Brush */

/**
 * A note on an action before it is played, at the point that it leads to once its piece is picked up, and
 * until then at the point where it begins. `badge` is drawn there: a few characters that are clear without their
 * colour; `text` is added to the point's label.
 *
 * @typedef {object} Note
 * @property {string} action
 * @property {string} badge
 * @property {string} text
 * @property {'good' | 'even' | 'bad'} [tone] how the badge is coloured: as a warning by default
 */

/** @typedef {'held' | 'target' | 'taking' | 'last' | 'premove' | Decoration['kind']} State a state of a point that a screen reader announces */

/**
 * The texts of a board, all of them for screen readers but for the badges of `note`.
 *
 * @typedef {object} Words
 * @property {string} [board] the name of the board
 * @property {(point: string) => string} [point] where it is and what stands there
 * @property {(state: State) => string} [state]
 * @property {(row: string) => string} [row] the label of a rank
 * @property {(side: Side, role: string, count: number) => string} [hand]
 * @property {(promoted: boolean) => string} [choice]
 * @property {(action: string) => {badge: string, text: string} | null} [note] a note on an action before it is played
 */

/**
 * The reports of a board. It never changes the position by itself: its listener does, by `set`.
 *
 * @typedef {object} Events
 * @property {(action: string) => void} [play] a legal action was chosen
 * @property {(action: string) => void} [ask] an action that is not legal was tried
 * @property {(action: string | null) => void} [premove] an action for when the turn comes, or none any more
 * @property {() => void} [pick] a piece was picked up
 * @property {(texts: string[]) => void} [notes] of the actions that the piece picked up could do
 * @property {(shapes: Shape[]) => void} [shapes] the visitor drew or removed arrows and circles
 * @property {() => void} [idle] the board is pressed while nothing can be played
 * @property {() => void} [typed] a character is typed on the board
 * @property {(layout: {aspect: number, squares: number}) => void} [layout] the picture has other proportions, or is another number of squares high
 */

/**
 * - `view`: nothing can be played
 * - `play`: one of `legal` can be played
 * - `premove`: one of `legal` can be entered for when the turn comes
 * - `wait`: presses are played once the mode is `play`
 *
 * @typedef {'view' | 'play' | 'premove' | 'wait'} Mode
 */

/**
 * @typedef {object} Config
 * @property {Look} look
 * @property {ReadonlyMap<string, Piece>} pieces by the name of the point
 * @property {Record<Side, HeldPiece[]>} [hands]
 * @property {boolean} flipped whether the second side sits at the bottom
 * @property {Mode} mode
 * @property {Side | null} acting whose pieces can be picked up
 * @property {readonly string[]} legal action texts: see `actions.js`
 * @property {string | null} action the action that led here
 * @property {string | null} marked the action whose points are marked as the last, if it is another
 * @property {string | null} premove
 * @property {'sent' | 'waiting' | null} pending how far the shown action has come, if it is not certain
 * @property {readonly Decoration[]} decorations
 * @property {readonly Shape[]} shapes
 * @property {readonly Note[]} notes the best action first: of the actions that begin at one point the first is shown
 * @property {boolean} drawing whether pressing and dragging draws shapes, for pointers without a second button
 * @property {string} theme of the board, as `board.css` has them
 * @property {string} set of pieces: `characters`, `symbols`, `moves`, or one of the look's own
 * @property {boolean} coordinates
 * @property {'letters' | 'native' | 'numbers'} labels which labels of the drawing are written, where it has them
 * @property {number} animation how long a move is to be seen, in milliseconds; 0 for at once
 * @property {'beside' | 'above'} stands where pieces in hand lie: at the sides of the board, or above and below it
 * @property {boolean} small a picture without coordinates, hands and texture
 * @property {(file: string) => string} assets the address of `pieces.svg` and of `textures/<theme>.svg`
 * @property {Words} words
 * @property {Events} on
 */

/** @typedef {Partial<Config> & Pick<Config, 'look'>} Given the values of a new board */

/** @type {Omit<Config, 'look'>} */
export const DEFAULTS = Object.freeze({
  pieces: new Map(),
  flipped: false,
  mode: 'view',
  acting: null,
  legal: [],
  action: null,
  marked: null,
  premove: null,
  pending: null,
  decorations: [],
  shapes: [],
  notes: [],
  drawing: false,
  theme: 'kaya',
  set: 'characters',
  coordinates: true,
  labels: 'letters',
  animation: 220,
  stands: 'above',
  small: false,
  assets: (/** @type {string} */ file) => file,
  words: {},
  on: {},
});

/** @param {Side} side @param {boolean} flipped */
export const isAtBottom = (side, flipped) => (side === 'first') !== flipped;
