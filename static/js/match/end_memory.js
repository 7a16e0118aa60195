// Which match has its result over the board in this tab: a player who leaves for the replay finds it there on coming back.

import { tabStorage } from './tab_storage.js';

const STORED = 'yiguan.end';

/** @param {string | null} id none: the result was closed */
export function noteOpen(id) {
  const storage = tabStorage();
  if (id) storage?.setItem(STORED, id);
  else storage?.removeItem(STORED);
}

/**
 * Whether the result of a match was over the board when the visitor left it.
 *
 * @param {string | undefined} id
 */
export const leftOpen = (id) => id !== undefined && tabStorage()?.getItem(STORED) === id;
