// Texts in Shift-JIS with the line ends of Windows, as older programs for shogi expect them. A
// browser only reads that encoding: how it is written is found by reading every byte and pair.

/** What stands for a character that the encoding does not have, as in print. */
const GETA = '〓';

/** Characters that are written as another one is. */
const ALIKE = /** @type {Record<string, string>} */ ({ '\u2212': '\uff0d', '\u301c': '\uff5e' });

/** @type {Map<string, number[]> | null} */
let table = null;

/** The bytes of every character. */
function bytesOf() {
  const decoder = new TextDecoder('shift_jis');
  /** @type {Map<string, number[]>} */
  const found = new Map();
  const take = (/** @type {number[]} */ ...bytes) => {
    const character = decoder.decode(new Uint8Array(bytes));
    // Of several ways the first is the one that is written.
    if ([...character].length === 1 && character !== '\ufffd' && !found.has(character)) found.set(character, bytes);
  };
  for (let byte = 0; byte < 0xe0; byte += 1) if (byte < 0x80 || byte > 0xa0) take(byte);
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    // Katakana of one byte, and characters that IBM has written elsewhere.
    if ((lead > 0x9f && lead < 0xe0) || lead === 0xed || lead === 0xee) continue;
    for (let trail = 0x40; trail <= 0xfc; trail += 1) if (trail !== 0x7f) take(lead, trail);
  }
  return found;
}

/**
 * @param {string} text a record that may name its encoding in the first line
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function shiftJis(text) {
  table ??= bytesOf();
  const known = table;
  const missing = known.get(GETA) ?? [];
  const told = text.replace(/^(.*)encoding=UTF-8/, '$1encoding=Shift_JIS').replace(/\r?\n/g, '\r\n');
  return new Uint8Array([...told].flatMap((character) => known.get(ALIKE[character] ?? character) ?? missing));
}
