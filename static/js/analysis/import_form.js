// @ts-check
// The form that opens a game record: text that is pasted, or a file.

import { byId, setText } from '../dom.js';
import { loadWords } from '../i18n/i18n.js';
import { load } from '../load.js';
import { openRecord } from './subject.js';

const readers = () => load(() => import('./records.js'));

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
    const records = chosen && (await readers());
    if (records) text.value = records.decodeRecord(await chosen.arrayBuffer(), chosen.name);
  });
  // Before the rules are there, pressing it would only load the page anew.
  /** @type {HTMLButtonElement} */ (byId('import-open')).disabled = false;
  byId('import').addEventListener('submit', async (event) => {
    event.preventDefault();
    const known = games.map(({ id, notations }) => ({ id, notations }));
    const records = await readers();
    if (!records) return;
    const read = records.readRecord(engine, known, text.value);
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
