// The help beside the board: the goal, the phase of the game and what a turn is now. The button opens the exact rule.

import { byId, setAttribute, setText } from '../ui/dom.js';
import { phaseText, taskText } from '../game/phases.js';
import { pick, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';

/** @typedef {import('../game/match_scene.js').Page} Page */

const rules = () => load(() => import('./rules_dialog.js'));

export class HelpView {
  /** @type {Page | null} */
  #page = null;
  /** The aim of the game, once it was asked for. */
  #aim = '';

  constructor() {
    byId('help-rules').addEventListener('click', () => this.#open());
    // On a phone the help is a sheet that this opens.
    document.querySelector('[data-panel=help]')?.addEventListener('click', async () => {
      const loaded = await rules();
      if (!loaded || !this.#page) return;
      this.#aim = await loaded.aimText(this.#page.names);
      this.draw(this.#page);
    });
  }

  /** @param {Page} page */
  draw(page) {
    this.#page = page;
    const { names, placement, position, model, state } = page;
    const goal = pick(names.ruleset?.goal);
    say(byId('help-phase'), phaseText(names, position, placement, state.seat ?? model.turn));
    say(byId('help-task'), taskText(names, position));
    say(byId('help-goal'), this.#aim || (goal && t('help.goal', { goal })));
    setAttribute(byId('help-learn'), 'href', `/rules/${names.game.id}#learn`);
  }

  async #open() {
    const page = this.#page;
    if (!page) return;
    const loaded = await rules();
    const { captures, earned } = page;
    const refused = page.state.refusal?.rule ?? page.asked?.rule ?? null;
    await loaded?.showRules(page.names, { refused, patterns: captures.map(({ pattern }) => pattern), earned });
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function say(element, text) {
  element.hidden = text === '';
  setText(element, text);
}
