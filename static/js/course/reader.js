// Reads a course, `static/courses/<game>.json`. A step of another form than CONTRIBUTING.md describes is left out and
// reported by its name; `proveStep` finds with the engine what cannot be done.

import { accepted, attempt, CONDITIONS, judge, meets, originOf, outcomeFor, POINTED } from './goals.js';
import { pointsOf } from '../../board/actions.js';

/** @typedef {import('../net/api.js').Text} Text */
/** @typedef {import('./goals.js').Condition} Condition */
/** @typedef {import('../game/timeline.js').EngineGame} EngineGame */

/**
 * A wrong try and the answer of the page to it.
 *
 * @typedef {object} Answer
 * @property {Condition} when
 * @property {Text} text
 * @property {string[] | Condition} [reply] in a line: the opponent's next actions
 */

/**
 * What every step may have.
 *
 * @typedef {object} Common
 * @property {string} id
 * @property {Text} text
 * @property {string[]} introduces
 * @property {string[]} explains
 * @property {string} [ruleset] the course's, if none is named
 * @property {Record<string, string>} [options]
 * @property {string} [position] the start of the ruleset, if none is named
 * @property {string[]} [moves] played before the step begins
 * @property {string[]} [arrows] actions, or two points
 * @property {string[]} [marks] points
 */

/** @typedef {{goal: Condition, text?: Text, hint?: Text, answers?: Answer[], answer?: Text}} OwnTurn */
/** @typedef {{reply: string[] | Condition, text?: Text}} OtherTurn */
/** @typedef {{position?: string, moves?: string[], action?: string, text?: Text}} Option a board to choose */
/** @typedef {{ask: 'targets' | 'origins' | 'victims', from?: string, of?: Condition, action?: string}} Squares points to choose */

/** @typedef {Common & {kind: 'card', link?: {href: string, text: Text}}} Card */
/** @typedef {Common & {kind: 'task', goal: Condition, success: Text, hint: Text, answers?: Answer[], answer?: Text}} Task */
/** @typedef {Common & {kind: 'choice', boards?: Option[], right?: Condition, squares?: Squares, success: Text, hint: Text, answers?: Answer[], answer: Text}} Choice */
/** @typedef {Common & {kind: 'line', turns: (OwnTurn | OtherTurn)[], success: Text, hint: Text, answers?: Answer[], answer?: Text}} Line */
/** @typedef {Common & {kind: 'try', goal: Condition, show: string, success: Text, hint: Text, answer: Text}} Try */
/** @typedef {Common & {kind: 'play', level: number, goal: {result: string | string[]}, success: Text, failure: Text, hint: Text}} Play */
/** @typedef {Card | Task | Choice | Line | Try | Play} Step */

/** @typedef {{id: string, title: Text, learned: Text, steps: Step[]}} Part */
/** @typedef {Record<'en' | 'zh' | 'ja', string[]>} Word the forms of a word that a step explains */

/**
 * @typedef {object} Course
 * @property {string} game
 * @property {string} ruleset
 * @property {Record<string, Word>} words
 * @property {Part[]} parts
 * @property {{href: string, text: Text}[]} left the topics that the course leaves out
 */

/** @typedef {{step: string, fault: string}} Fault */

const LANGUAGES = /** @type {const} */ (['en', 'zh', 'ja']);

/** A text of another form than it should have. */
class Malformed extends Error {}

/** @param {unknown} holds @param {string} fault @returns {asserts holds} */
function need(holds, fault) {
  if (!holds) throw new Malformed(fault);
}

/** @typedef {(value: any, name: string) => void} Check throws the fault of the value of that name */

/** @type {Check} */
const isString = (value, name) => need(typeof value === 'string' && value !== '', `${name} is no text`);
/** @type {Check} */
const isId = (value, name) => need(typeof value === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value), `${name} is no name`);
/** @type {Check} */
const isObject = (value, name) =>
  need(value !== null && typeof value === 'object' && !Array.isArray(value), `${name} is no object`);
