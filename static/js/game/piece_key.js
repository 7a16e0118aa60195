// The meanings of the symbols on pieces.

import { asset, h, s } from '../ui/dom.js';
import { allDescriptors } from '../games/index.js';
import { t } from '../i18n/i18n.js';

/**
 * A list of the symbols on pieces of a shape, each with the name of its piece.
 *
 * @param {string} shape
 */
export function pieceKey(shape) {
  const roles = allDescriptors().find((game) => game.shape === shape)?.roles ?? [];
  const symbol = (/** @type {string} */ role) =>
    s(
      'svg',
      { viewBox: '0 0 66 66', 'aria-hidden': 'true' },
      s('use', { href: `${asset('pieces.svg')}#${role}`, width: 66, height: 66 }),
    );
  return h(
    'ul',
    { class: 'piece-key', 'data-testid': `key-${shape}` },
    ...roles.map((role) => h('li', {}, symbol(role), t(`piece.${role}`))),
  );
}
