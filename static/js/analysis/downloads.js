// @ts-check
// A stored game as the server writes it, in every notation that its game has.

import { byId, h } from '../dom.js';

// Programs of old expect a `.kif` in the encoding of old; a `.kifu` is a `.kif` in UTF-8.
const ENCODINGS = /** @type {Record<string, string>} */ ({ kif: '?encoding=shift_jis', ki2: '?encoding=shift_jis' });

/**
 * @param {string} id of the stored game
 * @param {readonly string[]} notations
 */
export function offerArchive(id, notations) {
  byId('downloads').append(...['json', ...notations].map((kind) => download(id, kind)));
  // The moves one after another; a picture of what the board shows is drawn by the page.
  byId('pictures').append(download(id, 'gif'));
}

/**
 * @param {string} id
 * @param {string} kind
 */
const download = (id, kind) =>
  h(
    'a',
    {
      href: `/api/archive/${id}.${kind}${ENCODINGS[kind] ?? ''}`,
      download: `yiguan-${id}.${kind}`,
      'data-testid': `download-${kind}`,
    },
    kind.toUpperCase(),
  );
