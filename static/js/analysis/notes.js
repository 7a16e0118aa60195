// The acts on the tree next to the board: notes, variations that are promoted or deleted, the link, and whether they count for
// everyone. It comes with the board, without the library of the views.

import { h, setAttribute, setText } from '../ui/dom.js';
import { hasText, keyIn, t } from '../i18n/i18n.js';
import { hurryBack, showLink } from '../ui/link_view.js';
import { load } from '../ui/load.js';
import { Company } from './company.js';
import { linkButton } from './link_button.js';
import { ownNodes } from './own_nodes.js';

/** @typedef {import('./together.js').Together} Together */

/** @param {string} id @param {string} text @param {() => void} click */
const button = (id, text, click, more = {}) => h('button', { class: 'button', 'data-testid': id, click, ...more }, t(text));

export class Notes {
  /** @type {Together | null} */
  #together = null;
  /** Called after every change of the notes, of the tree and of the node that is shown. */
  changed = () => {};
  /** Called when a node gets another number. */
  renamed = (/** @type {number} */ _before, /** @type {number} */ _node) => {};
  #rise = button('rise', 'analysis.rise', () => this.#alter('promote'));
  #cut = button('cut', 'analysis.cut', () => this.#alter('delete'));
  #trouble = h('p', { class: 'refusal', 'data-testid': 'trouble', role: 'alert', hidden: true });
  #toggle = button('together', 'analysis.together', () => this.#share(), { 'aria-pressed': 'false', hidden: true });
  #company;
  #id = '';

  /**
   * @param {import('./study.js').Study} study
   * @param {import('../game/names.js').Names} names
   * @param {import('./analysis_page.js').AnalysisPage} page
   * @param {() => void} keep keeps what only this device has
   * @param {{head: Element, tools: Element}} places of the card with the moves
   */
  constructor(study, names, page, keep, { head, tools }) {
    this.study = study;
    this.names = names;
    this.page = page;
    this.keep = keep;
    this.#company = new Company(study, names, page, {
      moved: () => this.#draw(),
      lock: () => this.#together?.lock(!this.#together.locked),
    });
    head.append(this.#toggle);
    head.after(this.#company.element);
    tools.append(
      this.#rise,
      this.#cut,
      linkButton(page, () => {
        // Notes for everyone are at the address itself.
        if (ownNodes(study.tree).said.length > 0) this.#complain(t('analysis.link.notes'));
      }),
      button('flip', 'act.flip', () => page.flip()),
    );
    tools.after(this.#trouble);
  }

  /**
   * Lets others take part. A reader is connected only if there is something of others to read.
   *
   * @param {string} id of the stored game
   * @param {() => Promise<{nodes: unknown[], notes: unknown[]}>} stored what others have added
   */
  join(id, stored) {
    this.#id = id;
    this.#toggle.hidden = false;
    stored().then(
      ({ nodes, notes }) => {
        if (nodes.length + notes.length > 0) this.#connect();
      },
      // Without an answer there is nothing of others to be seen yet; the button asks again.
      () => undefined,
    );
  }

  async #share() {
    const together = await this.#connect();
    if (!together) return;
    together.on = !together.on;
    // The position on the board is the one to share.
    if (together.on) together.share(this.study.current);
    if (this.page.drawings.own.length > 0) this.drew();
    this.#changed();
    this.arrived();
  }

  /**
   * Connects, if that is not done yet.
   *
   * @returns {Promise<Together | null>} null where its parts could not be loaded
   */
  async #connect() {
    const loaded = await load(() => import('./together.js'));
    if (!loaded) return null;
    const together = (this.#together ??= new loaded.Together(this.#id, this.study, this.#listener()));
    const socket = together.open();
    if (socket) hurryBack(socket);
    return together;
  }

  /** @returns {import('./together.js').Listener} */
  #listener() {
    const { drawings } = this.page;
    return {
      changed: () => this.#changed(),
      looked: (node, { id: who, name }) => {
        drawings.leave(who, node);
        this.#company.look({ node, who, name });
      },
      drawn: (node, { id: who }, shapes) => drawings.take(who, node, shapes),
      renamed: (before, node) => {
        this.renamed(before, node);
        this.#company.rename(before, node);
        drawings.rename(before, node);
      },
      refused: (code, rule) =>
        this.#complain(t(rule && hasText(`rule.${rule}`) ? keyIn(`rule.${rule}`, this.names.game.id) : `nack.${code}`)),
    };
  }

  get #shared() {
    return this.#together?.on ? this.#together : null;
  }

  /** The board shows another node. */
  arrived() {
    this.#draw();
    // Who is led does not lead.
    if (!this.#company.isLed) this.#shared?.view.look(this.study.current);
    this.#complain('');
  }

  /** Arrows were drawn on the position that is shown, or wiped. */
  drew() {
    this.#shared?.view.draw(this.study.current, this.page.drawings.own);
  }

  /** An action was tried. */
  tried() {
    this.#shared?.share(this.study.current);
    this.keep();
  }

  /** The visitor's own note on the node that is shown. */
  get own() {
    const { tree, current } = this.study;
    const by = this.#shared?.player?.id ?? '';
    return tree.at(current).comments.find((said) => said.by === by)?.text ?? '';
  }

  /** Writes the visitor's note on the node that is shown. @param {string} text */
  say(text) {
    if (this.#shared) this.#shared.note(this.study.current, text);
    else this.study.tree.comment(this.study.current, { by: '', name: '', text });
    this.#changed();
  }

  /** @param {'promote' | 'delete'} what */
  #alter(what) {
    const { tree, current } = this.study;
    if (current > 0) this.#together?.alter(what, current);
    else if (what === 'promote') tree.promote(current);
    else this.page.go(tree.remove(current));
    this.#changed();
  }

  #changed() {
    this.keep();
    this.study.refresh();
    this.#draw();
    this.page.redraw();
  }

  #draw() {
    this.changed();
    const { tree, current } = this.study;
    const together = this.#together;
    const owns = current < 0 || (together?.owns(current) ?? false);
    for (const each of [this.#rise, this.#cut]) each.hidden = tree.isGame(current);
    this.#rise.disabled = !owns || !tree.canRise(current);
    this.#cut.disabled = !owns;
    if (!together) return;
    this.#toggle.disabled = !together.writes;
    setAttribute(this.#toggle, 'aria-pressed', String(together.on));
    if (together.socket) showLink(together.link);
    this.#company.show(together);
  }

  /** @param {string} text */
  #complain(text) {
    this.#trouble.hidden = text === '';
    setText(this.#trouble, text);
  }
}
