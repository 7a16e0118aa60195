// @ts-check
// Registers the service worker, which keeps the pages that need no server.

import { scriptUrl } from './script_url.js';

/** Where it is forbidden, as in a private window, the pages need the network. */
export function registerWorker() {
  navigator.serviceWorker?.register(scriptUrl('/sw.js')).catch(() => undefined);
}
