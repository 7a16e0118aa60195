// Plays what happens in a match: sounds, and the last seconds of a period counted as the visitor chose.

import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { setting } from '../ui/settings.js';
import { heardBetween, play } from '../ui/sound.js';
import { countedSecond, isLow, shownTime } from '../game/clock.js';

/** @typedef {typeof import('../ui/voice.js').speak} Speak */

export class MatchSounds {
  /** @type {(import('../ui/sound.js').Moment & {periods: number}) | null} */
  #moment = null;
  /** @type {Speak | null} */
  #speak = null;
  #asked = false;

  /**
   * @param {number} [since] how many actions had been played before this was called
   * @param {(sound: import('../ui/sound.js').Sound) => void} [sound] tests bring their own
   * @param {() => Promise<{speak: Speak} | null>} [voice]
   */
  constructor(since = Infinity, sound = play, voice = () => load(() => import('../ui/voice.js'))) {
    this.since = since;
    this.sound = sound;
    this.voice = voice;
  }

  /**
   * Plays what happened since the last time.
   *
   * @param {Pick<import('./session.js').Session, 'state' | 'timeline' | 'time'>} session
   * @param {import('../game/names.js').Names} names
   */
  listen({ state: { match, clock, seat }, timeline, time }, names) {
    if (!match || !timeline) return;
    const { captures, check } = timeline.last;
    const serverNow = time.at(Date.now());
    const own = clock && seat && clock.running === seat ? shownTime(clock, seat, serverNow) : null;
    const now = {
      ply: timeline.ply,
      over: match.state === 'over',
      low: own !== null && isLow(own),
      taken: captures.length > 0,
      check,
      shape: names.game.shape,
      begun: match.state !== 'open',
      second: countedSecond(clock, seat, serverNow),
      periods: own?.periods ?? 0,
    };
    // Includes the actions played during the load.
    if (now.ply > this.since) this.#moment ??= { ...now, ply: this.since, over: false, low: false, periods: 0 };
    if (clock && seat && setting('countdown') === 'voice') this.#load();
    const used = this.#moment !== null && now.periods > 0 && now.periods < this.#moment.periods;
    const said = used && this.#say(t(now.periods > 1 ? 'say.periods' : 'say.periods.last', { count: now.periods }));
    for (const sound of heardBetween(this.#moment, now)) {
      if (sound !== 'tick') this.sound(sound);
      else if (!said) this.#count(now.second);
    }
    this.#moment = now;
  }

  /** @param {number | null} second */
  #count(second) {
    if (setting('countdown') === 'off' || this.#say(String(second))) return;
    this.sound('tick');
  }

  /**
   * @param {string} text
   * @returns {boolean} false where a voice is not wanted, or is not there
   */
  #say(text) {
    return setting('countdown') === 'voice' && setting('sound') && Boolean(this.#speak?.(text));
  }

  #load() {
    if (this.#asked) return;
    this.#asked = true;
    // Until it is there, and where it cannot be had, the seconds tick.
    this.voice().then((voice) => (this.#speak = voice?.speak ?? null));
  }
}
