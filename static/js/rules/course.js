// @ts-check
// The course of a game: the figures that explain it, as tasks to be done on the board. Draws
// nothing and asks no rules; whoever plays tells what an action did.

import { parseAction } from '../../board/actions.js';

/** @typedef {import('./figure.js').Figure} Figure */

/**
 * What is to be done: find out that something is not allowed, end the game, make what earns a
 * removal, capture, give check, or simply make such a move.
 *
 * @typedef {'refused' | 'win' | 'earn' | 'capture' | 'check' | 'move'} TaskKind
 */

/**
 * What an action on the board of a task did.
 *
 * @typedef {object} Attempt
 * @property {string} action
 * @property {string} [refused] the rule that refuses it
 * @property {readonly {pattern: string}[]} [captures]
 * @property {number} [earned]
 * @property {boolean} [check]
 * @property {string | null} [result]
 */

/** How many tasks a course has at the most. */
const MOST = 8;

/**
 * The tasks of a ruleset, in the order in which they teach.
 *
 * @param {readonly Figure[]} figures
 * @param {string} ruleset
 */
export const courseOf = (figures, ruleset) =>
  figures.filter((figure) => figure.first && figure.action && figure.ruleset === ruleset).slice(0, MOST);

/**
 * @param {Figure} figure
 * @returns {TaskKind}
 */
export function taskKind({ expect }) {
  if (expect.refused) return 'refused';
  if (expect.result) return 'win';
  if (expect.earned) return 'earn';
  if (expect.captures && expect.captures.length > 0) return 'capture';
  return expect.check ? 'check' : 'move';
}

/**
 * Whether an action does what the task is about; another than the figure's may do it as well.
 *
 * @param {Figure} figure
 * @param {Attempt} attempt
 */
export function isDone(figure, attempt) {
  const { expect } = figure;
  switch (taskKind(figure)) {
    case 'refused':
      return attempt.refused === expect.refused;
    case 'win':
      return attempt.result === expect.result;
    case 'earn':
      return (attempt.earned ?? 0) >= (expect.earned ?? 0);
    case 'capture':
      return hasPatterns(attempt.captures ?? [], expect.captures ?? []);
    case 'check':
      return attempt.check === true;
    default:
      return attempt.refused === undefined && isSameKind(attempt.action, figure.action ?? '');
  }
}

/**
 * Whether captures of every pattern wanted are there, as many as are wanted.
 *
 * @param {readonly {pattern: string}[]} captures
 * @param {readonly {pattern: string}[]} wanted
 */
function hasPatterns(captures, wanted) {
  const left = captures.map(({ pattern }) => pattern);
  return wanted.every(({ pattern }) => {
    const at = left.indexOf(pattern);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * Whether an action moves the same piece as another, or drops, places or removes as the other does.
 *
 * @param {string} action
 * @param {string} other
 */
function isSameKind(action, other) {
  const [one, two] = [parseAction(action), parseAction(other)];
  if (one.kind === 'step' && two.kind === 'step') return one.from === two.from && one.promote === two.promote;
  if (one.kind === 'drop' && two.kind === 'drop') return one.piece === two.piece;
  if (one.kind === 'word') return action === other;
  return one.kind === two.kind;
}
