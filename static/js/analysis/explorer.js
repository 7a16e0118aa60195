// What was played in the position on the board, how it ended, and what each action is worth where a table knows.

import { h, setChildren, setText } from '../ui/dom.js';
import { truthOf } from '../game/truth.js';
import { t } from '../i18n/i18n.js';
import { explorer } from '../net/ratings_api.js';
import { number } from '../ui/time_text.js';
import { lineText } from './line_text.js';

/** @typedef {import('../net/ratings_api.js').Explored} Explored */

/** How the last games are told from counts. */
const NUMBERS = ['①', '②', '③'];

export class Explorer {
  #node = -1;
  #on = false;

  /**
   * @param {import('./study.js').Study} study
   * @param {import('./analysis_page.js').AnalysisPage} page
   * @param {import('./records.js').Recorded} record
   * @param {import('../game/names.js').Names} names
   * @param {{list: Element, state: Element}} parts
   */
  constructor(study, page, record, names, { list, state }) {
    this.study = study;
    this.page = page;
    this.record = record;
    this.names = names;
    this.list = list;
    this.state = state;
    this.games = h('a', { class: 'button', 'data-testid': 'explorer-games', hidden: true }, t('explorer.games'));
    list.after(this.games);
  }

  /** @param {boolean} on */
  turn(on) {
    this.#on = on;
    this.#node = -1;
    if (on) this.follow();
  }

  /** To be called whenever the board shows something else. */
  async follow() {
    const { names, record, study } = this;
    const node = study.current;
    if (!this.#on || this.#node === node) return;
    this.#node = node;
    const { position } = study.entry(node);
    const { game, ruleset } = record;
    const options = Object.fromEntries(Object.entries(record.options).map(([key, value]) => [`option.${key}`, value]));
    const legal = study.legal();
    const [played, truth] = await Promise.all([
      explorer({ game, ruleset, position, ...options }).catch(() => null),
      names.game.solved ? truthOf({ ...record, start: '' }, position, legal) : null,
    ]);
    if (!this.#on || this.#node !== node || study.current !== node) return;
    const actions = (played?.actions ?? []).filter(({ action }) => legal.includes(action));
    this.games.hidden = actions.length === 0;
    this.games.setAttribute('href', `/games?${new URLSearchParams({ game, ruleset, position, ...options })}`);
    setText(this.state, played === null ? t('explorer.failed') : actions.length === 0 ? t('explorer.none') : '');
    const worth = new Map(truth?.actions.map(({ action, value }) => [action, t(`explorer.${value}`)]));
    setChildren(
      this.list,
      actions.map((explored) => this.#item(explored, worth.get(explored.action))),
    );
  }

  /** @param {Explored} explored @param {string | undefined} worth */
  #item({ action, first, draws, second, last }, worth) {
    const count = first + draws + second;
    const [text = action] = lineText(this.study, [action], this.names);
    const [firstName, secondName] = /** @type {const} */ (['first', 'second']).map((side) => this.names.side(side));
    const label = t('explorer.score', {
      count: number(count),
      first: number(first),
      draws: number(draws),
      second: number(second),
      firstName: firstName ?? '',
      secondName: secondName ?? '',
    });
    const part = (/** @type {string} */ kind, /** @type {number} */ games) => {
      const drawn = h('span', { class: `explored-${kind}` });
      drawn.style.flexGrow = String(games);
      return drawn;
    };
    return h(
      'li',
      {},
      h(
        'button',
        { class: 'link', 'data-testid': 'explored', 'data-action': action, click: () => this.page.play(action) },
        h('b', {}, text),
      ),
      worth ? h('span', { class: 'explored-worth', 'data-testid': 'explored-worth' }, worth) : null,
      h(
        'span',
        { class: 'explored-bar', role: 'img', 'aria-label': label, title: label },
        part('first', first),
        part('draw', draws),
        part('second', second),
      ),
      h('span', { class: 'explored-count' }, t('explorer.count', { count: number(count) })),
      h(
        'span',
        { class: 'explored-last' },
        ...last.map((id, index) =>
          h('a', { href: `/g/${id}`, 'aria-label': t('explorer.game', { number: index + 1 }) }, NUMBERS[index]),
        ),
      ),
    );
  }
}
