// The rules that the course of each game must introduce, and the checks that a step covers one.

import { readFileSync } from 'node:fs';
import { Game } from '../../../static/engine/yiguan_engine.js';
import { accepted, actorOf, attempt } from '../../../static/js/course/goals.js';
import { begin, beginOption, isRight, replyOf, rightPoints } from '../../../static/js/course/reader.js';
import { descriptor } from '../../../static/js/games/index.js';

const words = (prefix, names) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${prefix} ${name}`);

const STEPS = words('refused', 'empty_origin not_adjacent not_yours occupied wrong_phase');
const STONE_ENDS = words('end', 'elimination no_legal_move repetition no_progress');
const RUNS = [...words('capture', 'minor major sandwich centre'), 'refused must_capture'];
const ONE_EACH = 'end dead_position';

/**
 * Everything that the default ruleset of a game can refuse, capture by and end with. A proposal of an impasse is no
 * action, so that no board can refuse it.
 */
export const LISTED = {
  'er-chi-yi': [...STEPS, 'capture top', ...STONE_ENDS, ONE_EACH],
  'zhuo-qi-zi': [...STEPS, 'capture top', ...STONE_ENDS, ONE_EACH],
  'tui-da-che': [...STEPS, ...words('capture', 'top push'), ...STONE_ENDS, ONE_EACH],
  'xia-liu': [...STEPS, ...RUNS, 'capture complete', ...words('refused', 'must_remove not_enemy'), ...STONE_ENDS, ONE_EACH],
  'xia-si': [...STEPS, ...RUNS, ...STONE_ENDS, ONE_EACH],
  'diu-fang': [
    ...STEPS,
    ...words('refused', 'not_protected must_remove not_enemy cannot_pass'),
    ...words('capture', 'fang opening'),
    ...words('end', 'elimination repetition no_progress two_passes'),
  ],
  shogi: [
    ...words('refused', 'empty_origin not_yours own_piece piece_movement blocked in_check occupied not_in_hand dead_piece nifu'),
    ...words('refused', 'uchifuzume cannot_promote must_promote'),
    'capture displacement',
    ...words('end', 'checkmate no_legal_move repetition perpetual_check impasse declaration wrong_declaration foul'),
  ],
  xiangqi: [
    ...words(
      'refused',
      'empty_origin not_yours own_piece piece_movement blocked hobbled_horse blocked_elephant_eye cannon_screen',
    ),
    ...words('refused', 'palace river in_check facing_generals'),
    'capture displacement',
    ...words('end', 'checkmate no_legal_move repetition perpetual_check perpetual_chase no_progress dead_position'),
  ],
};

/** The endings by count, repetition and agreement. */
const COUNTED = new Set(
  'repetition no_progress dead_position two_passes impasse declaration wrong_declaration perpetual_check perpetual_chase foul'.split(
    ' ',
  ),
);

/** How many endings one card may introduce. */
const MOST_ON_A_CARD = 3;

/** The figures of a game's default ruleset. */
export function figuresOf(game) {
  const { figures } = JSON.parse(readFileSync(new URL(`../../../static/rules/${game.id}.json`, import.meta.url), 'utf8'));
  return { all: figures, own: figures.filter(({ ruleset }) => ruleset === game.rulesets[0].id) };
}

/** The refusals, captures and ends that the figures show. */
export const shownBy = (figures) =>
  new Set(
    figures.flatMap(({ expect: { refused, captures = [], reason } }) => [
      ...(refused ? [`refused ${refused}`] : []),
      ...captures.map(({ pattern }) => `capture ${pattern}`),
      ...(reason ? [`end ${reason}`] : []),
    ]),
  );

/** Whether something comes of a figure's action that no other action has. */
const shows = ({ expect }) =>
  Boolean(
    expect.refused ||
      expect.captures?.length ||
      expect.reason ||
      expect.earned ||
      expect.lapsed ||
      expect.skipped ||
      expect.impasse,
  );

/** Whether a rule is one of counting, of agreement, or of an option that is no size of the board, which a card can explain. */
const isTold = (figures) =>
  figures.every(
    ({ expect, options = {} }) =>
      COUNTED.has(expect.reason) || expect.impasse || Object.keys(options).some((key) => key !== 'board'),
  );

/**
 * Everything that the course of a game introduces: by name, whether a card may.
 *
 * @returns {Map<string, boolean>}
 */
export function required(game) {
  const { own } = figuresOf(game);
  const rules = [...new Set(own.filter(shows).map(({ rule }) => rule))];
  return new Map([
    ...LISTED[game.id].map((item) => [item, COUNTED.has(item.replace('end ', ''))]),
    ...rules.map((rule) => [`rule ${rule}`, isTold(own.filter((figure) => figure.rule === rule && shows(figure)))]),
    ...descriptor(game.id).roles.map((role) => [`piece ${role}`, false]),
    ...game.rulesets.slice(1).map(({ id }) => [`ruleset ${id}`, true]),
  ]);
}

/** The engine in node. */
export const worldOf = (id) => ({
  game: ({ ruleset, options, start }) => new Game(id, ruleset, JSON.stringify(options), start || undefined),
  read: descriptor(id).read,
});

/** The effects of an action. */
const shownIn = ({ refused, captures, reason, ...tried }) => [
  ...(refused ? [`refused ${refused}`] : [`piece ${(actorOf(tried) ?? '').replace('+', '')}`]),
  ...captures.map(({ pattern }) => `capture ${pattern}`),
  ...(reason ? [`end ${reason}`] : []),
];

function tries(game, actions, read) {
  return actions.flatMap((action) => {
    const tried = attempt(game, action, read);
    tried.game.free();
    return shownIn(tried);
  });
}

/** The effects of the accepted actions of a line, by every way through it. */
function linesShow(game, [turn, ...rest], read) {
  if (!turn) return [];
  const actions = 'reply' in turn ? [replyOf(game, turn.reply, read)] : accepted(game, turn.goal, read);
  return actions.flatMap((action) => {
    const tried = attempt(game, action, read);
    return [...('reply' in turn ? [] : shownIn(tried)), ...linesShow(tried.game, rest, read)];
  });
}

/**
 * The effects of a step by the engine: it refuses, captures, ends, or moves a kind of piece.
 *
 * @returns {Set<string>}
 */
export function evidence(world, course, step) {
  const { read } = world;
  const game = begin(world, course, step);
  const points = () => descriptor(course.game).drawing(game.position(), course.ruleset).grid.names;
  const refusals = (actions) => tries(game, actions, read).filter((shown) => shown.startsWith('refused'));
  switch (step.kind) {
    case 'task':
      return new Set(tries(game, accepted(game, step.goal, read), read));
    case 'line':
      return new Set(linesShow(game, step.turns, read));
    case 'try': {
      const tried = attempt(game, step.show, read);
      return new Set([...shownIn(tried), `piece ${(actorOf(tried) ?? '').replace('+', '')}`]);
    }
    case 'choice': {
      if (step.boards) {
        const shown = step.boards.flatMap((option) => {
          const board = beginOption(world, course, step, option);
          const right = isRight(board, option, step.right, read);
          if (option.action) return tries(board, [option.action], read).filter((one) => right || one.startsWith('refused'));
          return right ? tries(board, accepted(board, step.right, read), read) : [];
        });
        return new Set(shown);
      }
      const { ask, from, of, action } = step.squares;
      const right = rightPoints(game, step.squares, read);
      if (ask === 'victims') return new Set(tries(game, [action], read));
      const mine = accepted(game, of ?? { legal: true }, read).filter((one) => from === undefined || one.startsWith(from));
      const wrong = points().filter((point) => !right.includes(point));
      const asked =
        ask === 'origins' ? wrong.flatMap((one) => right.map((to) => `${one}${to}`)) : wrong.map((to) => `${from ?? 'x'}${to}`);
      return new Set([...tries(game, mine, read), ...refusals(asked)]);
    }
    default:
      return new Set();
  }
}

const KINDS = {
  refused: ['choice', 'try'],
  capture: ['task', 'choice', 'try'],
  piece: ['task', 'choice', 'try'],
  end: ['task', 'choice', 'line'],
};

/**
 * What of a game its course does not introduce by exactly one step of a kind that can.
 *
 * @returns {string[]} none if all is well
 */
export function uncovered(game, course, shownBySteps = (step) => evidence(worldOf(course.game), course, step)) {
  const steps = course.parts.flatMap(({ steps }) => steps);
  const wanted = required(game);
  const faults = [];
  for (const item of wanted.keys()) {
    const by = steps.filter(({ introduces }) => introduces.includes(item)).map(({ id }) => id);
    if (by.length !== 1)
      faults.push(by.length === 0 ? `nothing introduces ${item}` : `${item} is introduced by ${by.join(', ')}`);
  }
  for (const step of steps) {
    const shown = step.introduces.length > 0 ? shownBySteps(step) : new Set();
    for (const item of step.introduces) {
      const [kind, name] = item.split(' ');
      if (!wanted.has(item)) faults.push(`step "${step.id}": ${item} is not of this game`);
      else if (kind === 'ruleset' ? step.kind !== 'card' || step.ruleset !== name : step.kind === 'card' && !wanted.get(item))
        faults.push(`step "${step.id}": a ${step.kind} cannot introduce ${item}`);
      else if (step.kind !== 'card' && KINDS[kind] && !KINDS[kind].includes(step.kind))
        faults.push(`step "${step.id}": a ${step.kind} cannot introduce ${item}`);
      else if (step.kind !== 'card' && KINDS[kind] && !shown.has(item)) faults.push(`step "${step.id}" does not show ${item}`);
    }
    const ends = step.introduces.filter((item) => item.startsWith('end '));
    if (step.kind === 'card' && ends.length > MOST_ON_A_CARD) faults.push(`step "${step.id}" tells ${ends.length} endings`);
  }
  return faults;
}
