// The field for a player's name: it finds players whose names begin with the typed text, by keyboard too (a combobox, as
// WAI-ARIA has it).

import { h, setText } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { people, person } from '../net/players.js';

/** @typedef {import('../net/protocol.js').Player} Player */

/** How long typing has to pause before the server is asked, in milliseconds. */
const PAUSE = 200;

export class PlayerField {
  /** @type {string} the player who is looked for; empty for none */
  player;
  /** @type {Player[]} */
  #found = [];
  #active = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {string} player a player named by another page
   * @param {() => void} changed a player was chosen, or the choice was removed
   */
  constructor(player, changed) {
    this.player = player;
    this.changed = changed;
    this.input = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'text',
        maxlength: '64',
        autocomplete: 'off',
        spellcheck: 'false',
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-expanded': 'false',
        'aria-controls': 'archive-players',
        'data-testid': 'archive-player',
        input: () => this.#type(),
        keydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
        blur: () => this.#close(),
      })
    );
    this.list = h('ul', {
      class: 'card player-list',
      id: 'archive-players',
      role: 'listbox',
      'aria-label': t('archive.player'),
      'data-testid': 'archive-players',
      hidden: true,
    });
    this.state = h('span', { class: 'unseen', role: 'status' });
    this.element = h(
      'div',
      { class: 'field player-field' },
      h('span', { id: 'archive-player-label' }, t('archive.player')),
      this.input,
      this.list,
      this.state,
    );
    this.input.setAttribute('aria-labelledby', 'archive-player-label');
    if (player) this.#name(player);
  }

  clear() {
    this.player = '';
    this.input.value = '';
    this.#close();
  }

  /** Takes the typed text as a player: the first of that name, where no player was chosen. */
  async settle() {
    const typed = this.input.value.trim();
    if (this.player || typed === '') return true;
    const [first] = (await people(typed)).players;
    // The text may have changed since then.
    if (this.input.value.trim() !== typed) return false;
    if (first) this.#choose(first);
    this.input.setCustomValidity(first ? '' : t('archive.player.none'));
    if (!first) this.input.reportValidity();
    return Boolean(first);
  }

  /** Shows the name of a player who is known by id alone. @param {string} player */
  async #name(player) {
    const known = await person(player).catch(() => null);
    if (this.player === player) this.input.value = known ? playerName(known.player) : player;
  }

  #type() {
    this.input.setCustomValidity('');
    if (this.player) {
      this.player = '';
      this.changed();
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), PAUSE);
  }

  async #look() {
    const typed = this.input.value.trim();
    const found =
      typed === ''
        ? []
        : await people(typed).then(
            ({ players }) => players,
            () => [],
          );
    if (this.input.value.trim() !== typed || this.player) return;
    this.#found = found;
    this.#active = -1;
    this.list.replaceChildren(
      ...found.map((player, index) =>
        h(
          'li',
          {
            role: 'option',
            id: `archive-player-${index}`,
            'aria-selected': 'false',
            'data-testid': 'archive-player-option',
            // The field keeps the focus, so that it is not closed before the press is over.
            pointerdown: (/** @type {Event} */ event) => event.preventDefault(),
            click: () => this.#choose(player),
          },
          h('span', {}, playerName(player)),
          player.guest ? h('small', {}, t('archive.player.guest')) : null,
        ),
      ),
    );
    this.#open(found.length > 0);
    setText(
      this.state,
      typed === '' ? '' : t(found.length > 0 ? 'archive.player.found' : 'archive.player.none', { count: found.length }),
    );
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key } = event;
    if (this.list.hidden || event.isComposing) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const count = this.#found.length;
      this.#point((this.#active + (key === 'ArrowDown' ? 1 : this.#active < 0 ? 0 : -1) + count) % count);
    } else if (key === 'Enter' && this.#active >= 0) {
      this.#choose(/** @type {Player} */ (this.#found[this.#active]));
    } else if (key === 'Escape') {
      this.#close();
    } else return;
    event.preventDefault();
  }

  /** @param {number} index */
  #point(index) {
    this.#active = index;
    for (const [at, option] of [...this.list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index));
      if (at === index) option.scrollIntoView({ block: 'nearest' });
    }
    this.input.setAttribute('aria-activedescendant', `archive-player-${index}`);
  }

  /** @param {Player} player */
  #choose(player) {
    this.player = player.id;
    this.input.value = playerName(player);
    this.input.setCustomValidity('');
    this.#close();
    this.changed();
  }

  #close() {
    clearTimeout(this.#timer);
    this.#open(false);
  }

  /** @param {boolean} open */
  #open(open) {
    this.list.hidden = !open;
    this.input.setAttribute('aria-expanded', String(open));
    if (!open) this.input.removeAttribute('aria-activedescendant');
  }
}
