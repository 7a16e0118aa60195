// Buttons for the actions that touch no point of the board, such as a pass.

import { hasText, t } from '../i18n/i18n.js';
import { isBare } from '../game/turn_hints.js';
import { h, show } from '../ui/view.js';

/**
 * @param {HTMLElement} host
 * @param {import('./store.js').MatchStore} store
 * @param {(action: string) => void} play
 */
export function showBare(host, { moment }, play) {
  show(host, () => {
    const { legal = [], model } = moment.value?.page ?? {};
    const actions = model?.canPlay ? legal.filter(isBare) : [];
    host.hidden = actions.length === 0;
    const text = (/** @type {string} */ action) => (hasText(`act.${action}`) ? t(`act.${action}`) : action);
    return actions.map((action) =>
      h('button', { key: action, class: 'button button--main', 'data-testid': action, click: () => play(action) }, text(action)),
    );
  });
}
