// The help next to the board: the goal, the phase of the game and the present form of a turn. The button opens the exact rule.

import { phaseText, taskText } from '../game/phases.js';
import { loadWords, pick, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { effect, h, show, signal } from '../ui/view.js';

const rules = async () => (await load(() => Promise.all([import('./rules_dialog.js'), loadWords('refusals')])))?.[0];

/**
 * @param {Element} host
 * @param {import('./store.js').MatchStore} store
 */
export function showHelp(host, { moment, panel }) {
  /** The aim of the game, once it was asked for. */
  const aim = signal('');
  // On a phone the help is a sheet that has room for it.
  effect(() => {
    if (panel.value === 'help')
      rules().then(async (loaded) => {
        const names = moment.peek()?.page.names;
        if (loaded && names) aim.value = await loaded.aimText(names);
      });
  });
  const open = async () => {
    const page = moment.peek()?.page;
    if (!page) return;
    const { asked, captures, earned, names, state } = page;
    const refused = state.refusal?.rule ?? asked?.rule ?? null;
    (await rules())?.showRules(names, { refused, patterns: captures.map(({ pattern }) => pattern), earned });
  };
  const line = (/** @type {string} */ id, /** @type {string} */ text) =>
    h('p', { id, class: id, 'data-testid': id, hidden: text === '' }, text);
  show(host, () => {
    if (!moment.value) return null;
    const { names, placement, position, model, state } = moment.value.page;
    const goal = pick(names.ruleset?.goal);
    const label = t('help.rules');
    const quiet = 'button button--quiet';
    return [
      h(
        'div',
        { class: 'sheet-head' },
        h('h2', { id: 'help-title' }, t('help.title')),
        h(
          'a',
          { id: 'help-learn', 'data-testid': 'help-learn', target: '_blank', href: `/rules/${names.game.id}#learn` },
          t('help.learn'),
        ),
        h(
          'button',
          { class: quiet, id: 'help-rules', 'data-testid': 'help-rules', 'aria-label': label, title: label, click: open },
          '?',
        ),
        h('button', { class: `${quiet} panel-close`, 'aria-label': t('room.close') }, '×'),
      ),
      line('help-phase', phaseText(names, position, placement, state.seat ?? model.turn)),
      line('help-task', taskText(names, position)),
      line('help-goal', aim.value || (goal && t('help.goal', { goal }))),
    ];
  });
}
