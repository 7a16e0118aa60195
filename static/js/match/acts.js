// The visitor's acts other than moves, by the views next to the board.

import { load } from '../ui/load.js';

/** @typedef {ReturnType<typeof matchActs>} Acts */

/**
 * @param {import('./session.js').Session} session
 * @param {import('./store.js').MatchStore} store
 * @param {HTMLElement} main
 * @param {Promise<import('../net/api.js').Catalogue | null>} catalogue
 * @param {() => import('../game/app_board.js').AppBoard | null} board once there is one
 */
export function matchActs(session, store, main, catalogue, board) {
  const leave = () => board()?.focus();
  return {
    /** A part goes, and the focus in it. */
    leave,
    join: async () => {
      await session.join();
      if (!session.state.seat) return;
      // The board is what matters now; the button is gone, and the focus with it.
      main.scrollIntoView({ block: 'start' });
      leave();
    },
    claim: () => session.command('claim'),
    resume: () => session.command('resume'),
    offer: (
      /** @type {import('../net/protocol.js').Offer} */ offer,
      /** @type {'offer' | 'accept' | 'decline' | 'withdraw'} */ answer,
    ) => session.offer(offer, answer),
    play: (/** @type {string} */ action) => session.play(action),
    talk: (/** @type {string} */ text) => session.talk(text),
    /** Marks points on the board. */
    mark: (/** @type {readonly string[]} */ points) => board()?.point(points),
    /** Shows the board as it stood after so many moves. */
    look: (/** @type {number} */ ply) => {
      store.viewed.value = ply;
    },
    step: (/** @type {-1 | 1} */ by) => {
      if (session.timeline) store.step(by, session.timeline.ply);
    },
    /** The game in the catalogue. */
    info: async () => (await catalogue)?.games.find(({ id }) => id === session.state.match?.game),
    /** The acts of a control next to the board. */
    act: async (/** @type {import('./controls.js').Act} */ control) => {
      switch (control) {
        case 'resign':
        case 'abort':
          return session.command(control);
        case 'flip':
          return store.turn();
        case 'pen':
          store.draws.value = !store.draws.peek();
          return;
        case 'other':
          return (await load(() => import('./another_game.js')))?.watchAnother(session.id, session.state.match?.game);
        case 'rematch':
          return session.offer('rematch', session.state.match?.offers.rematch ? 'accept' : 'offer');
        case 'declare':
          return session.offer('impasse', 'offer');
        default:
          return session.offer(control, 'offer');
      }
    },
  };
}