/** @type {Check} */
const isBoolean = (value, name) => need(typeof value === 'boolean', `${name} is not true or false`);
/** @type {(item: Check, least?: number, most?: number) => Check} */
const isList =
  (item, least = 0, most = Infinity) =>
  (value, name) => {
    need(Array.isArray(value), `${name} is no list`);
    need(value.length >= least && value.length <= most, `${name} has ${value.length} items`);
    for (const [index, one] of value.entries()) item(one, `${name}[${index}]`);
  };
/** @type {(...values: unknown[]) => Check} */
const isOneOf =
  (...values) =>
  (value, name) =>
    need(values.includes(value), `unknown ${name} ${JSON.stringify(value)}`);
/** @type {(shape: Record<string, Check>, optional?: Record<string, Check>) => Check} */
const isShape =
  (shape, optional = {}) =>
  (value, name) => {
    isObject(value, name);
    for (const key of Object.keys(value)) need(key in shape || key in optional, `${name} has an unknown ${key}`);
    for (const [key, check] of Object.entries(shape)) {
      need(key in value, `${name} has no ${key}`);
      check(value[key], key);
    }
    for (const [key, check] of Object.entries(optional)) if (key in value) check(value[key], key);
  };

/** @type {Check} */
const isText = (value, name) => {
  isObject(value, name);
  for (const language of LANGUAGES) {
    need(typeof value[language] === 'string' && value[language].trim() !== '', `${name} has no ${language}`);
  }
  need(Object.keys(value).length === LANGUAGES.length, `${name} has an unknown language`);
};

/** @type {Check} */
const isAmount = (value, name) => {
  if (typeof value !== 'number') isShape({}, { least: isAmount, most: isAmount })(value, name);
  else need(Number.isInteger(value) && value >= 0, `${name} is no number`);
};

/** @type {(pointed: boolean) => Check} */
const isCondition = (pointed) => (value, name) => {
  isObject(value, name);
  for (const [key, wanted] of Object.entries(value)) {
    need(CONDITIONS.includes(key), `${name} has an unknown condition ${key}`);
    need(pointed || !POINTED.includes(key), `${name} compares points: ${key}`);
    if (['captures', 'earned', 'replies'].includes(key)) isAmount(wanted, key);
    else if (['legal', 'check', 'promotes', 'goesOn', 'takesMoved'].includes(key)) isBoolean(wanted, key);
    else if (['noReply', 'someReply', 'everyReply', 'not'].includes(key)) isCondition(pointed)(wanted, key);
    else if (key === 'any') isList(isCondition(pointed), 2)(wanted, key);
    else if (key === 'pattern' && Array.isArray(wanted)) isList(isString, 1)(wanted, key);
    else if ([...POINTED, 'taking'].includes(key)) isList(isString, 1)(wanted, key);
    else if (key === 'result') isOneOf('win', 'loss', 'draw', 'none')(wanted, key);
    else isString(wanted, key);
  }
};

/** @type {Check} */
const isGoal = (value, name) => {
  isCondition(false)(value, name);
  need(Object.keys(value).length > 0, `${name} asks nothing`);
};
/** @type {Check} */
const isRefusal = isShape({ refused: isString });
/** @type {Check} */
const isReply = (value, name) => (Array.isArray(value) ? isList(isString, 1)(value, name) : isCondition(true)(value, name));
/** @type {Check} */
const isWhen = (value, name) => {
  isCondition(true)(value, name);
  need(
    Object.keys(value).some((key) => key !== 'legal'),
    `${name} holds for every action: that is the general answer`,
  );
};
const isAnswer = isShape({ when: isWhen, text: isText });
const isLineAnswer = isShape({ when: isWhen, text: isText }, { reply: isReply });
const isOwnTurn = isShape({ goal: isGoal }, { text: isText, hint: isText, answers: isList(isLineAnswer), answer: isText });
const isOtherTurn = isShape({ reply: isReply }, { text: isText });
/** @type {Check} */
const isTurn = (value, name) => (value && 'reply' in value ? isOtherTurn : isOwnTurn)(value, name);
/** @type {Check} */
const isHref = (value, name) => need(typeof value === 'string' && /^\/[a-z]/.test(value), `${name} is no address of this site`);
const isLink = isShape({ href: isHref, text: isText });
/** @type {Check} */
const isOptions = (value, name) => {
  isObject(value, name);
  for (const option of Object.values(value)) isString(option, name);
};

