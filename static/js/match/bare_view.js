// Buttons for the actions that touch no point of the board, such as a pass.

import { byId, h } from '../ui/dom.js';
import { hasText, t } from '../i18n/i18n.js';
import { isBare } from '../game/turn_hints.js';

export class BareView {
  #shown = '';

  /** @param {(action: string) => void} play */
  constructor(play) {
    this.play = play;
  }

  /** @param {import('../game/match_scene.js').Page} page */
  draw({ legal, model }) {
    const actions = model.canPlay ? legal.filter(isBare) : [];
    const shown = actions.join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    const host = byId('words');
    host.hidden = actions.length === 0;
    const button = (/** @type {string} */ action) =>
      h(
        'button',
        { class: 'button button--main', 'data-testid': action, click: () => this.play(action) },
        hasText(`act.${action}`) ? t(`act.${action}`) : action,
      );
    host.replaceChildren(...actions.map(button));
  }
}
