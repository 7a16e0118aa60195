// Sounds, made here of a few tones and bursts of noise.

import { setting } from './settings.js';

/** @typedef {'stone' | 'wood' | 'taken' | 'check' | 'low' | 'end' | 'join' | 'tick'} Sound */
/** @typedef {[wave: OscillatorType | 'noise', hertz: number, from: number, seconds: number, loud: number]} Tone */

/** @type {Record<Sound, Tone[]>} */
const SOUNDS = {
  stone: [
    ['noise', 3200, 0, 0.03, 0.9],
    ['sine', 1250, 0, 0.07, 0.3],
    ['sine', 2170, 0, 0.04, 0.12],
  ],
  wood: [
    ['noise', 1100, 0, 0.05, 1],
    ['triangle', 290, 0, 0.1, 0.5],
    ['sine', 610, 0, 0.06, 0.2],
  ],
  taken: [
    ['noise', 1900, 0.09, 0.06, 0.8],
    ['sine', 470, 0.09, 0.16, 0.3],
  ],
  check: [
    ['triangle', 932, 0.12, 0.22, 0.25],
    ['triangle', 699, 0.27, 0.3, 0.25],
  ],
  join: [
    ['sine', 523, 0, 0.35, 0.3],
    ['sine', 784, 0.14, 0.5, 0.3],
  ],
  tick: [['sine', 880, 0, 0.05, 0.16]],
  low: [
    ['square', 1180, 0, 0.05, 0.06],
    ['square', 1180, 0.16, 0.05, 0.06],
  ],
  end: [
    ['sine', 147, 0, 2.4, 0.4],
    ['sine', 295, 0, 1.8, 0.2],
    ['sine', 441, 0, 1.2, 0.1],
    ['noise', 600, 0, 0.1, 0.4],
  ],
};

/** @type {AudioContext | undefined} */
let context;

// A browser gives no sound before the page was touched, and takes its time to begin.
for (const touch of ['pointerdown', 'keydown']) globalThis.document?.addEventListener(touch, begin, { once: true });
// Where it was touched before this was loaded, too.
if (globalThis.navigator?.userActivation?.hasBeenActive) begin();

function begin() {
  context ??= new AudioContext();
}

/** @param {Sound} name */
export function play(name) {
  if (!setting('sound') || !context) return;
  if (context.state === 'suspended') context.resume();
  for (const tone of SOUNDS[name]) sound(context, tone);
}

/**
 * @param {AudioContext} audio
 * @param {Tone} tone
 */
function sound(audio, [wave, frequency, from, seconds, loud]) {
  const start = audio.currentTime + from;
  const volume = new GainNode(audio);
  volume.gain.setValueAtTime((loud * setting('volume')) / 200, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  volume.connect(audio.destination);
  const source =
    wave === 'noise'
      ? new AudioBufferSourceNode(audio, { buffer: noise(audio) })
      : new OscillatorNode(audio, { type: wave, frequency });
  if (wave === 'noise') source.connect(new BiquadFilterNode(audio, { type: 'bandpass', frequency })).connect(volume);
  else source.connect(volume);
  source.start(start);
  source.stop(start + seconds);
}

/** @param {AudioContext} audio */
function noise(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 5, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/**
 * The sounds when a page changes from one moment of a match to the next.
 *
 * @typedef {object} Moment
 * @property {number} ply
 * @property {boolean} over
 * @property {boolean} low whether our own time runs out
 * @property {boolean} taken whether the last action took something
 * @property {boolean} check
 * @property {string} shape of the pieces
 * @property {boolean} begun whether both sides are there
 * @property {number | null} second the one that is counted aloud
 *
 * @param {Moment | null} before
 * @param {Moment} now
 * @returns {Sound[]}
 */
export function heardBetween(before, now) {
  if (!before) return [];
  /** @type {Sound[]} */
  const sounds = [];
  if (now.ply > before.ply) {
    sounds.push(now.shape === 'stone' ? 'stone' : 'wood');
    if (now.taken) sounds.push('taken');
    if (now.check) sounds.push('check');
  }
  if (now.begun && !before.begun) sounds.push('join');
  if (now.second !== null && now.second !== before.second) sounds.push('tick');
  if (now.over && !before.over) sounds.push('end');
  if (now.low && !before.low) sounds.push('low');
  return sounds;
}
