// Judges an action of a course by the engine's facts about it: its captures, whether it gives check or ends the
// game, and the possible replies. Draws nothing, and compares no squares with a solution.

import { parseAction, pointsOf } from '../../board/actions.js';

/** @typedef {import('../game/timeline.js').EngineGame} EngineGame */
/** @typedef {import('../games/index.js').Placement} Placement */

/** @typedef {number | {least?: number, most?: number}} Amount exactly that many, or a range */

/**
 * A condition on an action. All that is stated must hold.
 *
 * @typedef {object} Condition
 * @property {boolean} [legal]
 * @property {string} [refused] the rule that refuses it
 * @property {Amount} [captures] how many pieces it takes
 * @property {string | string[]} [pattern] captures of these patterns are among its captures
 * @property {string} [takes] the role of a piece that it takes, `+rook` when promoted
 * @property {string[]} [taking] points of pieces that it takes, each of them
 * @property {Amount} [earned] the removals that it earns
 * @property {boolean} [check]
 * @property {'win' | 'loss' | 'draw' | 'none'} [result] for the side that acts
 * @property {string} [reason] why the game ends by it
 * @property {string} [role] the role of the piece that acts
 * @property {boolean} [promotes]
 * @property {'step' | 'place' | 'drop' | 'remove' | 'pass'} [type]
 * @property {boolean} [goesOn] whether the same side acts again
 * @property {Amount} [replies] how many actions the opponent then has
 * @property {Condition} [noReply] what no reply of the opponent does
 * @property {Condition} [someReply]
 * @property {Condition} [everyReply]
 * @property {boolean} [takesMoved] of a reply: whether it takes the piece that has just moved
 * @property {Condition} [not]
 * @property {Condition[]} [any]
 * @property {string[]} [action] in answers to wrong tries only
 * @property {string[]} [from] in answers to wrong tries only: where it begins
 * @property {string[]} [to] in answers to wrong tries only: where it ends
 */

/**
 * What came of an action.
 *
 * @typedef {object} Attempt
 * @property {string} action
 * @property {string | null} refused the rule that refuses it
 * @property {string[]} squares the points that the refusal names
 * @property {string} by the side that acted
 * @property {{at: string, pattern: string}[]} captures
 * @property {number} earned
 * @property {boolean} check
 * @property {string | null} result
 * @property {string | null} reason
 * @property {boolean} goesOn
 * @property {Placement} before
 * @property {string[]} moved the point that the attempt before it ended on
 * @property {EngineGame} game stands after the action; before it, if it was refused
 */

/** @typedef {(position: string) => Placement} Read reads a position of the game */

/**
 * Tries an action; the game given is not changed.
 *
 * @param {EngineGame} game
 * @param {string} action
 * @param {Read} read
 * @param {string[]} [moved]
 * @returns {Attempt} whose game is to be freed, as `judge` does
 */
export function attempt(game, action, read, moved = []) {
  const by = game.to_act();
  const before = read(game.position());
  const after = game.fork();
  const none = { captures: [], earned: 0, check: false, result: null, reason: null };
  try {
    const { captures, earned, check, result, reason } = JSON.parse(after.play(action));
    const goesOn = !result && after.to_act() === by;
    return {
      action,
      by,
      before,
      moved,
      refused: null,
      squares: [],
      captures,
      earned,
      check,
      result,
      reason,
      goesOn,
      game: after,
    };
  } catch (thrown) {
    const { rule, squares } = JSON.parse(String(thrown));
    return { action, by, before, moved, refused: rule, squares, ...none, goesOn: true, game: after };
  }
}

/**
 * Whether an action meets a condition.
 *
 * @param {EngineGame} game
 * @param {string} action
 * @param {Condition} condition
 * @param {Read} read
 */
export const judge = (game, action, condition, read) => judgeAfter(game, action, condition, read, []);

/** @type {(game: EngineGame, action: string, condition: Condition, read: Read, moved: string[]) => boolean} */
function judgeAfter(game, action, condition, read, moved) {
  const tried = attempt(game, action, read, moved);
  const met = meets(tried, condition, read);
  tried.game.free();
  return met;
}

/**
 * The legal actions that meet a condition.
 *
 * @param {EngineGame} game
 * @param {Condition} condition
 * @param {Read} read
 */
export const accepted = (game, condition, read) => game.legal().filter((action) => judge(game, action, condition, read));

/**
 * @param {Attempt} tried
 * @param {Condition} condition
 * @param {Read} read
 * @returns {boolean}
 */
export function meets(tried, condition, read) {
  if (condition.refused === undefined && tried.refused) return condition.legal === false;
  return Object.entries(condition).every(([key, wanted]) => {
    const test = TESTS[/** @type {keyof Condition} */ (key)];
    if (!test) throw new Error(`unknown condition ${key}`);
    return test(tried, wanted, read);
  });
}

