// Action texts, and the legal ones arranged for a pointer.
//
//   a1a2     a piece steps from a1 to a2
//   8h2b+    and promotes
//   8h2b=    and does not though it could; used only for a premove, which else promotes where it can
//   @d4      a piece is placed
//   P*5e     a piece in hand, by its letter, is dropped
//   xd4      a piece is removed
//   pass     anything else, which touches no point
//
// A point is a letter and a number of one or two digits (a1, d10), or a digit and a letter (7g).

/**
 * @typedef {{kind: 'step', from: string, to: string, promote: boolean}
 *   | {kind: 'place', to: string}
 *   | {kind: 'remove', at: string}
 *   | {kind: 'drop', piece: string, to: string}
 *   | {kind: 'word', word: string}} Action
 */

const POINT = '([a-z]\\d{1,2}|\\d[a-z])';
const STEP = new RegExp(`^${POINT}${POINT}([+=]?)$`);
const PLACE = new RegExp(`^@${POINT}$`);
const REMOVE = new RegExp(`^x${POINT}$`);
const DROP = new RegExp(`^([A-Z])\\*${POINT}$`);

/**
 * @param {string} text
 * @returns {Action}
 */
export function parseAction(text) {
  const [, from, to, plus] = STEP.exec(text) ?? [];
  if (from && to) return { kind: 'step', from, to, promote: plus === '+' };
  const [, place] = PLACE.exec(text) ?? [];
  if (place) return { kind: 'place', to: place };
  const [, removed] = REMOVE.exec(text) ?? [];
  if (removed) return { kind: 'remove', at: removed };
  const [, piece, target] = DROP.exec(text) ?? [];
  if (piece && target) return { kind: 'drop', piece, to: target };
  return { kind: 'word', word: text };
}

/**
 * The points an action touches, the one it ends on last.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function pointsOf(text) {
  const action = parseAction(text);
  switch (action.kind) {
    case 'step':
      return [action.from, action.to];
    case 'place':
    case 'drop':
      return [action.to];
    case 'remove':
      return [action.at];
    default:
      return [];
  }
}

/**
 * Legal actions by the point or piece that the pointer touches.
 *
 * @typedef {object} Actions
 * @property {Map<string, Map<string, string[]>>} steps texts by departure, then destination
 * @property {Map<string, string>} places
 * @property {Map<string, string>} removes
 * @property {Map<string, Map<string, string>>} drops by piece in hand, then destination
 * @property {string[]} words actions that touch no point, such as `pass`
 */

/**
 * @param {readonly string[]} legal
 * @returns {Actions}
 */
export function arrange(legal) {
  /** @type {Actions} */
  const actions = { steps: new Map(), places: new Map(), removes: new Map(), drops: new Map(), words: [] };
  for (const text of legal) {
    const action = parseAction(text);
    switch (action.kind) {
      case 'step': {
        const targets = actions.steps.get(action.from) ?? new Map();
        targets.set(action.to, [...(targets.get(action.to) ?? []), text]);
        actions.steps.set(action.from, targets);
        break;
      }
      case 'place':
        actions.places.set(action.to, text);
        break;
      case 'remove':
        actions.removes.set(action.at, text);
        break;
      case 'drop': {
        const targets = actions.drops.get(action.piece) ?? new Map();
        targets.set(action.to, text);
        actions.drops.set(action.piece, targets);
        break;
      }
      default:
        actions.words.push(text);
    }
  }
  return actions;
}
