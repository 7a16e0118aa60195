// The state that the views of a match show. The table writes the moment once a frame; each view draws again when a part
// of it, or of the visitor's choices, changes that the view has read.

import { computed, signal } from '../ui/view.js';
import { Talk } from './talk.js';
import { rememberTurned, wasTurned } from './turned.js';

/**
 * One drawn moment of a match.
 *
 * @typedef {object} Moment
 * @property {import('../game/match_scene.js').Page} page
 * @property {import('../game/app_board.js').Shown} shown the content of the board
 * @property {import('../net/protocol.js').Snapshot} match
 * @property {import('../game/timeline.js').Timeline | null} timeline
 * @property {boolean} looking whether the board shows an earlier position
 * @property {number} viewed after how many moves the board stands
 * @property {string | null} asking the action that is to be confirmed
 * @property {import('../net/protocol.js').ChatLine[]} unseen the chat lines that came while the chat was not looked at
 * @property {number} now the server's time
 */

/** @template T @typedef {import('../../vendor/signals-core.js').Signal<T>} Signal */

export class MatchStore {
  moment = signal(/** @type {Moment | null} */ (null));
  /** The last reading of the clock, and the server's time at which it is shown. */
  clock = signal({ reading: /** @type {import('../game/clock.js').ClockReading | null} */ (null), now: 0 });
  /** Notes on the move that is about to be played. */
  noted = signal(/** @type {string[]} */ ([]));
  /** The player who joined while the visitor waited here, until the game is under way. */
  arrived = signal('');
  /** The sheet that is open on a phone. */
  panel = signal(/** @type {string | null} */ (null));
  /** The ply looked at, null for the game as it stands. */
  viewed = signal(/** @type {number | null} */ (null));
  /** An action that was tried though it is not legal. */
  asked = signal(/** @type {import('../game/match_scene.js').Asked | null} */ (null));
  /** Whether pressing the board draws, once the visitor has chosen. */
  draws = signal(/** @type {boolean | null} */ (null));
  names = signal(/** @type {import('../game/names.js').Names | null} */ (null));
  talk = new Talk();
  /** Whether the second side sits at the bottom in the moment that is drawn. */
  flipped = computed(() => this.moment.value?.page.flipped ?? false);

  /** @param {string} id of the match */
  constructor(id) {
    this.id = id;
    /** Whether the board is turned, once the visitor has chosen. */
    this.turned = signal(wasTurned(id));
  }

  /** Whether the second side sits at the bottom. @param {import('../games/index.js').Side | null} seat the visitor's */
  isFlipped(seat) {
    return this.turned.value ?? seat === 'second';
  }

  /** Turns the board. */
  turn() {
    this.turned.value = !this.flipped.peek();
    rememberTurned(this.id, this.turned.peek() ?? false);
  }

  /** Runs a function after every change of the visitor's choices. @param {() => void} changed */
  onChoice(changed) {
    for (const choice of [this.viewed, this.asked, this.turned, this.panel]) choice.subscribe(changed);
  }

  /**
   * Shows the board as it stood some actions earlier or later.
   *
   * @param {-1 | 1} by
   * @param {number} last the ply of the game as it stands
   */
  step(by, last) {
    const ply = Math.max(0, (this.viewed.peek() ?? last) + by);
    this.viewed.value = ply < last ? ply : null;
  }
}
