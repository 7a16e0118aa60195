// The notes on the moves: the visitor's own on the move that is shown, and a list of all.

import { shownName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { MAX_NOTE } from '../net/limits.js';
import { effect, h, show, signal } from '../ui/view.js';
import { numbering } from './sheet.js';

/**
 * @param {Element} host
 * @param {import('./notes.js').Notes} notes
 * @param {{value: number}} node that the board shows
 */
export function showNotes(host, notes, node) {
  const { study, names, page } = notes;
  /** Grows with every change of the tree. */
  const changes = signal(0);
  const draft = signal('');
  let at = Number.NaN;
  notes.changed = () => {
    changes.value += 1;
  };
  notes.renamed = (before, after) => {
    // The same node under another number: the note that is being written stays.
    if (at === before) at = after;
  };
  effect(() => {
    changes.value;
    node.value;
    if (study.current === at) return;
    at = study.current;
    draft.value = notes.own;
  });
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    notes.say(draft.value.trim());
  };
  show(host, () => {
    changes.value;
    const label = t('analysis.remark');
    return [
      h(
        'form',
        { class: 'remark', id: 'remark', submit: save },
        h('input', {
          ...{ type: 'text', id: 'remark-text', 'data-testid': 'remark', maxlength: MAX_NOTE, autocomplete: 'off' },
          ...{ placeholder: label, 'aria-label': label, value: draft.value },
          input: (/** @type {any} */ { target }) => {
            draft.value = target.value;
          },
        }),
        h('button', { class: 'button', type: 'submit', 'data-testid': 'remark-save' }, t('analysis.say')),
      ),
      h('ol', { class: 'noted', 'data-testid': 'noted' }, listed()),
    ];
  });

  function listed() {
    const numberOf = numbering(study);
    return nodesOf(study.tree).flatMap((id) =>
      study.tree.at(id).comments.map(({ by, name, text }) => {
        const { action, written } = study.entry(id);
        const move = action === null ? t('rules.start') : `${numberOf(id)} ${names.action(action, written)}`;
        return h(
          'li',
          { key: `${id} ${by}` },
          h('button', { class: 'link', 'data-testid': 'noted-move', click: () => page.go(id) }, move),
          h('span', {}, ` ${[name && shownName(name), text].filter(Boolean).join(': ')}`),
        );
      }),
    );
  }
}

/**
 * The nodes of a tree: the game first, then what else was tried.
 *
 * @param {import('./tree.js').Tree} tree
 */
function nodesOf(tree) {
  const nodes = [];
  const left = [0];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    nodes.push(id);
    left.push(...[...tree.at(id).children].reverse());
  }
  return nodes;
}
