// The computer's opinion below the board's moves: the best actions to press, and the values on the board.

import { t } from '../i18n/i18n.js';
import { h, show } from '../ui/view.js';

/**
 * @param {Element} host
 * @param {import('./evaluation.js').Evaluation} evaluation
 * @param {Element} ply the line below which the values on the board are explained
 * @param {{press: () => void, play: (action: string) => void}} acts
 */
export function showEvaluation(host, evaluation, ply, { press, play }) {
  const { on, state, lines, notes, onBoard } = evaluation;
  const key = document.createElement('p');
  key.className = 'values-key';
  key.dataset.testid = 'values-key';
  key.textContent = t('value.key');
  // The meaning of the values on the board, in a row that is there already.
  ply.after(key);
  show(host, () => {
    key.hidden = notes.value.length === 0 || !onBoard.value;
    return [
      h(
        'button',
        { class: 'button', 'data-testid': 'evaluate', 'aria-pressed': String(on.value), click: press },
        t('value.show'),
      ),
      h('p', { class: 'opponent-state', 'data-testid': 'evaluation-state', role: 'status' }, state.value),
      h(
        'button',
        {
          ...{ class: 'button', 'data-testid': 'values', hidden: notes.value.length === 0 },
          ...{ 'aria-pressed': String(onBoard.value), click: () => evaluation.toggleBoard() },
        },
        t('value.board'),
      ),
      h(
        'ol',
        { class: 'best', 'data-testid': 'best-moves' },
        // An action to press, with its value and the play after it.
        lines.value.map(({ action, value, texts }) =>
          h(
            'li',
            {},
            h(
              'button',
              { class: 'link', 'data-testid': 'best', 'data-action': action, click: () => play(action) },
              h('b', {}, value),
              ` ${texts[0]}`,
            ),
            ` ${texts.slice(1).join(' ')}`,
          ),
        ),
      ),
    ];
  });
}
