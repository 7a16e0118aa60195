// @ts-check
// A stored game as the server writes it, in every notation that its game has.

import { byId, h } from '../dom.js';
import { games } from '../net/api.js';

// Programs of old expect a `.kif` in the encoding of old; a `.kifu` is a `.kif` in UTF-8.
const ENCODINGS = /** @type {Record<string, string>} */ ({ kif: '?encoding=shift_jis', ki2: '?encoding=shift_jis' });

/**
 * @param {string} id of the stored game
 * @param {string} game
 * @param {string} ruleset
 * @param {readonly string[]} notations those of the rules
 */
export function offerArchive(id, game, ruleset, notations) {
  const offer = (/** @type {readonly string[]} */ kinds) => byId('downloads').append(...kinds.map((kind) => download(id, kind)));
  offer(['json', ...notations]);
  // The moves one after another; a picture of what the board shows is drawn by the page.
  byId('pictures').append(download(id, 'gif'));
  const files = byId('files');
  // What the server writes besides is asked for when somebody looks for it.
  files.addEventListener(
    'toggle',
    async () => {
      const all = await games().catch(() => null);
      const rulesets = all?.games.find((info) => info.id === game)?.rulesets;
      offer(rulesets?.find((info) => info.id === ruleset)?.records ?? []);
    },
    { once: true },
  );
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
