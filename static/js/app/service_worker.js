// Work of a page that is otherwise idle: it registers the service worker, which stores the pages that
// need no server, listens for the visitor's seek, and looks for games that wait for the visitor.

import { loadWords, t } from '../i18n/i18n.js';
import { myMatches } from '../net/api.js';
import { visitor } from '../net/visitor.js';
import { style } from '../ui/dom.js';
import { load } from '../ui/load.js';
import { showNotice } from '../ui/notice.js';
import { scriptUrl } from '../ui/script_url.js';

/** Where the worker is forbidden, as in a private window, the pages need the network. */
export function whenIdle() {
  navigator.serviceWorker?.register(scriptUrl('/sw.js')).catch(() => undefined);
  document.addEventListener('click', stay);
  keepLooking();
  lookForGames();
}

/** A player of several games is shown the way from each to the next; the lobby lists them all. */
async function lookForGames() {
  const id = (await visitor())?.id;
  if (!id || location.pathname === '/') return;
  const { matches } = await myMatches().catch(() => ({ matches: [] }));
  if (!matches.some((room) => room.state === 'live' && !location.pathname.endsWith(room.id))) return;
  const loaded = await load(() => Promise.all([import('./next_game.js'), loadWords('next'), style('css/next_game.css')]));
  loaded?.[0].offerNextGame(id, matches);
}

/**
 * Stays on the page where a link leads to the browser's own page of errors: without a network or a server, before the
 * worker has the pages. The notice opens the link once there is a network.
 *
 * @param {MouseEvent} event
 */
function stay(event) {
  // Of a line that is dead a device may know nothing.
  const isUp = navigator.onLine && !document.querySelector('[data-state=reconnecting]');
  if (isUp || navigator.serviceWorker?.controller || event.defaultPrevented) return;
  const link = /** @type {Element} */ (event.target).closest('a');
  const isPage = link && link.origin === location.origin && link.target === '' && !link.download;
  if (!isPage || link.href.split('#')[0] === location.href.split('#')[0]) return;
  event.preventDefault();
  const again = () => navigator.onLine && location.assign(link.href);
  showNotice('away', t('offline.title'), t('offline.again'), again);
}

/** A visitor who seeks an opponent is notified on every page when one is found; the lobby does it by itself. */
async function keepLooking() {
  let seeking = null;
  try {
    seeking = localStorage.getItem('yiguan.seeking');
  } catch {
    // Storage may be forbidden; then the lobby alone shows it.
  }
  if (!seeking || location.pathname === '/') return;
  (await load(() => import('../seek/keeper.js')))?.keepLooking();
}