const COMMON = { id: isId, kind: isString, text: isText };
const SETUP = {
  introduces: isList(isString, 1),
  explains: isList(isId, 1),
  ruleset: isString,
  options: isOptions,
  position: isString,
  moves: isList(isString, 1),
  arrows: isList(isString, 1),
  marks: isList(isString, 1),
};
const DONE = { success: isText, hint: isText };
const isBoardChoice = isShape(
  {
    ...COMMON,
    ...DONE,
    answer: isText,
    right: isGoal,
    boards: isList(isShape({}, { position: isString, moves: isList(isString, 1), action: isString, text: isText }), 2, 6),
  },
  SETUP,
);
const isSquareChoice = isShape(
  {
    ...COMMON,
    ...DONE,
    answer: isText,
    squares: isShape({ ask: isOneOf('targets', 'origins', 'victims') }, { from: isString, of: isGoal, action: isString }),
  },
  { ...SETUP, answers: isList(isAnswer) },
);

/** The form of a step of each kind. @type {Record<string, Check>} */
const KINDS = {
  card: isShape(COMMON, { ...SETUP, link: isLink }),
  task: isShape({ ...COMMON, ...DONE, goal: isGoal }, { ...SETUP, answers: isList(isAnswer), answer: isText }),
  choice: (value, name) => ('boards' in value ? isBoardChoice : isSquareChoice)(value, name),
  line: isShape({ ...COMMON, ...DONE, turns: isList(isTurn, 2, 6) }, { ...SETUP, answers: isList(isLineAnswer), answer: isText }),
  try: isShape({ ...COMMON, ...DONE, goal: isRefusal, show: isString, answer: isText }, SETUP),
  play: isShape(
    {
      ...COMMON,
      ...DONE,
      failure: isText,
      level: isOneOf(1, 2, 3, 4, 5, 6, 7, 8),
      goal: isShape({ result: (value) => isList(isOneOf('win', 'draw', 'none'), 1)([value].flat(), 'result') }),
    },
    SETUP,
  ),
};

/** @type {Check} */
function isStep(value, name) {
  isObject(value, name);
  need(Object.hasOwn(KINDS, value.kind), `unknown kind ${JSON.stringify(value.kind)}`);
  KINDS[value.kind]?.(value, name);
}

/** @type {Check} */
const isWord = isShape({ en: isList(isString, 1), zh: isList(isString, 1), ja: isList(isString, 1) });

const isHead = isShape({
  game: isId,
  ruleset: isString,
  words: (value, name) => {
    isObject(value, name);
    for (const [id, word] of Object.entries(value)) isWord(word, `${name}.${id}`);
  },
  parts: isList(isShape({ id: isId, title: isText, learned: isText, steps: isList(isObject, 1) }), 1),
  left: isList(isLink),
});

/**
 * @param {any} file
 * @returns {{course: Course, faults: Fault[]}} the course without the steps that have a fault
 * @throws the fault of a file of which no course can be made
 */
