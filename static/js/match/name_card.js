// Asks once for the visitor's name, next to the board, when they have a seat and no name. Nothing waits for the answer: a
// visitor who would rather play just plays.

import { setName } from '../net/api.js';
import { problemText } from '../net/problem_text.js';
import { setVisitor } from '../net/visitor.js';
import { t } from '../i18n/i18n.js';
import { h, show, signal } from '../ui/view.js';

/** Where it is noted that the visitor was asked. */
const ASKED = 'yiguan.named';

/**
 * @param {HTMLFormElement} card
 * @param {import('./store.js').MatchStore} store
 * @param {() => void} leave the card goes, and the focus in it
 */
export function showNameCard(card, { moment }, leave) {
  const done = signal(wasAsked());
  const problem = signal('');
  const input = () => /** @type {HTMLInputElement | null} */ (card.querySelector('input'));
  const close = () => {
    const focused = card.contains(document.activeElement);
    done.value = true;
    try {
      localStorage.setItem(ASKED, '1');
    } catch {
      // Storage may be forbidden; then the next table asks again.
    }
    if (focused) leave();
  };
  card.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      setVisitor(await setName(input()?.value ?? ''));
      close();
    } catch (error) {
      problem.value = problemText(error);
      input()?.focus();
    }
  });
  show(card, () => {
    const { match, seat } = moment.value?.page.state ?? {};
    const player = seat && match ? match.players[seat] : null;
    card.hidden = done.value || player?.named !== false || match?.state === 'over';
    return [
      h('label', { for: 'name-text' }, t('me.title')),
      h('button', { class: 'button button--quiet', id: 'name-skip', 'data-testid': 'name-skip', click: close }, t('me.skip')),
      h('input', {
        type: 'text',
        id: 'name-text',
        'data-testid': 'name-text',
        maxlength: 40,
        autocomplete: 'nickname',
        placeholder: t('me.title'),
        required: true,
      }),
      h('button', { type: 'submit', class: 'button', 'data-testid': 'name-save' }, t('me.save')),
      h('p', { class: 'refusal', id: 'name-problem', role: 'alert', hidden: problem.value === '' }, problem.value),
    ];
  });
}

function wasAsked() {
  try {
    return localStorage.getItem(ASKED) !== null;
  } catch {
    return false;
  }
}
