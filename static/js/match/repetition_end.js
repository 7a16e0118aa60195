// Why a match ended by repetition, below its verdict.

import { style } from '../ui/dom.js';
import { loadWords } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { effect } from '../ui/view.js';

/**
 * @param {Element} verdict
 * @param {import('./store.js').MatchStore} store
 * @param {(ply: number) => void} look shows the board as it stood after so many moves
 */
export async function showRepetition(verdict, { moment }, look) {
  const loaded = await load(() =>
    Promise.all([import('../game/evidence_view.js'), loadWords('evidence'), style('css/evidence.css')]),
  );
  const draw = loaded?.[0].showEvidence(verdict, look);
  effect(() => {
    const { match, timeline, page, viewed = 0 } = moment.value ?? {};
    if (match?.state !== 'over' || !timeline || !page) return;
    const { game, ply } = timeline;
    draw?.({ game, names: page.names, at: (at) => timeline.at(at), ply, viewed });
  });
}
