// @ts-check
// The line shown as a file in any notation, and pictures of the board.

import { byId, h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { load } from '../load.js';
import { save } from './save.js';
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
      button(notation, async () => save(await encoded(study.record(notation, facts, times), notation), `${name}.${notation}`)),
    ),
  );
  const picture = (/** @type {'svg' | 'png'} */ kind) =>
    button(kind, async () => {
      const drawn = await load(() => import('./picture.js'));
      const board = /** @type {SVGSVGElement} */ (byId('board').querySelector('svg'));
      if (drawn) save(await drawn[kind === 'svg' ? 'svgOf' : 'pngOf'](board), `${name}.${kind}`);
    });
  byId('pictures').append(picture('svg'), picture('png'));
}

/**
 * A record as programs expect it in a file of that ending.
 *
 * @param {string} text
 * @param {string} notation
 */
async function encoded(text, notation) {
  if (notation !== 'kif') return text;
  const loaded = await load(() => import('./shift_jis.js'));
  return loaded ? loaded.shiftJis(text) : null;
}
