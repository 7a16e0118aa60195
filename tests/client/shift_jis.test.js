// Records in the encoding that older programs for shogi expect.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shiftJis } from '../../static/js/analysis/shift_jis.js';

const decoded = (text) => new TextDecoder('shift_jis', { fatal: true }).decode(shiftJis(text));

test('a record names its encoding and ends its lines as Windows does', () => {
  const text = '#KIF version=2.0 encoding=UTF-8\n手合割：平手\n   1 ７六歩(77)\n';
  assert.equal(decoded(text), '#KIF version=2.0 encoding=Shift_JIS\r\n手合割：平手\r\n   1 ７六歩(77)\r\n');
});

test('every character of a record has the bytes that the server writes', () => {
  assert.deepEqual([...shiftJis('歩ｱ龍∪纊−')], [0x95, 0xe0, 0xb1, 0x97, 0xb4, 0x81, 0xbe, 0xfa, 0x5c, 0x81, 0x7c]);
});

test('a character that the encoding lacks becomes a geta, whatever its length', () => {
  assert.equal(decoded('先手：観馆 😀\n'), '先手：観〓 〓\r\n');
});
