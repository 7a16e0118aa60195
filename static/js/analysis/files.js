// @ts-check
// The line shown as a file in any notation, a stored game as the server writes it, and pictures of the
// board: loaded when somebody opens that part of the page.

import { offerArchive } from './downloads.js';
import { byId, h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { load } from '../load.js';
import { save } from './save.js';
import { variationsIn } from './variations.js';

/**
 * @param {import('./study.js').Study} study
 * @param {{stored: string | null, name: string, notations: readonly string[], more: readonly string[], facts: Record<string, string>, times: readonly number[]}} subject
 */
export function offerFiles(study, { stored, name, notations, more, facts, times }) {
  if (stored) offerArchive(stored, [...notations, ...more]);
  const button = (/** @type {string} */ kind, /** @type {() => unknown} */ click) => {
    const title = variationsIn(kind) || more.includes(kind) ? t('analysis.tree') : null;
    return h('button', { class: 'link', 'data-testid': `save-${kind}`, title, click }, kind.toUpperCase());
  };
  const text = (/** @type {string} */ notation) => study.record(notation, facts, times, variationsIn(notation));
  const withTree = /** @type {string} */ (notations.find(variationsIn));
  const written = (/** @type {string} */ notation) => (more.includes(notation) ? elsewhere(text(withTree), notation) : text(notation));
  byId('written').append(
    ...[...notations, ...more].map((notation) => button(notation, async () => save(await encoded(await written(notation), notation), `${name}.${notation}`))),
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
 * A record in a notation that the rules do not write.
 *
 * @param {string} text in one that has variations
 * @param {string} notation
 */
async function elsewhere(text, notation) {
  const loaded = await load(() => import('./records_module.js'));
  const writers = loaded && (await load(loaded.loadReaders));
  return writers ? writers.write(text, notation) : null;
}

/**
 * A record as programs expect it in a file of that ending.
 *
 * @param {string | null} text
 * @param {string} notation
 */
async function encoded(text, notation) {
  if (text === null || !/^ki[f2]$/.test(notation)) return text;
  const loaded = await load(() => import('./shift_jis.js'));
  return loaded ? loaded.shiftJis(text) : null;
}
