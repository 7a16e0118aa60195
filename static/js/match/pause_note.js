// Until when a game is paused: beside the board, for both players and whoever watches.

import { dayAndTime } from '../ui/time_text.js';
import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';

export class PauseNote {
  #place = h('div', { class: 'grace offer', role: 'status', 'data-testid': 'paused', hidden: true });
  #shown = '';

  /**
   * @param {Element} host
   * @param {() => void} resume
   */
  constructor(host, resume) {
    this.resume = resume;
    // Whose turn it is stays the first to be read.
    host.querySelector('.verdict-head')?.after(this.#place);
  }

  /**
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {import('../net/protocol.js').Side | null} seat
   */
  draw({ state, paused }, seat) {
    const until = (state === 'live' && paused) || 0;
    const wanted = `${until} ${seat}`;
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.#place.hidden = until === 0;
    const button = { class: 'button', 'data-testid': 'resume', click: () => this.resume() };
    this.#place.replaceChildren(
      ...(until ? [h('p', {}, t('pause.until', { day: dayAndTime(until) }))] : []),
      ...(until && seat ? [h('button', button, t('pause.resume'))] : []),
    );
  }
}
