// Which game's tables and games the lobby shows: all of them, or those of one, which is remembered. It is offered
// where there is something to choose between.

import { h } from '../ui/dom.js';
import { pick, t } from '../i18n/i18n.js';

const STORED = 'yiguan.only';

export class GameFilter {
  #select;
  #field;

  /**
   * @param {Element} host
   * @param {Map<string, import('../net/api.js').GameInfo>} games
   * @param {() => void} changed
   */
  constructor(host, games, changed) {
    const chosen = stored();
    const option = (/** @type {string} */ value, /** @type {string} */ label) =>
      h('option', { value, selected: value === chosen }, label);
    const choose = () => {
      store(this.game);
      changed();
    };
    this.#select = h(
      'select',
      { 'data-testid': 'lobby-filter', change: choose },
      option('', t('lobby.filter.all')),
      ...[...games.values()].map(({ id, name }) => option(id, pick(name))),
    );
    this.#field = h('label', { class: 'field only', hidden: true }, h('span', {}, t('lobby.filter')), this.#select);
    host.append(this.#field);
  }

  /** The game that is shown; empty for all. */
  get game() {
    return this.#select.value;
  }

  /** @param {string} game whether its tables are shown */
  passes(game) {
    return this.game === '' || this.game === game;
  }

  /** @param {string[]} games those of which there is something, each as often as there is */
  offer(games) {
    this.#field.hidden = this.game === '' && new Set(games).size < 2;
  }
}

function stored() {
  try {
    return localStorage.getItem(STORED) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} game */
function store(game) {
  try {
    localStorage.setItem(STORED, game);
  } catch {
    // Storage may be forbidden; then all are shown at the next visit.
  }
}
