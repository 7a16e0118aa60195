// Why a match ended by repetition, below its verdict.

import { showEvidence } from '../game/evidence_view.js';
import { byId } from '../ui/dom.js';
import { effect } from '../ui/view.js';

/**
 * @param {import('./store.js').MatchStore} store
 * @param {(ply: number) => void} look shows the board as it stood after so many moves
 */
export function showRepetition({ moment }, look) {
  const draw = showEvidence(byId('verdict'), look);
  effect(() => {
    const { match, timeline, page, viewed = 0 } = moment.value ?? {};
    if (match?.state !== 'over' || !timeline || !page) return;
    const { game, ply } = timeline;
    draw({ game, names: page.names, at: (at) => timeline.at(at), ply, viewed });
  });
}
