// @ts-check
// The form that opens a game record: text that is pasted, or a file.

import { byId, setText } from '../dom.js';
import { loadWords } from '../i18n/i18n.js';
import { load } from '../load.js';
import { decodeRecord, readRecord } from './records.js';
import { openRecord } from './subject.js';

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
  // Before the rules are there, pressing it would only load the page anew.
  /** @type {HTMLButtonElement} */ (byId('import-open')).disabled = false;
  byId('import').addEventListener('submit', async (event) => {
    event.preventDefault();
    const known = games.map(({ id, notations }) => ({ id, notations }));
    const read = readRecord(engine, known, text.value);
    const fault = byId('import-fault');
    fault.hidden = 'record' in read;
    if ('record' in read) {
      openRecord(read.record);
      return;
    }
    const loaded = await load(() => Promise.all([import('./faults.js'), loadWords('faults')]));
    if (loaded) setText(fault, loaded[0].importText(text.value, read.fault));
  });
}
