// @ts-check
// Who the visitor is, as the server knows it: asked for once a page, again where no answer came.

import { me } from './net/api.js';

/** @typedef {import('./net/protocol.js').Player} Player */

/** @type {Promise<Player | null> | null} */
let asked = null;

/** @type {((player: Player) => void)[]} */
const listeners = [];

/** @returns {Promise<Player | null>} null where no answer came */
export function visitor() {
  asked ??= me().then(
    (player) => {
      tell(player);
      return player;
    },
    () => (asked = null),
  );
  return asked;
}

/** Asks anew who the visitor is, whose session may have ended. */
export function renewVisitor() {
  asked = null;
  return visitor();
}

/**
 * Calls the listener when the visitor is known, and again when the visitor has another name.
 *
 * @param {(player: Player) => void} listener
 */
export function onVisitor(listener) {
  listeners.push(listener);
}

/** @param {Player} player as the server knows the visitor from now on */
export function setVisitor(player) {
  asked = Promise.resolve(player);
  tell(player);
}

/** @param {Player} player */
function tell(player) {
  for (const listener of listeners) listener(player);
}
