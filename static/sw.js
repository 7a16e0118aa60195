// The service worker: pages come from the network while there is one, so that no player uses
// old code on a newer server; without it, what this version is made of is here. The server writes
// `self.ASSETS` before this: the version, the pages that work without a server, and the files that
// those need, each of which never changes at its address. Files in `used` are large, and not every
// visitor requests them: they are cached after their first use.

/** @typedef {{version: string, pages: string[], files: string[], used: string[]}} Assets */

const worker = /** @type {ServiceWorkerGlobalScope & {ASSETS: Assets}} */ (/** @type {unknown} */ (self));
const { version, pages, files, used } = worker.ASSETS;
const CACHE = `yiguan-${version}`;

/** The cache for the words of notifications, as `js/push/kept.js` knows it. */
const PUSH = 'yiguan-push';
const PUSH_WORDS = '/push-words';

/** The page for visitors without a network, in the place of a page that needs one. */
const AWAY = '/offline';

/** The lobby's pictures of the games. */
const GAMES = '/api/games';

/** Files that have the same address in every version. */
const PAGES = pages.length > 0 ? [...pages, GAMES] : [];

/** How long the network may take where there is something to show instead, in milliseconds. */
const PATIENCE = 3_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(install());
  worker.skipWaiting();
});

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

worker.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== worker.location.origin) return;
  if (files.includes(pathname)) event.respondWith(kept(pathname, event));
  else if (PAGES.includes(pathname)) event.respondWith(fresh(pathname, event));
  else if (mode === 'navigate') {
    // The rules of a game are written by the page of all rules.
    const page = `/${pathname.split('/')[1]}`;
    event.respondWith(PAGES.includes(page) ? fresh(page, event) : away(event));
  }
});

worker.addEventListener('push', (event) => event.waitUntil(notify(event.data)));

worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(subscribeAgain(/** @type {PushSubscriptionChangeEvent} */ (event))),
);

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage(event.notification.data?.url));
});

/** @typedef {{words: Record<string, string>, games: Record<string, string>, language: string, kinds: string[]}} PushWords */

/** The words that pages stored for notifications. @returns {Promise<PushWords | null>} */
async function pushWords() {
  const kept = await (await caches.open(PUSH)).match(PUSH_WORDS);
  return kept ? kept.json() : null;
}

/**
 * Shows a message of the server while no page is open: a turn, a challenge, a found opponent. A visitor who
 * looks at the match, or for the others at any page of this site, sees it there.
 *
 * @param {PushMessageData | null} data
 */
async function notify(data) {
  const sent = data?.text() ?? '{}';
  /** @type {{kind?: string, game?: string, match?: string | null, opponent?: string | null}} */
  let notice = {};
  try {
    notice = JSON.parse(sent);
  } catch {
    // The browser wants something shown for everything that comes.
  }
  const { kind = '', game = '', match, opponent } = notice;
  const url = match ? `/m/${match}` : '/';
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isSeen = windows.some(
    (window) => window.visibilityState === 'visible' && (kind !== 'turn' || new URL(window.url).pathname === url),
  );
  if (isSeen) return;
  const kept = await pushWords();
  const name = kind === 'found' && !match ? 'waiting' : kind;
  const body = (kept?.words[opponent ? `${name}.by` : name] ?? '').replace('{name}', () => opponent ?? '');
  const title = kept?.games[game] ?? 'Yiguan 弈馆';
  /** @type {NotificationOptions & {renotify: boolean}} */
  const options = { body, icon: '/icons/192.png', tag: url, renotify: true, data: { url }, lang: kept?.language ?? '' };
  await worker.registration.showNotification(title, options);
}

/**
 * Sends the server the new address where the push service has changed it.
 *
 * @param {PushSubscriptionChangeEvent} event
 */
