// Whether the visitor has turned the board of a match, stored with the tab.

import { tabStorage } from './tab_storage.js';

/** @param {string} id of the match */
const keyOf = (id) => `yiguan.turned.${id}`;

/**
 * @param {string} id
 * @returns {boolean | null} null where the visitor has not chosen
 */
export function wasTurned(id) {
  const kept = tabStorage()?.getItem(keyOf(id));
  return kept === null || kept === undefined ? null : kept === 'true';
}

/**
 * @param {string} id
 * @param {boolean} turned
 */
export function rememberTurned(id, turned) {
  try {
    tabStorage()?.setItem(keyOf(id), String(turned));
  } catch {
    // Storage may be full; the choice holds for this page.
  }
}
