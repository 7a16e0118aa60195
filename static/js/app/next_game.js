// The way to the next game in which it is the visitor's turn: a link in the head of the page, and one next to the board of
// a match that does not wait for the visitor. The page goes nowhere by itself.

import { nextGames } from '../game/next_game.js';
import { t } from '../i18n/i18n.js';
import { myMatches } from '../net/api.js';
import { h, show, signal } from '../ui/view.js';

/** @typedef {import('../net/protocol.js').MatchSummary} MatchSummary */

/** How often the server is asked while the page is in sight, in milliseconds. */
const AGAIN = 15_000;

/**
 * @param {string} visitor
 * @param {MatchSummary[]} found the visitor's games
 */
export function offerNextGame(visitor, found) {
  /** The match that the page shows. */
  const here = /^\/m\/([^/]+)/.exec(location.pathname)?.[1] ?? null;
  const waiting = signal(nextGames(found, visitor, here));
  const link = (/** @type {string} */ id, /** @type {string} */ kind) => () => {
    const [next] = waiting.value;
    const label = t('next.game', { count: waiting.value.length });
    return (
      next &&
      h(
        'a',
        { class: `button ${kind}`, href: `/m/${next.id}`, 'data-testid': id, 'aria-label': label, title: label },
        h('span', { class: 'next-sign', 'aria-hidden': 'true' }, `› ${waiting.value.length}`),
        h('span', { class: 'next-text' }, label),
      )
    );
  };
  /** The places that have their link by now. @type {WeakSet<Element>} */
  const filled = new WeakSet();
  const fill = () => {
    const head = document.querySelector('.masthead .own-games');
    if (head && !filled.has(head)) {
      const place = document.createElement('span');
      place.className = 'next-head';
      head.before(place);
      show(place, link('next-game', 'button--main'));
    }
    const board = document.querySelector('.verdict > .next-place');
    if (board && !filled.has(board)) show(board, link('next-game-board', 'button--main'));
    for (const place of [head, board]) if (place) filled.add(place);
  };
  const ask = async () => {
    if (document.hidden) return;
    try {
      waiting.value = nextGames((await myMatches()).matches, visitor, here);
    } catch {
      // The earlier answer stays until the next one corrects it.
    }
    fill();
  };
  fill();
  // A match that comes later brings its place.
  const verdict = document.querySelector('.verdict');
  if (verdict) new MutationObserver(fill).observe(verdict, { childList: true });
  setInterval(ask, AGAIN);
  document.addEventListener('visibilitychange', ask);
}
