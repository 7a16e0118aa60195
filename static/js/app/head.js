// The head of every page: where else one can go, who the visitor is, settings and language.

import { h, s, setText } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { language, LANGUAGES, loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { onVisitor } from '../net/visitor.js';

/** @typedef {'lobby' | 'games' | 'rules' | 'analysis' | 'local' | 'mine'} Entry an entry of the navigation */

const GEAR = 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5';

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
      settingsButton(),
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

/** The way to the settings, which has the visitor's name when that is known. */
function settingsButton() {
  const name = h('span', { class: 'whoami-name', 'data-testid': 'whoami' });
  onVisitor((player) => setText(name, playerName(player)));
  return h(
    'button',
    {
      class: 'button button--quiet whoami',
      'data-testid': 'settings-open',
      title: t('nav.settings'),
      click: showSettings,
    },
    s('svg', { class: 'icon icon--line', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: GEAR })),
    h('span', { class: 'unseen' }, `${t('nav.settings')} `),
    name,
  );
}

export async function showSettings() {
  const loaded = await load(() => Promise.all([import('../settings/settings_view.js'), loadWords('settings')]));
  await loaded?.[0].openSettings();
}

/** The languages, folded: keys walk over them without choosing, a press chooses. */
function languageMenu() {
  const current = LANGUAGES.find(({ id }) => id === language());
  const others = LANGUAGES.filter((other) => other !== current);
  const menu = h(
    'details',
    {
      class: 'language',
      'data-testid': 'language',
      focusout: (/** @type {FocusEvent} */ { relatedTarget }) => {
        if (relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget))) menu.open = false;
      },
      keydown: (/** @type {KeyboardEvent} */ { key }) => {
        if (key !== 'Escape' || !menu.open) return;
        menu.open = false;
        menu.querySelector('summary')?.focus();
      },
    },
    h('summary', { class: 'button button--quiet' }, h('span', { class: 'unseen' }, `${t('nav.language')} `), current?.name),
    h(
      'div',
      { class: 'card language-list' },
      ...others.map(({ id, name, tag }) =>
        h(
          'button',
          {
            class: 'button button--quiet',
            lang: tag,
            'data-testid': `language-${id}`,
            click: async () => (await load(() => import('../settings/change_language.js')))?.changeLanguage(id),
          },
          name,
        ),
      ),
    ),
  );
  return menu;
}
