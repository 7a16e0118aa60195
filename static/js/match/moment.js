// The content of the page of a match at this moment, worked out from the known state. Draws nothing.

import { matchScene } from '../game/match_scene.js';
import { setting } from '../ui/settings.js';
import { model } from './model.js';

/**
 * @param {import('./session.js').Session} session
 * @param {import('./store.js').MatchStore} store
 * @param {import('./playing.js').Playing} playing
 * @param {import('../net/protocol.js').ChatLine[]} unseen the chat lines that came while the chat was not looked at
 * @returns {import('./store.js').Moment | null} null as long as nothing is known
 */
export function momentOf({ game, state, timeline, time }, store, { premove, confirmation }, unseen) {
  const { match } = state;
  const names = store.names.peek();
  if (!match || !names) return null;
  const { asked, viewed } = store;
  const now = time.at(Date.now());
  const shown = model(state, timeline, now);
  if (viewed.peek() !== null && (!timeline || (viewed.peek() ?? 0) >= timeline.ply)) viewed.value = null;
  if (!shown.canPlay) asked.value = null;
  const ply = viewed.peek();
  const asking = confirmation.asked(shown.canPlay && ply === null);
  const scene = matchScene({
    ...{ state, match, timeline, names, asking },
    engineFailed: game.failed,
    engineGone: game.gone,
    model: shown,
    flipped: store.isFlipped(state.seat),
    viewed: ply,
    asked: asked.peek(),
    premove: premove.action,
    ahead: (position) => premove.legal(position),
    mayPremove: setting('premove'),
  });
  return { ...scene, match, timeline, looking: ply !== null, viewed: ply ?? timeline?.ply ?? 0, asking, unseen, now };
}