async function subscribeAgain({ newSubscription, oldSubscription }) {
  const kept = await pushWords();
  if (!kept) return;
  const subscription =
    newSubscription ?? (oldSubscription && (await worker.registration.pushManager.subscribe(oldSubscription.options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, keys, kinds: kept.kinds });
  await fetch('/api/me/push', { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
}

/**
 * Brings a page of this site to the front, or opens it.
 *
 * @param {unknown} address
 */
async function showPage(address) {
  const { origin, href, pathname } = new URL(typeof address === 'string' ? address : '/', worker.location.origin);
  if (origin !== worker.location.origin) return;
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === pathname);
  if (open) await open.focus();
  else await worker.clients.openWindow(href);
}

/** Keeps all that this version is made of, or nothing. */
async function install() {
  const cache = await caches.open(CACHE);
  try {
    // Who pays for every byte keeps the pages, and of the files those that a page asks for.
    const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (worker.navigator ?? {});
    const wanted = connection?.saveData ? [] : files.filter((file) => !used.includes(file));
    await Promise.all([...PAGES.map((page) => keepPage(cache, page)), ...wanted.map((file) => keepFile(cache, file))]);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/**
 * Caches a page, if the server that answers is of this version: there may be another one.
 *
 * @param {Cache} cache
 * @param {string} page
 */
async function keepPage(cache, page) {
  const answer = await fetch(page, { cache: 'no-cache' });
  if (!isOurs(answer)) throw new Error(`${page} is of another version, or ${answer.status}`);
  await cache.put(page, answer);
}

/**
 * Caches a file. One that another version cached is the same: its address contains its digest.
 *
 * @param {Cache} cache
 * @param {string} file
 */
async function keepFile(cache, file) {
  const answer = (await caches.match(file)) ?? (await fetch(file));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  await cache.put(file, answer);
}

/** @param {Response} answer */
const isOurs = (answer) => answer.ok && answer.headers.get('x-yiguan-version') === version;

async function activate() {
  // A page that is gone to is asked for while the worker starts.
  await worker.registration.navigationPreload?.enable();
  for (const name of await caches.keys()) if (name !== CACHE && name !== PUSH) await caches.delete(name);
  await worker.clients.claim();
}

/**
 * What never changes at its address.
 *
 * @param {string} file
 * @param {FetchEvent} event
 */
async function kept(file, event) {
  const found = await caches.match(file);
  if (found) return found;
  const answered = fetch(event.request);
  event.waitUntil(keepWhen(answered, file, (answer) => answer.ok));
  return answered;
}

/**
 * Keeps a copy of an answer, if it is good.
 *
 * @param {Promise<Response>} answered
 * @param {string} address
 * @param {(answer: Response) => boolean} isGood
 */
async function keepWhen(answered, address, isGood) {
  try {
    const answer = await answered;
    if (!isGood(answer)) return;
    const copy = answer.clone();
    // A newer version has removed it; opening would bring it back for good.
    if (!(await caches.has(CACHE))) return;
    const cache = await caches.open(CACHE);
    await cache.put(address, copy);
  } catch {
    // The requesting page gets the answer, or the failure, all the same.
  }
}

/** The network's answer, begun already where the browser did so. @param {FetchEvent} event */
async function asked({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request);
}

/**
 * The server's current answer; without a server, or with a slow one, the cached one of this
 * version. An answer that comes too late is cached for the next time.
 *
 * @param {string} page
 * @param {FetchEvent} event
 */
async function fresh(page, event) {
  const answered = asked(event);
  const isPage = new URL(event.request.url).pathname === page;
  event.waitUntil(keepWhen(answered, page, (answer) => isPage && isOurs(answer)));
  const late = new Promise((go) => setTimeout(go, PATIENCE));
  const answer = await Promise.race([answered, late]).catch(() => undefined);
  return answer ?? (await caches.match(page)) ?? answered;
}

/** A page that only the server has; without one, a page that explains it. @param {FetchEvent} event */
async function away(event) {
  try {
    return await asked(event);
  } catch (error) {
    const found = await caches.match(AWAY);
    if (found) return found;
    throw error;
  }
}
