// Days and numbers as the visitor writes them.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { day, number } from '../../static/js/ui/time_text.js';
import { setLanguage } from '../../static/js/i18n/i18n.js';

const navigator = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
afterEach(() => {
  setLanguage('en');
  if (navigator) Object.defineProperty(globalThis, 'navigator', navigator);
  else delete globalThis.navigator;
});

const MOMENT = Date.UTC(2026, 10, 5, 12);

for (const [languages, language, shown] of [
  [['en-GB', 'en'], 'en', '5 Nov 2026'],
  [['en-US'], 'en', 'Nov 5, 2026'],
  // The page's language counts, not another of the visitor's.
  [['de-DE', 'en-GB'], 'en', '5 Nov 2026'],
  [['de-DE'], 'ja', '2026/11/05'],
]) {
  test(`a day for ${languages} in ${language} is ${shown}`, () => {
    Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
    setLanguage(language);
    assert.equal(day(MOMENT), shown);
  });
}

for (const [languages, language, shown] of [
  [['en-GB'], 'en', '123,456'],
  [['en-IN'], 'en', '1,23,456'],
  [['de-DE'], 'zh', '123,456'],
]) {
  test(`a number for ${languages} in ${language} is ${shown}`, () => {
    Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
    setLanguage(language);
    assert.equal(number(123_456), shown);
  });
}
