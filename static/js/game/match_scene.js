// The content of a match's page at one moment, the board and all that is next to it. Pure: it is worked out
// of the given state, requests nothing, and draws nothing.

import { arrange, pointsOf } from '../../board/actions.js';
import { lastMove } from './last_move.js';
import { begunText } from './phases.js';
import { drawingOf } from './pictures.js';
import { standingText } from './repetition_meter.js';
import { eventText } from './sentences.js';
import { NO_HINTS, kingOf, turnHints } from './turn_hints.js';

/** @typedef {import('../games/index.js').Side} Side */
/** @typedef {import('../match/model.js').Model} Model */
/** @typedef {import('../match/state.js').MatchState} MatchState */
/** @typedef {import('./timeline.js').Timeline} Timeline */

/**
 * Why a tried action is not legal, and the position it would restore.
 *
 * @typedef {{rule: string, squares: string[], note?: string}} Asked
 */

/**
 * All parts next to the board.
 *
 * @typedef {object} Page
 * @property {MatchState} state
 * @property {Model} model
 * @property {import('./names.js').Names} names
 * @property {import('../games/index.js').Placement} placement of the position on the board
 * @property {string} position the text of it
 * @property {string[]} legal
 * @property {import('./turn_hints.js').TurnHints} lead
 * @property {boolean} check
 * @property {boolean} flipped
 * @property {Asked | null} asked
 * @property {boolean} engineFailed
 * @property {import('./timeline.js').Entry['captures']} captures of the shown action
 * @property {boolean} earned whether it earned removals
 * @property {string[]} decided the points of the shown action, of its captures and of the king it checks
 * @property {import('../../board/grid.js').Grid} grid
 * @property {string[]} touched the points of the shown action, of its captures, and of the formations it made
 * @property {string} event the effect of the shown action
 * @property {string} begun that a phase of the game has begun for the side to act
 * @property {string} standing how often the position has stood, if not for the first time
 */

/**
 * The state from which the page is made.
 *
 * @typedef {object} Known
 * @property {MatchState} state
 * @property {import('../net/protocol.js').Snapshot} match that of the state
 * @property {Timeline | null} timeline null as long as there is no engine
 * @property {boolean} engineFailed whether the rules are not there, though they were asked for
 * @property {boolean} engineGone whether they never will be
 * @property {Model} model
 * @property {import('./names.js').Names} names
 * @property {boolean} flipped
 * @property {number | null} viewed the ply that is looked at, null for the game as it stands
 * @property {string | null} asking the action that is to be confirmed
 * @property {Asked | null} asked
 * @property {string | null} premove
 * @property {(position: string) => readonly string[]} ahead the possible premoves in a position
 * @property {boolean} mayPremove whether the visitor wants to premove at all
 */

/**
 * @param {Known} known
 * @returns {{shown: import('./app_board.js').Shown, page: Page}}
 */
export function matchScene(known) {
  const { state, match, timeline, engineFailed, model, names, flipped, viewed, asking, asked, premove } = known;
  const live = viewed === null;
  const entry = timeline ? timeline.at(viewed ?? timeline.ply) : null;
  const position = asking ? (timeline?.preview(asking) ?? match.position) : (entry?.position ?? match.position);
  const placement = names.game.read(position);
  const legal = timeline && match.state === 'live' && live ? timeline.game.legal() : [];
  const check = entry ? entry.check : match.check;
  const turn = entry?.turn ?? match.turn;
  const captures = asking ? [] : entry ? entry.captures : (state.lastMove?.captures ?? []);
  const lead = timeline && legal.length > 0 ? turnHints(timeline, placement, legal) : NO_HINTS;
  const begun = timeline && legal.length > 0 ? begunText(names, timeline.entries) : '';
  const theirs = state.seat !== null && model.turn !== null && model.turn !== state.seat;
  const king = check && turn ? kingOf(names.game, placement, turn) : null;
  const action = asking ?? (entry ? entry.action : (match.moves.at(-1) ?? null));
  const captured = captures.map(({ at }) => at);
  const drawing = drawingOf(names.game, match.ruleset, position);
  const last =
    timeline && !asking ? lastMove(timeline.entries, viewed ?? timeline.ply, names) : { named: names.patterns(captures) };
  const points = action ? pointsOf(action) : [];
  const shown = {
    game: names.game,
    ruleset: match.ruleset,
    drawing,
    placement,
    flipped,
    interactive: model.canPlay && live && !asking,
    waiting: model.keepsPresses && !known.engineGone,
    ahead: known.mayPremove && live && theirs ? known.ahead(position) : null,
    premove,
    legal,
    action,
    acting: model.acting,
    refused: live ? (state.refusal?.squares ?? asked?.squares ?? []) : [],
    captured,
    ...last,
    // At the begin of a phase the page shows its possible moves.
    lead: begun && model.canPlay && lead.must.length === 0 ? { ...lead, must: [...arrange(legal).steps.keys()] } : lead,
    check: king,
    pending: live && (model.delivery === 'sent' || model.delivery === 'waiting') ? model.delivery : null,
    ...names.labels(placement),
  };
  const page = {
    state,
    model,
    names,
    placement,
    position,
    legal,
    lead,
    check,
    flipped,
    asked,
    engineFailed,
    touched: [
      ...new Set([
        ...points,
        ...captured,
        ...(last.named ?? []).flatMap((one) => /** @type {{with?: string[]}} */ (one).with ?? []),
      ]),
    ],
    captures,
    earned: Boolean(entry?.earned),
    decided: [...points, ...captured, ...(king ? [king] : [])],
    grid: drawing.grid,
    begun,
    standing: timeline ? standingText(timeline, match.repetitions, names) : '',
    event: timeline ? eventText(timeline, viewed ?? timeline.ply, names) : '',
  };
  return { shown, page };
}
