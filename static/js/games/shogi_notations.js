// Notations of shogi moves; `docs/notation.md` describes each.

// The page in Chinese writes the pieces in its own characters.
const LETTERS = { zh: { 歩: '步', 銀: '银', 飛: '飞', 龍: '龙', 馬: '马', と: '成步' } };

/** @type {Pick<import('./index.js').Descriptor, 'notations' | 'notation'>} */
export const WRITTEN = {
  notations: [
    { id: 'western', example: 'P-7f', engine: 'western', coordinates: 'letters', plus: true },
    { id: 'japanese', example: '７六歩', engine: 'japanese', coordinates: 'native', spoken: ['zh', 'ja'], letters: LETTERS },
    { id: 'kif', example: '７六歩(77)', engine: 'kif', coordinates: 'native', spoken: ['zh', 'ja'], letters: LETTERS },
    { id: 'usi', example: '7g7f', coordinates: 'letters', plus: true },
  ],
  notation: { en: 'western', zh: 'japanese', ja: 'japanese' },
};
