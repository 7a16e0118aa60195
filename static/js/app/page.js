// The start of every page: the language, the texts and the head; then the parts that come after the first board.

import { drawHead } from './head.js';
import { loadWords, startLanguage, translatePage } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { startLook } from '../ui/look.js';
import { askToConfirm } from '../net/api.js';
import { visitor } from '../net/visitor.js';

/**
 * No text is shown before it is done: it loads the texts of the page itself.
 *
 * @param {import('./head.js').Entry | null} active the entry of the navigation that this page is
 * @param {...string} tables of texts that the page shows in addition to those of every page
 * @returns {Promise<{visitor: Promise<import('../net/protocol.js').Player | null>}>}
 */
export async function startPage(active, ...tables) {
  askToConfirm(confirmed);
  startLook();
  startLanguage();
  await load(() => loadWords('interface', ...tables));
  translatePage();
  drawHead(active);
  return { visitor: visitor() };
}

/** Asks the visitor to prove the account again; both the module and its words are loaded when they are needed. */
const confirmed = async () =>
  (await load(() => Promise.all([import('../people/confirm_dialog.js'), loadWords('people')])))?.[0].confirmed() ?? false;

/** How long a page that draws no frames, being out of sight, is waited for. */
const UNSEEN = 300;

/** Resolves when the current drawing is on the screen. @returns {Promise<void>} */
const shown = () =>
  new Promise((go) => {
    setTimeout(go, UNSEEN);
    requestAnimationFrame(() => requestAnimationFrame(() => go()));
  });

/** @type {Promise<unknown> | null} */
let fetching = null;

/**
 * Fetches the modules that the page needs next, which the server lists in its head.
 *
 * @param {'auto' | 'low'} [priority]
 * @returns {Promise<unknown>} resolves when each was fetched, or could not be
 */
export function fetchLater(priority = 'auto') {
  if (fetching) return fetching;
  const content = /** @type {HTMLTemplateElement | null} */ (document.getElementById('later'))?.content;
  const links = [...(content?.querySelectorAll('link') ?? [])];
  fetching = Promise.all(
    links.map((link) => {
      link.fetchPriority = priority;
      return new Promise((go) => (link.onload = link.onerror = go));
    }),
  );
  if (content) document.head.append(content);
  return fetching;
}

/**
 * When the first board, drawn just before, is there to be seen: until then nothing competes with
 * it. The modules that the page needs next are asked for all at once; the service worker, which fetches everything, comes when there is nothing else to do.
 *
 * @param {{more?: boolean, priority?: 'auto' | 'low'}} [page] whether the page loads more after its first board, and whether
 *   that gives way to the requests that follow a press
 */
export async function boardShown({ more = true, priority = 'auto' } = {}) {
  await shown();
  // The fonts of headings are heavier than all of it.
  (more ? fetchLater(priority) : Promise.resolve()).then(() => (document.documentElement.dataset.shown = ''));
  restoreKept();
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  // Without it the page needs the network, and no more.
  idle(() =>
    import('./service_worker.js').then(
      ({ whenIdle }) => whenIdle(),
      () => undefined,
    ),
  );
}

/** A page that was reloaded for its language gets back the typed text and the focus. */
async function restoreKept() {
  let kept = null;
  try {
    kept = sessionStorage.getItem('yiguan.kept');
  } catch {
    // Storage may be forbidden; then nothing is stored.
  }
  if (kept) (await load(() => import('./restore_kept.js')))?.restoreKept(kept);
}
