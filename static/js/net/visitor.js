// Who the visitor is, as the server knows it: asked for once a page, again where no answer came, by itself while the
// server is busy.

import { me } from './api.js';
import { pause } from './pause.js';

/** @typedef {import('./protocol.js').Player} Player */

/** @type {Promise<Player | null> | null} */
let asked = null;

/** @type {((player: Player) => void)[]} */
const listeners = [];

/** How often in a row a busy server did not answer. */
let failures = 0;

/** @returns {Promise<Player | null>} null where no answer came */
export function visitor() {
  asked ??= me().then(
    (player) => {
      failures = 0;
      tell(player);
      return player;
    },
    ({ status }) => {
      if (status === 503) setTimeout(visitor, pause(failures++, Math.random()));
      return (asked = null);
    },
  );
  return asked;
}

/** Asks again who the visitor is, whose session may have ended. */
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
