// Asks once what to call the visitor, beside the board, when they have a seat and no name. Nothing waits for the
// answer: who would rather play just plays.

import { byId, setText } from '../ui/dom.js';
import { setName } from '../net/api.js';
import { problemText } from '../net/problem_text.js';
import { setVisitor } from '../net/visitor.js';

/** Where it is kept that the visitor was asked. */
const ASKED = 'yiguan.named';

export class NameCard {
  #card = /** @type {HTMLFormElement} */ (byId('name-card'));
  #input = /** @type {HTMLInputElement} */ (byId('name-text'));
  #done = wasAsked();

  /** @param {() => void} leave the card goes, and the focus in it */
  constructor(leave) {
    this.leave = leave;
    byId('name-skip').addEventListener('click', () => this.#close());
    this.#card.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#save();
    });
  }

  /** @param {import('../game/match_scene.js').Page} page */
  draw({ state: { match, seat } }) {
    const player = seat && match ? match.players[seat] : null;
    this.#card.hidden = this.#done || player?.named !== false || match?.state === 'over';
  }

  async #save() {
    const problem = byId('name-problem');
    try {
      setVisitor(await setName(this.#input.value));
      this.#close();
    } catch (error) {
      problem.hidden = false;
      setText(problem, problemText(error));
      this.#input.focus();
    }
  }

  #close() {
    const focused = this.#card.contains(document.activeElement);
    this.#done = true;
    this.#card.hidden = true;
    try {
      localStorage.setItem(ASKED, '1');
    } catch {
      // Storage may be forbidden; then the next table asks again.
    }
    if (focused) this.leave();
  }
}

function wasAsked() {
  try {
    return localStorage.getItem(ASKED) !== null;
  } catch {
    return false;
  }
}
