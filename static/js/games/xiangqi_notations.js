// Notations of xiangqi moves; `docs/notation.md` describes each.

// The federation allows the dot and the sign; players write the sign.
const SIGN = { '.': '=' };
const LETTERS = { zh: { 進: '进', 後: '后', 馬: '马', 車: '车', 帥: '帅', 將: '将' }, ja: { 將: '将' } };

/** @type {Pick<import('./index.js').Descriptor, 'notations' | 'notation'>} */
export const WRITTEN = {
  notations: [
    { id: 'wxf', example: 'C2=5', engine: 'wxf', coordinates: 'numbers', plus: true, letters: { en: SIGN, zh: SIGN, ja: SIGN } },
    { id: 'chinese', example: '炮二平五', engine: 'cn', coordinates: 'native', spoken: ['zh', 'ja'], letters: LETTERS },
    { id: 'iccs', example: 'h2e2', coordinates: 'letters' },
  ],
  notation: { en: 'wxf', zh: 'chinese', ja: 'chinese' },
};
