// @ts-check
// The line shown as a file in any notation, pictures of the board, and records opened from files.

import { byId, h, setText } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { pngOf, save, svgOf } from './picture.js';
import { decodeRecord, readRecord } from './records.js';
import { openRecord } from './subject.js';
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

/**
 * Lets a record be opened, whatever is shown.
 *
 * @param {import('../engine.js').EngineModule} engine
 * @param {import('../net/api.js').GameInfo[]} games
 */
export function offerImport(engine, games) {
  const text = /** @type {HTMLTextAreaElement} */ (byId('import-text'));
  const file = /** @type {HTMLInputElement} */ (byId('import-file'));
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (chosen) text.value = decodeRecord(await chosen.arrayBuffer(), chosen.name);
  });
  byId('import').addEventListener('submit', (event) => {
    event.preventDefault();
    const known = games.map(({ id, notations }) => ({ id, notations }));
    const read = readRecord(engine, known, text.value);
    const fault = byId('import-fault');
    fault.hidden = 'record' in read;
    if ('record' in read) openRecord(read.record);
    else setText(fault, read.fault.error ? t('analysis.fault', { ...read.fault }) : t('analysis.nothing'));
  });
}
