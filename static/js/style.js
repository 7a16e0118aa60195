// @ts-check
// Style sheets of parts that come later than the page.

import { asset, h } from './dom.js';

/**
 * Has a style sheet hold, when it is there; without it the part is plain.
 *
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export const style = (path) =>
  new Promise((done) => document.head.append(h('link', { rel: 'stylesheet', href: asset(path), load: done, error: done })));
