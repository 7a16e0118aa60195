// The state that the views of a match show. The table writes it once a frame; each view draws again what it has read.

import { signal } from '../ui/view.js';

/**
 * One drawn moment of a match.
 *
 * @typedef {object} Moment
 * @property {import('../game/match_scene.js').Page} page
 * @property {import('../net/protocol.js').Snapshot} match
 * @property {import('../game/timeline.js').Timeline | null} timeline
 * @property {boolean} looking whether the board shows an earlier position
 * @property {number} viewed after how many moves the board stands
 */

/** @template T @typedef {import('../../vendor/signals-core.js').Signal<T>} Signal */

export class MatchStore {
  moment = signal(/** @type {Moment | null} */ (null));
  /** How long a side still has for its first move. */
  grace = signal('');
  /** Notes on the move that is about to be played. */
  noted = signal(/** @type {string[]} */ ([]));
  /** The player who joined while the visitor waited here, until the game is under way. */
  arrived = signal('');
  /** The sheet that is open on a phone. */
  panel = signal(/** @type {string | null} */ (null));
}
