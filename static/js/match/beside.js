// The views of a match: the board, and everything next to it.

import { AppBoard } from '../game/app_board.js';
import { MovesView } from '../game/moves_view.js';
import { t } from '../i18n/i18n.js';
import { effect } from '../ui/view.js';
import { showAbout } from './about_view.js';
import { showBare } from './bare_view.js';
import { showControls } from './controls.js';
import { showHelp } from './help_view.js';
import { showParts } from './parts.js';
import { pointing } from './pointing.js';
import { pendingPlay } from './outbox.js';
import { showStrips } from './strips_view.js';
import { showTalk } from './talk_view.js';
import { showVerdict } from './verdict_view.js';

/** @typedef {import('./store.js').MatchStore} MatchStore */

/**
 * @param {Element | import('../../board/picture.js').Picture} host or a picture of the board, to be played on
 * @param {MatchStore} store
 * @param {import('../game/app_board.js').Listener} listener
 */
export function showBoard(host, { draws, moment, names }, listener) {
  const board = new AppBoard(host, listener, '');
  effect(() => {
    if (names.value) board.name(t('match.board', { game: names.value.title }));
  });
  effect(() => {
    if (moment.value) board.show(moment.value.shown);
  });
  effect(() => {
    if (draws.value !== null) board.draw(draws.value);
  });
  return board;
}

/**
 * @param {import('./places.js').Places} places
 * @param {MatchStore} store
 * @param {import('./acts.js').Acts} acts
 */
export function showBeside(places, store, acts) {
  const { match, page } = store.moment.peek() ?? {};
  const impasse = match && page?.names.game.impasse?.(match.options);
  showStrips(places['player-top'], places['player-bottom'], store);
  showAbout(places.about, store);
  showVerdict(places.verdict, store, pointing(store, acts.mark));
  showBare(places.words, store, acts.play);
  showHelp(places['panel-help'], store);
  showMoves(places.moves, store, acts.look);
  showTalk(places, store, acts.talk);
  showControls(places.controls, store, ['pause', ...(impasse ? [impasse] : [])], acts);
  places.controls.prepend(places.offers);
  showParts(places, store, acts);
}

/**
 * @param {HTMLElement} list
 * @param {MatchStore} store
 * @param {(ply: number) => void} look
 */
function showMoves(list, { moment }, look) {
  const moves = new MovesView(list, look);
  effect(() => {
    const { match, page, timeline, viewed = 0 } = moment.value ?? {};
    if (!match || !page || !timeline) return;
    const isUnsaved = pendingPlay(page.state) && page.model.delivery !== 'saved';
    moves.draw(timeline, page.names, viewed, match.times, isUnsaved ? timeline.ply : null);
  });
}
