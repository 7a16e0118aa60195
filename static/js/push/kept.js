// What this browser keeps of the notifications it has asked for: about what, and in which language. The worker
// that shows them has no page to ask, so that page and worker share a store.

import { language, LANGUAGES, pick, t } from '../i18n/i18n.js';
import { games } from '../net/api.js';
import { NOTICES } from './kinds.js';

/** @typedef {import('./kinds.js').Kind} Kind */

const STORED = 'yiguan.push';

/** The store and the address in it, as `sw.js` knows them. */
const STORE = 'yiguan-push';
const WORDS = '/push-words';

/** @returns {{kinds: Kind[], language: string} | null} null where none were asked for */
export function keptKinds() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    return Array.isArray(kept?.kinds) ? kept : null;
  } catch {
    // Storage may be forbidden, or hold something else.
    return null;
  }
}

/**
 * Keeps the kinds, and for the worker the words it needs.
 *
 * @param {Kind[]} kinds
 */
export async function keep(kinds) {
  const words = Object.fromEntries(
    NOTICES.flatMap((name) => [name, `${name}.by`]).map((name) => [name, t(`push.notice.${name}`)]),
  );
  const names = Object.fromEntries((await games()).games.map(({ id, name }) => [id, pick(name)]));
  const store = await caches.open(STORE);
  await store.put(
    WORDS,
    new Response(
      JSON.stringify({ words, games: names, language: LANGUAGES.find(({ id }) => id === language())?.tag ?? '', kinds }),
    ),
  );
  try {
    localStorage.setItem(STORED, JSON.stringify({ kinds, language: language() }));
  } catch {
    // The worker has its words all the same.
  }
}

export async function forget() {
  try {
    localStorage.removeItem(STORED);
  } catch {
    // As above.
  }
  await caches.delete(STORE);
}