export function readCourse(file) {
  isHead(file, 'the course');
  /** @type {Fault[]} */
  const faults = [];
  const seen = new Set();
  const sound = (/** @type {any} */ step) => {
    try {
      isStep(step, 'the step');
      need(!seen.has(step.id), 'another step has its name');
      seen.add(step.id);
      for (const word of step.explains ?? []) need(word in file.words, `it explains an unknown word ${word}`);
      return true;
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      faults.push({ step: String(step.id), fault: error.message });
      return false;
    }
  };
  const parts = file.parts.map((/** @type {any} */ part) => ({
    ...part,
    steps: part.steps.filter(sound).map((/** @type {any} */ step) => ({ introduces: [], explains: [], ...step })),
  }));
  return { course: { ...file, parts }, faults };
}

/** The steps of a course in their order. @param {Course} course */
export const stepsOf = ({ parts }) => parts.flatMap(({ steps }) => steps);

/**
 * The engine and what reads its positions.
 *
 * @typedef {object} World
 * @property {(setup: {ruleset: string, options: Record<string, string>, start: string}) => EngineGame} game
 * @property {import('./goals.js').Read} read
 */

/**
 * The game where a step begins.
 *
 * @param {World} world
 * @param {Course} course
 * @param {Pick<Step, 'ruleset' | 'options' | 'position' | 'moves'>} step
 */
export function begin({ game }, course, { ruleset = course.ruleset, options = {}, position = '', moves = [] }) {
  const made = game({ ruleset, options, start: position });
  for (const move of moves) made.play(move);
  return made;
}

/**
 * The game of a board to choose: the position is the step's where it names none.
 *
 * @param {World} world
 * @param {Course} course
 * @param {Choice} step
 * @param {Option} option
 */
export const beginOption = (world, course, step, option) =>
  begin(
    world,
    course,
    option.position === undefined
      ? { ...step, moves: option.moves ?? step.moves }
      : { ...step, position: option.position, moves: option.moves },
  );

/**
 * Whether a board is a right one: by its action, or else by one that is possible on it.
 *
 * @param {EngineGame} game
 * @param {Option} option
 * @param {Condition} right
 * @param {import('./goals.js').Read} read
 */
export const isRight = (game, { action }, right, read) =>
  action === undefined ? accepted(game, right, read).length > 0 : judge(game, action, right, read);

/**
 * The points that are right to choose.
 *
 * @param {EngineGame} game
 * @param {Squares} squares
 * @param {import('./goals.js').Read} read
 * @returns {string[]}
 */
export function rightPoints(game, { ask, from, of = { legal: true }, action = '' }, read) {
  if (ask === 'victims') {
    const tried = attempt(game, action, read);
    tried.game.free();
    return [...new Set(tried.captures.map(({ at }) => at))];
  }
  const actions = accepted(game, of, read).filter((one) => from === undefined || originOf(one) === from);
  return [...new Set(actions.flatMap((one) => (ask === 'origins' ? pointsOf(one)[0] : pointsOf(one).at(-1)) ?? []))];
}

/**
 * The first reply of those given that is possible, or that meets the condition.
 *
 * @param {EngineGame} game
 * @param {string[] | Condition} reply
 * @param {import('./goals.js').Read} read
 */
export function replyOf(game, reply, read) {
  const legal = game.legal();
  return Array.isArray(reply) ? reply.find((action) => legal.includes(action)) : accepted(game, reply, read)[0];
}

/**
 * The answer to a wrong try; the refusal's own sentence where the engine refuses it.
 *
 * @param {import('./goals.js').Attempt} tried
 * @param {readonly {answers?: Answer[], answer?: Text}[]} from the nearest first
 * @param {import('./goals.js').Read} read
 * @returns {{text: Text, general: boolean, reply?: string[] | Condition} | null}
 */
export function answerTo(tried, from, read) {
  const own = from.flatMap(({ answers = [] }) => answers).find(({ when }) => meets(tried, when, read));
  if (own) return { text: own.text, general: false, reply: own.reply };
  const general = from.find(({ answer }) => answer)?.answer;
  return general ? { text: general, general: true } : null;
}

/**
 * What of a step cannot be done, in sentences; none if all can.
 *
 * @param {World} world
 * @param {Course} course
 * @param {Step} step
 * @returns {string[]}
 */
