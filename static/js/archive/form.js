// The form that chooses the games to look for.

import { setChildren } from '../ui/children.js';
import { h } from '../ui/dom.js';
import { pick, t } from '../i18n/i18n.js';
import { PlayerField } from './player_field.js';
import { PositionField } from './position_field.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */

/** The start of a day: midnight of the visitor's own time. @param {string} day @param {number} [later] */
const midnight = (day, later = 0) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return String(new Date(year, month - 1, date + later).getTime());
};

/** The day of a moment, as a field for days has it. @param {string} millis @param {number} [earlier] */
const dayOf = (millis, earlier = 0) => {
  const moment = new Date(Number(millis) - earlier);
  const two = (/** @type {number} */ part) => String(part).padStart(2, '0');
  return Number.isNaN(moment.getTime()) ? '' : `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
};

/** What only means something within a game. */
const DETAILS = ['shortest', 'longest', 'rating', 'moves'];

/** The filters that are folded away, unless one of them is set: the games begin below the form. */
const FOLDED = ['ruleset', 'result', 'since', 'until', ...DETAILS];

export class SearchForm {
  /**
   * @param {HTMLElement} form
   * @param {GameInfo[]} games
   * @param {URLSearchParams} query the first question
   * @param {(wish: Record<string, string>) => void} search
   */
  constructor(form, games, query, search) {
    this.form = /** @type {HTMLFormElement} */ (form);
    this.games = games;
    this.ask = search;
    this.player = new PlayerField(query.get('player') ?? '', () => this.#detail());
    this.position = new PositionField(query, games, () => this.search());
    const number = (/** @type {string} */ name, /** @type {number} */ max) =>
      h('input', {
        type: 'number',
        name,
        min: '0',
        max: String(max),
        inputmode: 'numeric',
        value: query.get(name) ?? '',
        'data-testid': `archive-${name}`,
      });
    const day = (/** @type {string} */ name, /** @type {string} */ value) =>
      h('input', { type: 'date', name, value, 'data-testid': `archive-${name}` });
    const [since, until] = [query.get('since'), query.get('until')];
    this.ruleset = h('select', { name: 'ruleset', 'data-testid': 'archive-ruleset' });
    this.form.replaceChildren(
      h(
        'div',
        { class: 'fields' },
        this.player.element,
        field(
          'archive.game',
          select(
            'game',
            [['', t('archive.any')], ...games.map((game) => /** @type {[string, string]} */ ([game.id, pick(game.name)]))],
            query.get('game'),
          ),
        ),
      ),
      h(
        'details',
        {
          class: 'archive-fold',
          'data-testid': 'archive-fold',
          open: FOLDED.some((name) => query.has(name)),
        },
        h('summary', {}, t('archive.fold')),
        h(
          'div',
          { class: 'fields' },
          field('archive.ruleset', this.ruleset),
          field(
            'archive.result',
            select(
              'result',
              [
                ['', t('archive.any')],
                ...['first', 'second', 'draw'].map(
                  (word) => /** @type {[string, string]} */ ([word, t(`archive.result.${word}`)]),
                ),
              ],
              query.get('result'),
            ),
          ),
          field('archive.shortest', number('shortest', 9_999)),
          field('archive.longest', number('longest', 9_999)),
          field('archive.since', day('since', since ? dayOf(since) : '')),
          field('archive.until', day('until', until ? dayOf(until, 1) : '')),
          field('archive.rating', number('rating', 4_000)),
          field(
            'archive.moves',
            h('input', {
              type: 'text',
              name: 'moves',
              maxlength: '80',
              autocomplete: 'off',
              spellcheck: 'false',
              value: query.get('moves') ?? '',
              'data-testid': 'archive-moves',
            }),
          ),
        ),
        h('p', { class: 'hint' }, t('archive.hint')),
      ),
      this.position.element,
      h(
        'div',
        { class: 'archive-foot' },
        h('button', { class: 'button button--main', type: 'submit', 'data-testid': 'archive-search' }, t('archive.search')),
        h('button', { class: 'button', 'data-testid': 'archive-clear', click: () => this.#clear() }, t('archive.clear')),
      ),
    );
    this.#follow(query.get('ruleset'));
    this.form.addEventListener('change', ({ target }) => {
      const name = /** @type {HTMLElement} */ (target).getAttribute('name');
      // A position is one of a game, under its rules.
      if (name === 'game' || name === 'ruleset') this.position.clear();
      if (name === 'game') this.#follow(null);
    });
    this.form.addEventListener('submit', async (event) => {
      event.preventDefault();
      // Without an answer no player is known by that name either.
      if (await this.player.settle().catch(() => false)) this.search();
    });
  }

  search() {
    this.ask(this.wish);
  }

  /** The filters, as the server takes them. */
  get wish() {
    /** @type {Record<string, string>} */
    const wish = {};
    if (this.player.player) wish.player = this.player.player;
    Object.assign(wish, this.position.wish);
    for (const [name, value] of new FormData(this.form)) {
      const text = String(value).trim();
      if (text === '') continue;
      if (name === 'since') wish.since = midnight(text);
      else if (name === 'until') wish.until = midnight(text, 1);
      else wish[name] = text;
    }
    return wish;
  }

  #clear() {
    this.player.clear();
    this.position.clear();
    for (const input of this.form.querySelectorAll('input')) input.value = '';
    for (const choice of this.form.querySelectorAll('select')) choice.selectedIndex = 0;
    this.#follow(null);
    this.search();
  }

  /** What depends on the game. @param {string | null} ruleset */
  #follow(ruleset) {
    const game = this.games.find(({ id }) => id === this.form.game.value);
    const rulesets = game?.rulesets ?? [];
    setChildren(
      this.ruleset,
      options(
        [['', t('archive.any')], ...rulesets.map((known) => /** @type {[string, string]} */ ([known.id, pick(known.name)]))],
        ruleset,
      ),
    );
    this.ruleset.disabled = rulesets.length < 2;
    this.#detail();
  }

  /** The filters that can be used depend on whether a game or a player is known. */
  #detail() {
    for (const name of DETAILS) this.form[name].disabled = !this.form.game.value && !this.player.player;
  }
}

/** @param {string} key @param {HTMLElement} input */
const field = (key, input) => h('label', { class: 'field' }, h('span', {}, t(key)), input);

/** @param {[string, string][]} choices @param {string | null} chosen */
const options = (choices, chosen) => choices.map(([value, text]) => h('option', { value, selected: value === chosen }, text));

/** @param {string} name @param {[string, string][]} choices @param {string | null} chosen */
const select = (name, choices, chosen) => h('select', { name, 'data-testid': `archive-${name}` }, ...options(choices, chosen));
