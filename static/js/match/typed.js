// Moves that are typed: in the text of the wire, in any notation the game is written in, or as
// the point alone where that is enough.

/** @typedef {import('../game/timeline.js').EngineGame} EngineGame */

/**
 * @typedef {{play: string} | {ask: string} | {problem: 'typed.unknown' | 'typed.ambiguous'}} Typed
 */

/** A sign before the last figure gives the direction of a piece; written `=` it is the same as a dot. */
const WAY = /(?<=[\d+-])[-–—.=](?=\d$)/;

/**
 * The characters that people write between and after the parts of a move mean nothing, nor do full-width forms
 * and the marks of the sides.
 *
 * @param {string} text
 */
const plain = (text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(WAY, (sign) => (/[.=]/.test(sign) ? '~' : '<'))
    .replace(/[\s\-–—_.,:·→>×()!?#=☗☖▲△▼▽]+/g, '');

/**
 * @param {string} text
 * @param {readonly string[]} legal
 * @param {(action: string) => string[]} written the action in the game's notations
 * @returns {Typed}
 */
export function readTyped(text, legal, written) {
  const wanted = plain(text);
  const exact = legal.find((action) => plain(action) === wanted);
  if (exact !== undefined) return { play: exact };
  const fitting = wanted === '' ? [] : legal.filter((action) => forms(action, written(action)).includes(wanted));
  if (fitting.length === 1 && fitting[0] !== undefined) return { play: fitting[0] };
  if (fitting.length > 1) return { problem: 'typed.ambiguous' };
  const ask = spell(text, legal);
  return ask ? { ask } : { problem: 'typed.unknown' };
}

const POINT = '([a-z]\\d{1,2}|\\d[a-z])';
const STEP = new RegExp(`^${POINT}${POINT}(\\+?)$`);
const PUT = new RegExp(`^[@x]${POINT}$`);
const ONE = new RegExp(`^${POINT}$`);
const DROP = new RegExp(`^([a-z])\\*?${POINT}$`);

/**
 * The other typed forms of an action than its text: by its target, with the sign of a capture, and
 * as in records, the departure in brackets left out.
 *
 * @param {string} action
 * @param {string[]} written
 */
function forms(action, written) {
  const [, from, to, plus] = STEP.exec(action) ?? [];
  const [, put] = PUT.exec(action) ?? [];
  const short = to ? [to + plus, `${from}x${to}${plus}`] : put ? [put] : [];
  const told = written.flatMap((form) => [plain(form), plain(form.replace(/\(\d+\)$/, ''))]);
  // Sideways may go unsaid.
  return [...short, ...told, ...told.map((form) => form.replace('~', ''))];
}

/**
 * The action that a text spells though it is not legal, for the engine to give the reason.
 *
 * @param {string} text
 * @param {readonly string[]} legal
 */
function spell(text, legal) {
  const compact = plain(text);
  if (STEP.test(compact) || PUT.test(compact)) return compact;
  const sign = legal[0]?.[0] ?? '';
  if (ONE.test(compact) && '@x'.includes(sign)) return sign + compact;
  const [, piece, to] = DROP.exec(compact) ?? [];
  return piece && to ? `${piece.toUpperCase()}*${to}` : null;
}