export function proveStep(world, course, step) {
  try {
    const game = begin(world, course, step);
    const ended = game.result() !== undefined;
    if (step.kind === 'card') return [];
    if (ended && !(step.kind === 'choice' && step.boards)) return ['the game is over where it begins'];
    return PROOFS[step.kind](world, course, /** @type {any} */ (step), game);
  } catch (thrown) {
    return [`it cannot be set up: ${thrown}`];
  }
}

/** @type {{[K in Exclude<Step['kind'], 'card'>]: (world: World, course: Course, step: Extract<Step, {kind: K}>, game: EngineGame) => string[]}} */
const PROOFS = {
  task: ({ read }, _, step, game) => proveTurn(game, step.goal, [step], read),
  line: ({ read }, _, { turns, ...step }, game) => proveLine(game, turns, step, read),
  try: ({ read }, _, { goal, show }, game) =>
    judge(game, show, goal, read) ? [] : [`unreachable goal: ${show} is not refused by ${goal.refused}`],
  choice: (world, course, step, game) => {
    const { read } = world;
    if (step.boards) {
      const found = step.boards.map((option) =>
        isRight(beginOption(world, course, step, option), option, step.right ?? {}, read),
      );
      return [
        ...(found.includes(true) ? [] : ['unreachable goal: no board is right']),
        ...(found.includes(false) ? [] : ['no board is wrong']),
      ];
    }
    const right = step.squares ? rightPoints(game, step.squares, read) : [];
    return right.length > 0 ? [] : ['unreachable goal: no point is right'];
  },
  play: (_, __, { goal }, game) =>
    [goal.result].flat().includes(outcomeFor(game.to_act(), game.result())) ? ['its goal is met where it begins'] : [],
};

/**
 * @param {EngineGame} game
 * @param {Condition} goal
 * @param {readonly {answers?: Answer[], answer?: Text}[]} from
 * @param {import('./goals.js').Read} read
 */
function proveTurn(game, goal, from, read) {
  const legal = game.legal();
  const right = accepted(game, goal, read);
  if (right.length === 0) return [`unreachable goal: ${JSON.stringify(goal)}`];
  const faults = [];
  let general = 0;
  for (const action of legal.filter((one) => !right.includes(one))) {
    const tried = attempt(game, action, read);
    const answer = answerTo(tried, from, read);
    tried.game.free();
    if (!answer) faults.push(`no answer to ${action}`);
    else if (answer.general) general += 1;
  }
  if (general * 2 > legal.length) faults.push(`the general answer serves ${general} of ${legal.length} actions`);
  return faults;
}

/**
 * Every way through a line.
 *
 * @param {EngineGame} game
 * @param {readonly (OwnTurn | OtherTurn)[]} turns
 * @param {{answers?: Answer[], answer?: Text}} step
 * @param {import('./goals.js').Read} read
 * @returns {string[]}
 */
function proveLine(game, [turn, ...rest], step, read) {
  if (!turn) return [];
  if ('reply' in turn) {
    const reply = replyOf(game, turn.reply, read);
    if (!reply) return [`no reply of ${JSON.stringify(turn.reply)} is possible in ${game.position()}`];
    return proveAfter(game, reply, rest, step, read);
  }
  const faults = proveTurn(game, turn.goal, [turn, step], read);
  const after = accepted(game, turn.goal, read).flatMap((action) => proveAfter(game, action, rest, step, read));
  return [...new Set([...faults, ...after])];
}

/** @type {(game: EngineGame, action: string, rest: readonly (OwnTurn | OtherTurn)[], step: {answers?: Answer[], answer?: Text}, read: import('./goals.js').Read) => string[]} */
function proveAfter(game, action, rest, step, read) {
  const { game: after, result } = attempt(game, action, read);
  const faults = result && rest.length > 0 ? [`the game is over after ${action}`] : proveLine(after, rest, step, read);
  after.free();
  return faults;
}
