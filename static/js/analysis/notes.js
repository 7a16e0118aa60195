// What is done with the tree beside the board: notes, variations that rise or go, and whether it
// is done for everyone.

import { byId, setText } from '../ui/dom.js';
import { shownName } from '../game/player_name.js';
import { hasText, keyIn, t } from '../i18n/i18n.js';
import { hurryBack, showLink } from '../ui/link_view.js';
import { load } from '../ui/load.js';

/** @typedef {import('./together.js').Together} Together */

export class Notes {
  /** @type {Together | null} */
  #together = null;
  #follows = false;
  #led = false;
  #remark = /** @type {HTMLInputElement} */ (byId('remark-text'));
  #at = -1;
  /** Where somebody else looked last, and who. @type {{node: number, name: string} | null} */
  #leader = null;

  /**
   * @param {import('./study.js').Study} study
   * @param {import('../game/names.js').Names} names
   * @param {import('./analysis_page.js').AnalysisPage} page
   * @param {() => void} keep keeps what only this device has
   */
  constructor(study, names, page, keep) {
    this.study = study;
    this.names = names;
    this.page = page;
    this.keep = keep;
    byId('remark').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#say(this.#remark.value.trim());
    });
    byId('rise').addEventListener('click', () => this.#alter('promote'));
    byId('cut').addEventListener('click', () => this.#alter('delete'));
    byId('link').addEventListener('click', () => {
      page.address.settle();
      // Without permission the address of the page says the same.
      navigator.clipboard?.writeText(location.href).then(
        () => {
          setText(byId('link'), t('match.copied'));
          // What is said for everyone is at the address itself.
          if (this.study.tree.own().said.length > 0) this.#trouble(t('analysis.link.notes'));
        },
        () => undefined,
      );
    });
  }

  /**
   * Lets others take part. Whoever only reads is connected if there is something of others to read.
   *
   * @param {string} id of the stored game
   * @param {() => Promise<{nodes: unknown[], notes: unknown[]}>} stored what others have added
   */
  join(id, stored) {
    byId('together').hidden = false;
    byId('together').addEventListener('click', async () => {
      const together = await this.#connect(id);
      if (!together) return;
      together.on = !together.on;
      // What is on the board is what is meant to be shown.
      if (together.on) together.share(this.study.current);
      if (this.page.drawings.own.length > 0) this.drew();
      this.#changed();
      this.arrived();
    });
    byId('follow').addEventListener('click', () => {
      this.#follows = !this.#follows;
      this.#changed();
      if (this.#leader) this.#looked(this.#leader);
    });
    byId('lock').addEventListener('click', () => this.#together?.lock(!this.#together.locked));
    stored().then(
      ({ nodes, notes }) => {
        if (nodes.length + notes.length > 0) this.#connect(id);
      },
      // Without an answer there is nothing of others to be seen yet; the button asks again.
      () => undefined,
    );
  }

  /**
   * Connects, if that is not done yet.
   *
   * @param {string} id
   * @returns {Promise<Together | null>} null where what it takes could not be loaded
   */
  async #connect(id) {
    const loaded = await load(() => import('./together.js'));
    if (!loaded) return null;
    const together = (this.#together ??= new loaded.Together(id, this.study, this.#listener()));
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
        this.#leader = { node, name };
        this.#looked(this.#leader);
      },
      drawn: (node, { id: who }, shapes) => drawings.take(who, node, shapes),
      renamed: (before, node) => {
        // The same node under another number: what is being written of it stays.
        if (this.#at === before) this.#at = node;
        if (this.#leader?.node === before) this.#leader.node = node;
        drawings.rename(before, node);
      },
      refused: (code, rule) =>
        this.#trouble(t(rule && hasText(`rule.${rule}`) ? keyIn(`rule.${rule}`, this.names.game.id) : `nack.${code}`)),
    };
  }

  get #shared() {
    return this.#together?.on ? this.#together : null;
  }

  /** The board shows another node. */
  arrived() {
    this.#draw();
    // Who is led does not lead.
    if (!this.#led) this.#shared?.look(this.study.current);
    this.#trouble('');
  }

  /** Arrows were drawn on the position that is shown, or wiped. */
  drew() {
    this.#shared?.draw(this.study.current, this.page.drawings.own);
  }

  /** An action was tried. */
  tried() {
    this.#shared?.share(this.study.current);
    this.keep();
  }

  /** @param {string} text */
  #say(text) {
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
    const { tree, current } = this.study;
    const together = this.#together;
    if (current !== this.#at) {
      this.#at = current;
      const by = this.#shared?.player?.id ?? '';
      this.#remark.value = tree.at(current).comments.find((said) => said.by === by)?.text ?? '';
    }
    const owns = current < 0 || (together?.owns(current) ?? false);
    /** @type {HTMLButtonElement} */ (byId('rise')).disabled = !owns || !tree.canRise(current);
    /** @type {HTMLButtonElement} */ (byId('cut')).disabled = !owns || tree.isGame(current);
    if (!together) return;
    const toggle = /** @type {HTMLButtonElement} */ (byId('together'));
    toggle.disabled = !together.writes;
    toggle.setAttribute('aria-pressed', String(together.on));
    byId('company').hidden = !together.on && together.readers < 2;
    if (together.socket) showLink(together.link);
    const delivery = byId('shared');
    delivery.hidden = !together.on;
    setText(delivery, t(`status.${together.delivery}`));
    delivery.setAttribute('data-state', together.delivery);
    if (together.readers < 2) {
      // Nobody is left to be followed, nor to wipe what they drew.
      this.#leader = null;
      this.page.drawings.alone();
    }
    if (!this.#follows || !this.#leader) setText(byId('readers'), t('analysis.readers', { count: together.readers }));
    byId('follow').setAttribute('aria-pressed', String(this.#follows));
    byId('lock').hidden = together.seat === null;
    byId('lock').setAttribute('aria-pressed', String(together.locked));
  }

  /** @param {{node: number, name: string}} leader where somebody else looks, and who */
  #looked({ node, name }) {
    const { tree } = this.study;
    if (!tree.has(node)) return;
    const { action, written } = this.study.entry(node);
    const move = action === null ? t('rules.start') : this.names.action(action, written);
    setText(byId('readers'), t('analysis.looks', { name: shownName(name), move }));
    if (!this.#follows) return;
    this.#led = true;
    this.page.go(node);
    this.#led = false;
  }

  /** @param {string} text */
  #trouble(text) {
    byId('trouble').hidden = text === '';
    setText(byId('trouble'), text);
  }
}
