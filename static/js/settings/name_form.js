// The visitor's name, which the server stores with the guest.

import { h, setText } from '../ui/dom.js';
import { shownName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { setName } from '../net/api.js';
import { problemText } from '../net/problem_text.js';
import { setVisitor, visitor } from '../net/visitor.js';

export function nameForm() {
  const input = h('input', {
    type: 'text',
    id: 'settings-name',
    autocomplete: 'nickname',
    spellcheck: 'false',
    'aria-describedby': 'settings-name-hint',
    'data-testid': 'set-name',
  });
  const save = h('button', { class: 'button', type: 'submit', 'data-testid': 'save-name' }, t('settings.name.save'));
  const answer = h('p', { class: 'hint', role: 'status', 'data-testid': 'name-saved' });
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', 'data-testid': 'name-problem', hidden: true });

  /** @param {import('../net/protocol.js').Player | null} player */
  const show = (player) => {
    // A guest without a name has the made-up one shown as a hint only.
    input.value = player?.named ? player.name : '';
    input.placeholder = player?.named ? '' : shownName(player?.name);
  };
  visitor().then((player) => {
    if (!input.value) show(player);
  });
  return h(
    'form',
    {
      class: 'name-form',
      submit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        problem.hidden = save.disabled = true;
        setText(answer, '');
        try {
          const player = await setName(input.value.trim() || null);
          setVisitor(player);
          show(player);
          setText(answer, t('settings.name.saved'));
        } catch (error) {
          setText(problem, problemText(error));
          problem.hidden = false;
          input.focus();
        }
        save.disabled = false;
      },
    },
    h('label', { class: 'field', for: 'settings-name' }, h('span', {}, t('settings.name'))),
    h('div', { class: 'name-row' }, input, save),
    h('p', { class: 'hint', id: 'settings-name-hint' }, t('settings.name.hint')),
    answer,
    problem,
  );
}
