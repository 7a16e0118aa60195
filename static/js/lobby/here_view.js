// @ts-check
// Who is here: a list over the lobby, asked for when it is opened, with a way to each person, and
// the switch by which the visitor is not listed. Loaded when it is first wanted.

import { showModal } from '../back.js';
import { h, setText } from '../dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { here, setListed } from '../net/here.js';
import { problemText } from '../problem_text.js';
import { number } from '../time_text.js';
import { visitor } from '../visitor.js';

/** @typedef {import('../net/here.js').PersonHere} PersonHere */
/** @typedef {import('../net/here.js').Here} Here */

/**
 * @param {PersonHere} person
 * @param {string | undefined} own the visitor's id
 */
function row({ player, seeking, playing }, own) {
  const isVisitor = player.id === own;
  const name = playerName(player);
  const link = (/** @type {string} */ what, /** @type {string} */ href) =>
    h('a', { class: 'button', href, 'aria-label': t(`here.${what}.name`, { name }), 'data-testid': `here-${what}` }, t(`here.${what}`));
  return h(
    'li',
    { 'data-testid': 'here-person', 'data-person': player.id },
    h(
      'div',
      { class: 'here-who' },
      h('a', { class: 'here-name', href: `/people/${isVisitor ? 'me' : player.id}` }, name),
      isVisitor && h('small', {}, t('here.you')),
      seeking && h('small', { 'data-testid': 'here-seeking' }, t('here.seeking')),
    ),
    playing && link('watch', `/m/${playing}`),
    !isVisitor && link('challenge', `/?to=${player.id}`),
  );
}

/**
 * @param {Here} found
 * @param {string | undefined} own
 */
function listOf({ people, total }, own) {
  const left = total - people.length;
  return [
    people.length > 0 && h('ul', { 'data-testid': 'here-list' }, ...people.map((person) => row(person, own))),
    left > 0 && h('p', { class: 'hint', 'data-testid': 'here-more' }, t('here.more', { count: number(left) })),
  ];
}

/** Opens the list; the dialog goes when it is closed. */
export async function showHere() {
  const list = h('div', { class: 'here-people' });
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', hidden: true, 'data-testid': 'here-problem' });
  const box = h('input', { type: 'checkbox', 'aria-describedby': 'here-hint', 'data-testid': 'here-listed', disabled: true, change: () => choose() });
  const shut = { class: 'button button--quiet here-shut', 'aria-label': t('here.close'), 'data-testid': 'here-close' };
  const dialog = h(
    'dialog',
    { class: 'here', 'data-testid': 'here', 'aria-labelledby': 'here-title', close: () => dialog.remove() },
    h('div', { class: 'here-head' }, h('h2', { id: 'here-title' }, t('here.heading')), h('button', { ...shut, click: () => dialog.close() }, '×')),
    problem,
    list,
    h('label', { class: 'here-switch' }, box, t('here.listed')),
    h('p', { class: 'hint', id: 'here-hint' }, t('here.listed.hint')),
  );

  /** @param {unknown} error */
  function complain(error) {
    setText(problem, problemText(error));
    problem.hidden = false;
  }

  async function draw() {
    const [found, own] = await Promise.all([here(), visitor()]);
    list.replaceChildren(...listOf(found, own?.id).filter((part) => part !== false));
    box.checked = found.listed;
    box.disabled = false;
    problem.hidden = true;
  }

  async function choose() {
    try {
      await setListed(box.checked);
      await draw();
    } catch (error) {
      box.checked = !box.checked;
      complain(error);
    }
  }

  await draw().catch(complain);
  document.body.append(dialog);
  showModal(dialog);
}