/** @type {Record<keyof Condition, (tried: Attempt, wanted: any, read: Read) => boolean>} */
const TESTS = {
  legal: ({ refused }, wanted) => (refused === null) === wanted,
  refused: ({ refused }, wanted) => refused === wanted,
  captures: ({ captures }, wanted) => isAmount(captures.length, wanted),
  pattern: ({ captures }, wanted) =>
    hasAll(
      captures.map(({ pattern }) => pattern),
      [wanted].flat(),
    ),
  takes: ({ captures, before }, wanted) => captures.some(({ at }) => roleOf(before, at) === wanted),
  taking: ({ captures }, wanted) =>
    hasAll(
      captures.map(({ at }) => at),
      wanted,
    ),
  earned: ({ earned }, wanted) => isAmount(earned, wanted),
  check: ({ check }, wanted) => check === wanted,
  result: ({ result, by }, wanted) => outcomeFor(by, result) === wanted,
  reason: ({ reason }, wanted) => reason === wanted,
  role: (tried, wanted) => actorOf(tried) === wanted,
  promotes: ({ action }, wanted) => action.endsWith('+') === wanted,
  type: ({ action }, wanted) => typeOf(action) === wanted,
  goesOn: ({ goesOn }, wanted) => goesOn === wanted,
  replies: (tried, wanted) => isAmount(tried.result || tried.goesOn ? 0 : tried.game.legal().length, wanted),
  noReply: (tried, wanted, read) => byReplies(tried, wanted, read, (met) => !met.includes(true), true),
  someReply: (tried, wanted, read) => byReplies(tried, wanted, read, (met) => met.includes(true), false),
  everyReply: (tried, wanted, read) => byReplies(tried, wanted, read, (met) => !met.includes(false), tried.result === tried.by),
  takesMoved: ({ captures, moved }, wanted) => captures.some(({ at }) => moved.includes(at)) === wanted,
  not: (tried, wanted, read) => !meets(tried, wanted, read),
  any: (tried, wanted, read) => wanted.some((/** @type {Condition} */ one) => meets(tried, one, read)),
  action: ({ action }, wanted) => wanted.includes(action),
  from: ({ action }, wanted) => wanted.includes(originOf(action)),
  to: ({ action }, wanted) => wanted.includes(pointsOf(action).at(-1)),
};

/** The names of all conditions. */
export const CONDITIONS = Object.keys(TESTS);

/** Those that compare an action with points, which no goal may. */
export const POINTED = ['action', 'from', 'to'];

/**
 * A condition on the replies to an action. Where the same side acts again, on the replies after its next action.
 *
 * @param {Attempt} tried
 * @param {Condition} wanted
 * @param {Read} read
 * @param {(met: boolean[]) => boolean} ask
 * @param {boolean} ended the answer where the game is over
 * @returns {boolean}
 */
function byReplies(tried, wanted, read, ask, ended) {
  if (tried.result) return ended;
  const { game, action } = tried;
  const moved = pointsOf(action).slice(-1);
  const actions = game.legal();
  if (!tried.goesOn) return ask(actions.map((reply) => judgeAfter(game, reply, wanted, read, moved)));
  return actions.some((next) => {
    const then = attempt(game, next, read, moved);
    const met = byReplies(then, wanted, read, ask, ended);
    then.game.free();
    return met;
  });
}

/** @param {number} count @param {Amount} wanted */
const isAmount = (count, wanted) =>
  typeof wanted === 'number' ? count === wanted : count >= (wanted.least ?? 0) && count <= (wanted.most ?? Infinity);

/** Whether all that is wanted is there, as often as it is wanted. @param {string[]} there @param {string[]} wanted */
function hasAll(there, wanted) {
  const left = [...there];
  return wanted.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * The result of a game for a side.
 *
 * @param {string} side
 * @param {string | null | undefined} result
 * @returns {'win' | 'loss' | 'draw' | 'none'}
 */
export function outcomeFor(side, result) {
  if (!result) return 'none';
  if (result === 'draw') return 'draw';
  return result === side ? 'win' : 'loss';
}

/** @param {Placement} placement @param {string} at */
export function roleOf({ pieces }, at) {
  const piece = pieces.get(at);
  return piece ? `${piece.promoted ? '+' : ''}${piece.role}` : null;
}

/**
 * The role of the piece that an action moves, drops or places.
 *
 * @param {Pick<Attempt, 'action' | 'before' | 'by'>} tried
 */
export function actorOf({ action, before, by }) {
  const parsed = parseAction(action);
  if (parsed.kind === 'step') return roleOf(before, parsed.from);
  if (parsed.kind === 'place') return 'stone';
  if (parsed.kind !== 'drop') return null;
  return (
    before.hands?.[/** @type {import('../games/index.js').Side} */ (by)].find(({ letter }) => letter === parsed.piece)?.role ??
    null
  );
}

/** @param {string} action */
const typeOf = (action) => {
  const { kind } = parseAction(action);
  return kind === 'word' ? 'pass' : kind;
};

/** Where an action begins: a point, or a letter of the hand. @param {string} action */
export function originOf(action) {
  const parsed = parseAction(action);
  if (parsed.kind === 'step') return parsed.from;
  return parsed.kind === 'drop' ? parsed.piece : null;
}

/**
 * The reply of an opponent who takes as much as possible; null if there is none.
 *
 * @param {EngineGame} game
 * @param {Read} read
 */
export function greediest(game, read) {
  let best = null;
  let most = -1;
  for (const action of game.legal()) {
    const tried = attempt(game, action, read);
    const worth = tried.captures.length + tried.earned + (tried.result === tried.by ? 100 : 0);
    tried.game.free();
    if (worth > most) [best, most] = [action, worth];
  }
  return best;
}
