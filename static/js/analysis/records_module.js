// The readers and writers of records: WebAssembly of their own, fetched when a record is opened, or
// written as only these write it.

import init, { not_held, open, open_text, write } from '../../engine/yiguan_records.js';
import { asset } from '../ui/dom.js';

/**
 * @typedef {object} Readers
 * @property {(bytes: Uint8Array, decoder: {decode: (label: string, bytes: Uint8Array) => string}) => string} open throws JSON
 * @property {(text: string) => string} open_text throws JSON
 * @property {(text: string, notation: string) => string} write the first game of a text; throws JSON
 * @property {(game: string, text: string) => string} not_held the parts of a text's first game that a text written of it lacks, as JSON; throws JSON
 */

/** @type {Promise<Readers> | null} */
let loading = null;

/** The readers, fetched once; what failed is fetched again when it is asked for again. */
export function loadReaders() {
  loading ??= init({ module_or_path: asset('engine/yiguan_records_bg.wasm') }).then(
    () => ({ not_held, open, open_text, write }),
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}
