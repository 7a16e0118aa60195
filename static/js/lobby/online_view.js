// The players who are online: a list over the lobby, asked for when it is opened, with a way to each person, and
// the switch by which the visitor is not listed. Loaded when it is first wanted.

import { showModal } from '../ui/back.js';
import { h, setText } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { online, setListed } from '../net/online.js';
import { problemText } from '../net/problem_text.js';
import { number } from '../ui/time_text.js';
import { visitor } from '../net/visitor.js';

/** @typedef {import('../net/online.js').OnlinePlayer} OnlinePlayer */
/** @typedef {import('../net/online.js').Online} Online */

/**
 * @param {OnlinePlayer} person
 * @param {string | undefined} own the visitor's id
 */
function row({ player, seeking, playing }, own) {
  const isVisitor = player.id === own;
  const name = playerName(player);
  const link = (/** @type {string} */ what, /** @type {string} */ href) =>
    h(
      'a',
      { class: 'button', href, 'aria-label': t(`online.${what}.name`, { name }), 'data-testid': `online-${what}` },
      t(`online.${what}`),
    );
  return h(
    'li',
    { 'data-testid': 'online-person', 'data-person': player.id },
    h(
      'div',
      { class: 'online-who' },
      h('a', { class: 'online-name', href: `/people/${isVisitor ? 'me' : player.id}` }, name),
      isVisitor && h('small', {}, t('online.you')),
      seeking && h('small', { 'data-testid': 'online-seeking' }, t('online.seeking')),
    ),
    playing && link('watch', `/m/${playing}`),
    !isVisitor && link('challenge', `/?to=${player.id}`),
  );
}

/**
 * @param {Online} found
 * @param {string | undefined} own
 */
function listOf({ players, total }, own) {
  const left = total - players.length;
  return [
    players.length > 0 && h('ul', { 'data-testid': 'online-list' }, ...players.map((person) => row(person, own))),
    left > 0 && h('p', { class: 'hint', 'data-testid': 'online-more' }, t('online.more', { count: number(left) })),
  ];
}

/** Opens the list; the dialog goes when it is closed. */
export async function showOnline() {
  const list = h('div', { class: 'online-people' });
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', hidden: true, 'data-testid': 'online-problem' });
  const box = h('input', {
    type: 'checkbox',
    'aria-describedby': 'online-hint',
    'data-testid': 'online-listed',
    disabled: true,
    change: () => choose(),
  });
  const shut = { class: 'button button--quiet online-shut', 'aria-label': t('online.close'), 'data-testid': 'online-close' };
  const dialog = h(
    'dialog',
    { class: 'online', 'data-testid': 'online', 'aria-labelledby': 'online-title', close: () => dialog.remove() },
    h(
      'div',
      { class: 'online-head' },
      h('h2', { id: 'online-title' }, t('online.heading')),
      h('button', { ...shut, click: () => dialog.close() }, '×'),
    ),
    problem,
    list,
    h('label', { class: 'online-switch' }, box, t('online.listed')),
    h('p', { class: 'hint', id: 'online-hint' }, t('online.listed.hint')),
  );

  /** @param {unknown} error */
  function complain(error) {
    setText(problem, problemText(error));
    problem.hidden = false;
  }

  async function draw() {
    const [found, own] = await Promise.all([online(), visitor()]);
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
