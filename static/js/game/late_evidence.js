// Why a game ended by repetition: the card is loaded when there is one to show.

import { load } from '../ui/load.js';
import { loadWords } from '../i18n/i18n.js';

/** The ends of which there is something to show. */
const REASONS = ['repetition', 'perpetual_check', 'perpetual_chase'];

export class LateEvidence {
  /** @type {import('./evidence_view.js').EvidenceView | null} */
  #view = null;
  #asked = false;

  /**
   * @param {(ply: number) => void} look shows the board as it stood after so many moves
   * @param {() => void} changed the card can be drawn
   */
  constructor(look, changed) {
    this.look = look;
    this.changed = changed;
  }

  /**
   * @param {string | null} reason why the game is over
   * @param {import('./evidence_view.js').Subject} subject
   */
  draw(reason, subject) {
    const shows = reason !== null && REASONS.includes(reason);
    if (this.#view) this.#view.draw(shows ? subject : null);
    else if (shows) this.#load();
  }

  async #load() {
    if (this.#asked) return;
    this.#asked = true;
    const loaded = await load(() => Promise.all([import('./evidence_view.js'), loadWords('evidence')]));
    if (!loaded) return;
    this.#view = new loaded[0].EvidenceView(this.look);
    this.changed();
  }
}
