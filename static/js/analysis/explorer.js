// The moves that were played in the position on the board, their results, and the value of each where a table knows.

import { truthOf } from '../game/truth.js';
import { t } from '../i18n/i18n.js';
import { explorer } from '../net/ratings_api.js';
import { number } from '../ui/time_text.js';
import { h, show, signal } from '../ui/view.js';
import { lineText } from './line_text.js';

/** @typedef {import('../net/ratings_api.js').Explored} Explored */

/** The signs of the last games, so that they differ from counts. */
const NUMBERS = ['①', '②', '③'];

export class Explorer {
  #node = Number.NaN;
  on = signal(false);
  state = signal('');
  actions = signal(/** @type {(Explored & {text: string, worth: string})[]} */ ([]));
  /** The address of the search of the archive for the position; empty where it would find nothing. */
  games = signal('');

  /**
   * @param {import('./study.js').Study} study
   * @param {import('./records.js').Recorded} record
   * @param {import('../game/names.js').Names} names
   */
  constructor(study, record, names) {
    this.study = study;
    this.record = record;
    this.names = names;
  }

  /** To be called whenever the board shows something else. */
  async follow() {
    const { names, record, study } = this;
    const node = study.current;
    if (this.#node === node) return;
    this.#node = node;
    const { position } = study.entry(node);
    const { game, ruleset } = record;
    const options = Object.fromEntries(Object.entries(record.options).map(([key, value]) => [`option.${key}`, value]));
    const legal = study.legal();
    const [played, truth] = await Promise.all([
      explorer({ game, ruleset, position, ...options }).catch(() => null),
      names.game.solved ? truthOf({ ...record, start: '' }, position, legal) : null,
    ]);
    if (this.#node !== node || study.current !== node) return;
    const worth = new Map(truth?.actions.map(({ action, value }) => [action, t(`explorer.${value}`)]));
    const known = (played?.actions ?? []).filter(({ action }) => legal.includes(action));
    this.actions.value = known.map((explored) => {
      const [text = explored.action] = lineText(study, [explored.action], names);
      return { ...explored, text, worth: worth.get(explored.action) ?? '' };
    });
    this.games.value = known.length > 0 ? `/games?${new URLSearchParams({ game, ruleset, position, ...options })}` : '';
    this.state.value = played === null ? t('explorer.failed') : known.length === 0 ? t('explorer.none') : '';
  }
}

/**
 * @param {Element} host
 * @param {Explorer} explorer
 * @param {(action: string) => void} play
 */
export function showExplorer(host, { state, actions, games, names }, play) {
  const [firstName, secondName] = [names.side('first'), names.side('second')];
  const row = (/** @type {Explored & {text: string, worth: string}} */ { action, first, draws, second, last, text, worth }) => {
    const count = number(first + draws + second);
    const figures = { count, first: number(first), draws: number(draws), second: number(second) };
    const label = t('explorer.score', { ...figures, firstName, secondName });
    const part = (/** @type {string} */ kind, /** @type {number} */ share) =>
      h('span', {
        class: `explored-${kind}`,
        ref: (/** @type {HTMLElement} */ drawn) => {
          drawn.style.flexGrow = String(share);
        },
      });
    return h(
      'li',
      { key: action },
      h(
        'button',
        { class: 'link', 'data-testid': 'explored', 'data-action': action, click: () => play(action) },
        h('b', {}, text),
      ),
      worth && h('span', { class: 'explored-worth', 'data-testid': 'explored-worth' }, worth),
      h(
        'span',
        { class: 'explored-bar', role: 'img', 'aria-label': label, title: label },
        part('first', first),
        part('draw', draws),
        part('second', second),
      ),
      h('span', { class: 'explored-count' }, t('explorer.count', { count })),
      h(
        'span',
        { class: 'explored-last' },
        last.map((id, index) =>
          h('a', { href: `/g/${id}`, 'aria-label': t('explorer.game', { number: index + 1 }) }, NUMBERS[index]),
        ),
      ),
    );
  };
  show(host, () => [
    h('p', { class: 'opponent-state', role: 'status', 'data-testid': 'explorer-state' }, state.value),
    h('ol', { class: 'explored', 'data-testid': 'explored-list' }, actions.value.map(row)),
    games.value && h('a', { class: 'button', href: games.value, 'data-testid': 'explorer-games' }, t('explorer.games')),
  ]);
}
