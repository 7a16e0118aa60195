// The service worker: pages come from the network while there is one, so that nobody plays with
// old code on a newer server; without it, what this version is made of is here. The server writes
// `self.ASSETS` before this: the version, and where its files are kept for good.

const { version, prefix, files } = self.ASSETS;
const CACHE = `yiguan-${version}`;
/** What works without a server, and what the lobby shows of the games. */
const PAGES = ['/', '/analysis', '/local', '/rules', '/api/games'];

self.addEventListener('install', (event) => {
  const all = [...PAGES, ...files.map((path) => prefix + path)];
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(all)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const others = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(others());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (files.length > 0 && pathname.startsWith(prefix)) event.respondWith(kept(pathname, request));
  else if (!pathname.startsWith('/api/') || PAGES.includes(pathname)) event.respondWith(fresh(pathname, request));
});

/** What never changes at its address. */
const kept = async (pathname, request) => (await caches.match(pathname)) ?? fetch(request);

/** What the server has now; without a server, what this version has. */
async function fresh(pathname, request) {
  try {
    return await fetch(request);
  } catch (error) {
    const page = request.mode === 'navigate' && pathname.startsWith('/rules/') ? '/rules' : pathname;
    const found = (await caches.match(page)) ?? (await caches.match(prefix + pathname.slice(1)));
    if (found) return found;
    throw error;
  }
}
