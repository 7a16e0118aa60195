// The last seconds counted aloud: by ticks, by a voice where there is one, or not at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setLanguage } from '../../static/js/i18n/i18n.js';
import { MatchSounds } from '../../static/js/match/match_sounds.js';
import { speak, voiceFor } from '../../static/js/ui/voice.js';
import { choose } from '../../static/js/ui/settings.js';
import './support/words.js';

/** The sounds of a first player's clock of two periods of `period` seconds, at each of some moments of having `left` milliseconds. */
async function heard(period, lefts, hasVoice = true) {
  const told = [];
  const voice = async () => ({ speak: (text) => hasVoice && Boolean(told.push(text)) });
  const sounds = new MatchSounds(Infinity, (sound) => told.push(`<${sound}>`), voice);
  for (const left of lefts) {
    const clock = { first: left, second: 60_000, running: 'first', at: 0, period, periods: 2 };
    const session = {
      state: { match: { state: 'live' }, clock, seat: 'first' },
      timeline: { ply: 3, last: { captures: [], check: false } },
      time: { at: () => 0 },
    };
    sounds.listen(session, { game: { shape: 'stone' } });
    await Promise.resolve();
  }
  return told;
}

const ENDING = [52_000, 39_500, 38_600, 31_000, 30_000, 9_800];

test('the last ten seconds of a period are counted as chosen, and a used-up period is announced', async () => {
  choose('countdown', 'voice');
  assert.deepEqual(await heard(30, ENDING), ['10', '<low>', '9', '1', 'Last period', '10', '<low>']);
  setLanguage('zh');
  assert.ok((await heard(30, ENDING)).includes('最后一次读秒'));
  setLanguage('ja');
  assert.ok((await heard(30, ENDING)).includes('最後の秒読み'));
  setLanguage('en');
  choose('countdown', 'ticks');
  assert.deepEqual(
    (await heard(30, ENDING)).filter((said) => said !== '<low>'),
    ['<tick>', '<tick>', '<tick>', '<tick>'],
  );
  choose('countdown', 'off');
  assert.deepEqual(
    (await heard(30, ENDING)).filter((said) => said !== '<low>'),
    [],
  );
});

test('without a voice for the language the seconds tick, and with sounds off the clock is silent', async () => {
  choose('countdown', 'voice');
  assert.deepEqual(
    (await heard(30, ENDING, false)).filter((said) => said !== '<low>'),
    ['<tick>', '<tick>', '<tick>', '<tick>'],
  );
  assert.equal(speak('10', undefined), false);
  assert.equal(speak('10', { getVoices: () => [{ lang: 'de-DE' }] }), false);
  choose('sound', false);
  assert.ok((await heard(30, ENDING)).every((said) => said.startsWith('<')));
  choose('sound', true);
  choose('countdown', 'ticks');
});

test('a period of ten seconds that begins is announced by its number alone', async () => {
  choose('countdown', 'voice');
  const told = await heard(10, [19_000, 10_000]);
  assert.deepEqual(
    told.filter((said) => !said.startsWith('<')),
    ['Last period'],
  );
  choose('countdown', 'ticks');
});

test('the voice is of the language of the page, and of the device where it has one', () => {
  const voices = [
    { lang: 'en-GB', localService: true },
    { lang: 'ja-JP', localService: false },
    { lang: 'ja-JP', localService: true, own: true },
  ];
  assert.equal(voiceFor(voices, 'ja')?.own, true);
  assert.equal(voiceFor(voices, 'en')?.lang, 'en-GB');
  assert.equal(voiceFor(voices, 'zh'), null);
});
