// The form that opens a game record: text that is pasted, or a file of any kind.

import { h, places, setText } from '../ui/dom.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { openRecord } from './kept.js';

const readers = () => load(() => Promise.all([import('./readers.js'), import('./faults.js'), loadWords('faults')]));

/** @typedef {import('./records.js').Recorded} Recorded */
/** @typedef {import('./readers.js').Read} Read */

/** The files that are offered first. */
const KINDS = 'txt kif kifu ki2 ki2u csa usi wxf iccs cn fen pgn json xqf cbr cbl cbf ubb html';

/** More games of a file than these are not listed. */
const MOST_LISTED = 1_000;

/** Lets a record be opened, whatever is shown. */
export function offerImport() {
  const frame = places('import', 'import-text', 'import-file', 'import-fault', 'import-games', 'import-open');
  const text = /** @type {HTMLTextAreaElement} */ (frame['import-text']);
  const file = /** @type {HTMLInputElement} */ (frame['import-file']);
  const [fault, list] = [frame['import-fault'], frame['import-games']];
  /** Shows sentences below the form. @param {string[]} sentences */
  const complain = (sentences) => {
    setText(fault, sentences.join(' '));
    fault.hidden = sentences.length === 0;
  };
  file.accept = KINDS.replace(/^| /g, (space) => (space ? ',.' : '.'));
  /** The file whose name or text is shown. @type {{shown: string, bytes: Uint8Array} | null} */
  let chosen = null;
  file.addEventListener('change', async () => {
    const [picked] = file.files ?? [];
    if (!picked) return;
    const bytes = new Uint8Array(await picked.arrayBuffer());
    const found = await read(bytes);
    if (!found) return;
    // A file that is no text is shown by its name.
    const encoding = 'games' in found ? found.games[0]?.encoding : 'utf-8';
    const isText = encoding?.startsWith('utf-16') || !bytes.includes(0);
    text.value = isText ? new TextDecoder(encoding).decode(bytes) : picked.name;
    chosen = { shown: text.value, bytes };
    complain('games' in found ? encodingText(found.games[0]) : []);
  });
  // Before the rules are there, pressing it would only reload the page.
  /** @type {HTMLButtonElement} */ (frame['import-open']).disabled = false;
  frame.import.addEventListener('submit', async (event) => {
    event.preventDefault();
    fault.hidden = true;
    list.replaceChildren();
    const found = await open(chosen?.shown === text.value ? chosen.bytes : text.value);
    if (!found) return;
    complain(found.sentences);
    list.replaceChildren(...found.choices);
  });
}

/** Which encoding was chosen for a game's texts, unless it is plain. @param {Read} [game] */
const encodingText = ({ encoding = 'utf-8', doubtful } = /** @type {Read} */ ({})) =>
  encoding === 'utf-8' ? [] : [t(doubtful ? 'import.doubtful' : 'import.encoding', { encoding })];

/** The games that the readers find in a source. @param {string | Uint8Array} source */
async function read(source) {
  const [loaded] = (await readers()) ?? [];
  return loaded && load(async () => loaded.readGames(await loaded.loadReaders(), source));
}

/**
 * Opens a source: a game at once, several from a list, a damaged one when that is asked for, and so
 * one whose letters may be others.
 *
 * @param {string | Uint8Array} source
 * @returns {Promise<{sentences: string[], choices: HTMLElement[]} | null>} null where a game was opened, or the readers are not there
 */
async function open(source) {
  const loaded = await readers();
  if (!loaded) return null;
  const [{ isWhole, nameOf }, faults] = loaded;
  const found = source.length > 0 ? await read(source) : { fault: null };
  /** @type {Read[]} */
  const games = found && 'games' in found ? found.games : [];
  const [only] = games;
  if (games.length === 1 && only && isWhole(only.faults) && !only.doubtful) {
    openRecord(only.record);
    return null;
  }
  const first = only?.faults[0] ?? (found && 'fault' in found ? found.fault : null);
  const said = [];
  if (games.length < 2 && !(only && isWhole(only.faults)))
    said.push(faults.importText(typeof source === 'string' ? source : ' ?', first, only?.record.game));
  return {
    sentences: [...said, ...encodingText(only)],
    choices: games
      .slice(0, MOST_LISTED)
      .filter(hasSomething)
      .map(({ record }) => choice(record, nameOf(record))),
  };
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
