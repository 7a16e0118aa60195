// @ts-check
// What a page does when there is nothing else to do: it registers the service worker, which keeps the pages that
// need no server, and listens for whoever seeks an opponent.

import { load } from './load.js';
import { scriptUrl } from './script_url.js';

/** Where the worker is forbidden, as in a private window, the pages need the network. */
export function whenIdle() {
  navigator.serviceWorker?.register(scriptUrl('/sw.js')).catch(() => undefined);
  keepLooking();
}

/** Whoever seeks an opponent is told on every page when one is found; the lobby tells it by itself. */
async function keepLooking() {
  let seeking = null;
  try {
    seeking = localStorage.getItem('yiguan.seeking');
  } catch {
    // Storage may be forbidden; then the lobby alone tells of it.
  }
  if (!seeking || location.pathname === '/') return;
  (await load(() => import('./seek/keeper.js')))?.keepLooking();
}
