// A player's selection, and the meaning of a touch of the next point. No rules: the legal
// actions are given, and any other becomes a question to the engine.

/** @typedef {import('./actions.js').Actions} Actions */

/**
 * @typedef {{kind: 'point', at: string} | {kind: 'hand', piece: string}} Held
 */

/**
 * @typedef {object} Selection
 * @property {Held | null} held
 * @property {{to: string, texts: string[]} | null} choice several actions end on the same point
 */

/**
 * @typedef {object} Pressed
 * @property {Selection} selection
 * @property {string} [play] the action decided on
 * @property {string} [ask] an action that is not legal: the engine knows why
 */

/** @type {Selection} */
export const NOTHING = Object.freeze({ held: null, choice: null });

/**
 * A point is touched.
 *
 * @param {Selection} selection
 * @param {Actions} actions
 * @param {string} at
 * @param {{mine: boolean, occupied: boolean}} there what stands on the point
 * @returns {Pressed}
 */
export function pressPoint(selection, actions, at, there) {
  const { held } = selection;
  if (held) {
    const landed = land(held, actions, at);
    if (landed) return landed;
    if (held.kind === 'point' && held.at === at) return { selection: NOTHING };
  }
  const removal = actions.removes.get(at);
  if (removal) return { selection: NOTHING, play: removal };
  if (actions.steps.has(at)) return { selection: { held: { kind: 'point', at }, choice: null } };
  const placement = actions.places.get(at);
  if (placement) return { selection: NOTHING, play: placement };
  if (there.mine && actions.steps.size > 0) {
    // An own piece without a step may still be picked up: trying shows why it cannot go.
    return { selection: { held: { kind: 'point', at }, choice: null } };
  }
  if (held) return { selection: NOTHING, ask: held.kind === 'point' ? `${held.at}${at}` : `${held.piece}*${at}` };
  if (actions.removes.size > 0) return { selection: NOTHING, ask: `x${at}` };
  if (actions.places.size > 0) return { selection: NOTHING, ask: `@${at}` };
  return { selection: NOTHING };
}

/**
 * A point is touched before it is our turn. The legal actions are not known yet, so a piece that
 * is picked up may go anywhere.
 *
 * @param {Selection} selection
 * @param {Actions} actions
 * @param {string} at
 * @param {boolean} own whether an own piece stands there
 * @returns {Pressed}
 */
export function pressAhead({ held }, actions, at, own) {
  if (held?.kind === 'hand') return { selection: NOTHING, play: `${held.piece}*${at}` };
  const texts = held ? (actions.steps.get(held.at)?.get(at) ?? []) : [];
  // Whether it promotes can be decided now.
  if (held && texts.length > 1) return { selection: { held, choice: { to: at, texts } } };
  if (held) return held.at === at ? { selection: NOTHING } : { selection: NOTHING, play: held.at + at };
  if (own) return { selection: { held: { kind: 'point', at }, choice: null } };
  return { selection: NOTHING, play: actions.places.get(at) };
}

/**
 * @param {Held} held
 * @param {Actions} actions
 * @param {string} at
 * @returns {Pressed | null}
 */
function land(held, actions, at) {
  if (held.kind === 'hand') {
    const drop = actions.drops.get(held.piece)?.get(at);
    return drop ? { selection: NOTHING, play: drop } : null;
  }
  const texts = actions.steps.get(held.at)?.get(at);
  if (!texts?.[0]) return null;
  if (texts.length === 1) return { selection: NOTHING, play: texts[0] };
  return { selection: { held, choice: { to: at, texts } } };
}

/**
 * A piece in hand is touched.
 *
 * @param {Selection} selection
 * @param {string} piece
 * @returns {Pressed}
 */
export function pressHand(selection, piece) {
  const same = selection.held?.kind === 'hand' && selection.held.piece === piece;
  return { selection: same ? NOTHING : { held: { kind: 'hand', piece }, choice: null } };
}

/**
 * Where the held piece may go; with nothing held, where a placement or removal may be.
 *
 * @param {Selection} selection
 * @param {Actions} actions
 * @returns {string[]}
 */
export function targets(selection, actions) {
  const { held } = selection;
  if (held?.kind === 'point') return [...(actions.steps.get(held.at)?.keys() ?? [])];
  if (held?.kind === 'hand') return [...(actions.drops.get(held.piece)?.keys() ?? [])];
  return [...actions.places.keys(), ...actions.removes.keys()];
}
