// @ts-check
// The form that opens a game record: text that is pasted, or a file of any kind.

import { byId, h, setText } from '../dom.js';
import { loadWords } from '../i18n/i18n.js';
import { load } from '../load.js';
import { openRecord } from './kept.js';

const readers = () => load(() => import('./records.js'));

/** @typedef {import('./records.js').Recorded} Recorded */
/** @typedef {{record: Recorded, faults: import('./records.js').Fault[]}} Read */

/** The files that are offered first. */
const KINDS = 'txt kif kifu ki2 ki2u csa usi wxf iccs cn fen pgn json xqf cbr cbl cbf ubb html';

/** More games of a file than these are not listed. */
const MOST_LISTED = 1_000;

/**
 * Lets a record be opened, whatever is shown.
 *
 * @param {import('../engine.js').EngineModule} engine
 * @param {import('../net/api.js').GameInfo[]} games
 */
export function offerImport(engine, games) {
  const text = /** @type {HTMLTextAreaElement} */ (byId('import-text'));
  const file = /** @type {HTMLInputElement} */ (byId('import-file'));
  file.accept = KINDS.replace(/^| /g, (space) => (space ? ',.' : '.'));
  /** The file whose name or text is shown. @type {{shown: string, bytes: Uint8Array, isText: boolean} | null} */
  let chosen = null;
  file.addEventListener('change', async () => {
    const [picked] = file.files ?? [];
    const records = picked && (await readers());
    if (!records) return;
    const buffer = await picked.arrayBuffer();
    const bytes = new Uint8Array(buffer);
    const isText = !bytes.includes(0);
    text.value = isText ? records.decodeRecord(buffer, picked.name) : picked.name;
    chosen = { shown: text.value, bytes, isText };
  });
  // Before the rules are there, pressing it would only load the page anew.
  /** @type {HTMLButtonElement} */ (byId('import-open')).disabled = false;
  byId('import').addEventListener('submit', async (event) => {
    event.preventDefault();
    const known = games.map(({ id, notations }) => ({ id, notations }));
    const records = await readers();
    if (!records) return;
    const from = chosen?.shown === text.value ? chosen : null;
    const read = from && !from.isText ? { fault: null } : records.readRecord(engine, known, text.value);
    byId('import-fault').hidden = true;
    byId('import-games').replaceChildren();
    // Several games of CSA are parted by such a line; the rules' own reader takes the first.
    if ('record' in read && !/^\/\s*$/m.test(text.value)) {
      openRecord(read.record);
      return;
    }
    await openElsewhere(from?.bytes ?? text.value, 'record' in read ? null : read.fault);
  });
}

/**
 * Opens what the readers of the world's records make of a source: a game at once, several from a
 * list, a damaged one when that is asked for.
 *
 * @param {string | Uint8Array} source
 * @param {import('./records.js').Fault | null} refused why the rules' own readers refuse it
 */
async function openElsewhere(source, refused) {
  const loaded = await load(() => Promise.all([import('./readers.js'), import('./faults.js'), loadWords('faults')]));
  if (!loaded) return;
  const [readers, faults] = loaded;
  const found = source.length > 0 ? await load(async () => readers.readGames(await readers.loadReaders(), source)) : { fault: null };
  /** @type {Read[]} */
  const games = found && 'games' in found ? found.games : [];
  const [only] = games;
  if (games.length === 1 && only && readers.isWhole(only.faults)) {
    openRecord(only.record);
    return;
  }
  if (games.length < 2) {
    const fault = byId('import-fault');
    const first = refused ?? only?.faults[0] ?? (found && 'fault' in found ? found.fault : null);
    setText(fault, faults.importText(typeof source === 'string' ? source : ' ?', first));
    fault.hidden = false;
  }
  byId('import-games').replaceChildren(...games.slice(0, MOST_LISTED).filter(hasSomething).map(({ record }) => choice(record, readers.nameOf(record))));
}

/** @param {Read} read */
const hasSomething = ({ record }) => record.moves.length > 0 || record.start !== '';

/**
 * A button that opens one of the games.
 *
 * @param {Recorded} record
 * @param {string} name
 */
function choice(record, name) {
  return h('li', {}, h('button', { class: 'link', 'data-testid': 'import-game', click: () => openRecord(record) }, name));
}
