// The head of every page: where else one can go, who the visitor is, settings and language.

import { h, s, setText, style } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { language, LANGUAGES, loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { onVisitor } from '../net/visitor.js';

/** @typedef {'lobby' | 'games' | 'rules' | 'analysis' | 'local' | 'mine'} Entry an entry of the navigation */

const GEAR = 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5';

const PERSON = 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6';

/** A board, and a line of play below it. */
const STACK = 'M4 4h16v11H4zM9.3 4v11M14.7 4v11M4 9.5h16M4 19.5h16';

/** @param {Entry | null} active the entry that this page is */
export function drawHead(active) {
  const link = (/** @type {string} */ href, /** @type {Entry} */ name) =>
    h('a', { href, 'aria-current': active === name ? 'page' : null }, t(`nav.${name}`));
  document
    .getElementById('masthead')
    ?.append(
      h(
        'a',
        { class: 'brand', href: '/' },
        h('span', { class: 'seal', lang: 'zh', 'aria-hidden': 'true' }, '弈'),
        h('span', { class: 'brand-name' }, t('site.name')),
        h('span', { class: 'unseen' }, t('nav.lobby')),
      ),
      h(
        'nav',
        { 'aria-label': t('nav.main') },
        link('/', 'lobby'),
        link('/games', 'games'),
        link('/rules', 'rules'),
        link('/analysis', 'analysis'),
        link('/local', 'local'),
      ),
      ownGames(active),
      ...accountButtons(),
      iconButton('settings', 'settings-open', GEAR, showSettings),
      languageMenu(),
    );
}

/** The way to the visitor's own games. @param {Entry | null} active */
const ownGames = (active) =>
  h(
    'a',
    {
      class: 'button button--quiet whoami own-games',
      href: '/people/me',
      title: t('nav.mine'),
      'data-testid': 'own-games',
      'aria-current': active === 'mine' ? 'page' : null,
    },
    s('svg', { class: 'icon icon--line', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: STACK })),
    h('span', { class: 'unseen' }, t('nav.mine')),
  );

/** The ways to the account, with the visitor's name once that is known, and for a guest those to one. */
function accountButtons() {
  const name = h('span', { class: 'whoami-name', 'data-testid': 'whoami' });
  const account = iconButton('account', 'account-open', PERSON, () => showAccount(), name);
  const guest = /** @type {const} */ (['login', 'register']).map((wish) =>
    h(
      'button',
      { class: 'button button--quiet guest-only', 'data-testid': `${wish}-open`, click: () => showAccount(wish) },
      t(`nav.${wish}`),
    ),
  );
  onVisitor((player) => {
    setText(name, playerName(player));
    for (const button of guest) button.hidden = !player.guest;
  });
  return [account, ...guest];
}

/**
 * @param {'account' | 'settings'} title
 * @param {string} id
 * @param {string} path of its picture
 * @param {() => unknown} click
 * @param {...HTMLElement} more
 */
const iconButton = (title, id, path, click, ...more) =>
  h(
    'button',
    { class: 'button button--quiet whoami', 'data-testid': id, title: t(`nav.${title}`), click },
    s('svg', { class: 'icon icon--line', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: path })),
    h('span', { class: 'unseen' }, `${t(`nav.${title}`)} `),
    ...more,
  );

/** @param {import('../settings/account_view.js').Wish} [wish] */
async function showAccount(wish) {
  const loaded = await load(() =>
    Promise.all([import('../settings/account_view.js'), loadWords('settings', 'people', 'turn'), style('css/people.css')]),
  );
  await loaded?.[0].openAccount(wish);
}

export async function showSettings() {
  const loaded = await load(() => Promise.all([import('../settings/settings_view.js'), loadWords('settings')]));
  await loaded?.[0].openSettings();
}

/** The languages, folded, which are loaded when a visitor unfolds them. */
function languageMenu() {
  const menu = h(
    'details',
    {
      class: 'language',
      'data-testid': 'language',
      toggle: async () => {
        if (menu.open) (await load(() => import('../settings/change_language.js')))?.fillLanguages(menu);
      },
    },
    h(
      'summary',
      { class: 'button button--quiet' },
      h('span', { class: 'unseen' }, `${t('nav.language')} `),
      LANGUAGES.find(({ id }) => id === language())?.name,
    ),
  );
  return menu;
}
