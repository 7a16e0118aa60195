// The files of the page that a press is about to lead to: they are fetched while the server makes the match, rather than
// one after the other when the page is there.

import { language } from '../i18n/i18n.js';

/** How many files are fetched before the click: the request that makes the match must not wait behind all of them. */
const FIRST = 3;
/** How many of the others are fetched at a time: the next page itself must find a connection, too. */
const LANES = 3;

/**
 * Fetches the next page's files: the first once a pointer goes down on an element that leads there, the others once it was
 * clicked, behind the request that makes the match. A bundle names them; plain modules are fetched when they are needed.
 *
 * @param {HTMLElement} host
 * @param {string} selector of the elements that lead there
 * @param {(address: string) => Promise<unknown>} [get] tests bring their own
 */
export function fetchAhead(host, selector, get = stored) {
  const named = document.querySelector('meta[name="ahead"]')?.getAttribute('content');
  if (!named) return;
  /** @type {string[]} */
  const left = JSON.parse(named)[language()] ?? [];
  const rest = Math.max(0, left.length - FIRST);
  // A failure costs nothing: the page asks again.
  const next = (/** @type {number} */ count) => left.splice(0, count).map((file) => get(file).catch(() => undefined));
  const lane = async () => {
    while (left.length > 0) await next(1)[0];
  };
  const leads = (/** @type {Event} */ { target }) => Boolean(/** @type {Element} */ (target).closest(selector));
  host.addEventListener('pointerdown', (event) => {
    if (leads(event)) next(left.length - rest);
  });
  host.addEventListener('click', (event) => {
    if (!leads(event)) return;
    setTimeout(() => {
      next(left.length - rest);
      for (let count = 0; count < LANES; count += 1) lane();
    });
  });
}

/** Fetches a file into the browser's cache. A preload would be reported as unused on this page. @param {string} address */
const stored = async (address) => (await fetch(address)).arrayBuffer();
