// @ts-check
// The line shown as a file in any notation, and pictures of the board.

import { byId, h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { pngOf, save, svgOf } from './picture.js';
import { variationsIn } from './variations.js';

/**
 * @param {import('./study.js').Study} study
 * @param {{name: string, notations: readonly string[], facts: Record<string, string>, times: readonly number[]}} subject
 */
export function offerFiles(study, { name, notations, facts, times }) {
  const button = (/** @type {string} */ kind, /** @type {() => unknown} */ click) => {
    const title = variationsIn(kind) ? t('analysis.tree') : null;
    return h('button', { class: 'link', 'data-testid': `save-${kind}`, title, click }, kind.toUpperCase());
  };
  byId('written').append(
    ...notations.map((notation) =>
      button(notation, () => save(study.record(notation, facts, times), `${name}.${notation}`)),
    ),
  );
  const board = () => /** @type {SVGSVGElement} */ (byId('board').querySelector('svg'));
  byId('pictures').append(
    button('svg', async () => save(await svgOf(board()), `${name}.svg`)),
    button('png', async () => save(await pngOf(board()), `${name}.png`)),
  );
}
