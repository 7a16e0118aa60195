// Speaks a text aloud, in the language of the page, by the voices of the device. Loaded when it is first wanted.

import { language, LANGUAGES } from '../i18n/i18n.js';
import { setting } from './settings.js';

/** Speech that waits for other speech is late: a second that is counted is gone then. */
const RATE = 1.15;

/**
 * The voice for the language of the page, of the device itself where it has one: speech over the network is late.
 *
 * @param {readonly Pick<SpeechSynthesisVoice, 'lang' | 'localService'>[]} voices
 * @param {string} wanted
 */
export function voiceFor(voices, wanted) {
  const fit = voices.filter(({ lang }) => lang.toLowerCase().startsWith(wanted));
  return fit.find(({ localService }) => localService) ?? fit[0] ?? null;
}

/**
 * @param {string} text
 * @param {SpeechSynthesis | undefined} [speech] tests bring their own
 * @returns {boolean} false where there is no voice for the language
 */
export function speak(text, speech = globalThis.speechSynthesis) {
  const voice = /** @type {SpeechSynthesisVoice | null} */ (voiceFor(speech?.getVoices() ?? [], language()));
  if (!speech || !voice) return false;
  const said = new SpeechSynthesisUtterance(text);
  said.voice = voice;
  said.lang = LANGUAGES.find(({ id }) => id === language())?.tag ?? voice.lang;
  said.rate = RATE;
  said.volume = setting('volume') / 100;
  speech.cancel();
  speech.speak(said);
  return true;
}

// Asked for once before they are wanted: a browser may take its time to find them.
globalThis.speechSynthesis?.getVoices();
