// The views next to the board.

import { byId } from '../ui/dom.js';
import { showAbout } from './about_view.js';
import { showBare } from './bare_view.js';
import { showHelp } from './help_view.js';
import { showNameCard } from './name_card.js';
import { showParts } from './parts.js';
import { pointing } from './pointing.js';
import { showVerdict } from './verdict_view.js';

/**
 * @typedef {object} Acts
 * @property {() => void} join
 * @property {() => void} leave a part goes, and the focus in it
 * @property {() => void} claim
 * @property {(offer: import('../net/protocol.js').Offer, answer: 'offer' | 'accept' | 'decline' | 'withdraw') => void} offer
 * @property {(action: string) => void} play
 * @property {(points: readonly string[]) => void} mark marks points on the board
 * @property {(ply: number) => void} look shows the board as it stood after so many moves
 */

/**
 * @param {import('./store.js').MatchStore} store
 * @param {Acts} acts
 */
export function showBeside(store, acts) {
  showAbout(byId('about'), store);
  showVerdict(byId('verdict'), store, pointing(store, acts.mark));
  showBare(byId('words'), store, acts.play);
  showHelp(byId('panel-help'), store);
  showNameCard(/** @type {HTMLFormElement} */ (byId('name-card')), store, acts.leave);
  showParts(store, acts);
}
