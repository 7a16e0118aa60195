// @ts-check
// A stored game as the server writes it, in every notation that its game has.

import { byId, h } from '../dom.js';

// Programs of old expect a `.kif` in the encoding of old; a `.kifu` is a `.kif` in UTF-8.
const ENCODINGS = /** @type {Record<string, string>} */ ({ kif: '?encoding=shift_jis', ki2: '?encoding=shift_jis' });

/**
 * @param {string} id
 * @param {readonly string[]} notations
 */
export function offerArchive(id, notations) {
  byId('downloads').append(
    ...['json', ...notations].map((notation) =>
      h(
        'a',
        {
          href: `/api/archive/${id}.${notation}${ENCODINGS[notation] ?? ''}`,
          download: `yiguan-${id}.${notation}`,
          'data-testid': `download-${notation}`,
        },
        notation.toUpperCase(),
      ),
    ),
  );
}
