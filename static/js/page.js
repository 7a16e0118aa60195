// @ts-check
// What every page begins with: the language, the head, the guest's name.

import { byId, h, s, setText } from './dom.js';
import { hasText, language, LANGUAGES, rememberLanguage, startLanguage, t, translatePage } from './i18n/i18n.js';
import { me, Problem } from './net/api.js';

/**
 * @param {'lobby' | 'rules' | 'analysis' | 'local' | null} active the entry of the navigation that this page is
 * @returns {Promise<import('./net/protocol.js').Player | null>} the visitor
 */
export function startPage(active) {
  startLanguage();
  translatePage();
  const link = (/** @type {string} */ href, /** @type {'lobby' | 'rules' | 'analysis' | 'local'} */ name) =>
    h('a', { href, 'aria-current': active === name ? 'page' : null }, t(`nav.${name}`));
  const choice = h(
    'select',
    {
      class: 'language',
      'data-testid': 'language',
      'aria-label': t('nav.language'),
      change: () => {
        rememberLanguage(/** @type {import('./i18n/i18n.js').Language} */ (choice.value));
        location.reload();
      },
    },
    ...LANGUAGES.map(({ id, name, tag }) => h('option', { value: id, lang: tag, selected: id === language() }, name)),
  );
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
      h('nav', { 'aria-label': t('nav.main') }, link('/', 'lobby'), link('/rules', 'rules'), link('/analysis', 'analysis'), link('/local', 'local')),
      h('span', { class: 'whoami', 'data-testid': 'whoami' }),
      iconButton('settings-open', 'settings.title', GEAR, async () =>
        (await import('./settings_view.js')).openSettings(),
      ),
      choice,
    );
  return greet();
}

/**
 * Asks who the visitor is, and says it in the head.
 *
 * @returns {Promise<import('./net/protocol.js').Player | null>} null where no answer came
 */
export async function greet() {
  const visitor = await me().catch(() => null);
  document.querySelector('.whoami')?.append(visitor?.name ?? '');
  return visitor;
}

/** How long a page that draws no frames, being out of sight, is waited for. */
const UNSEEN = 300;

/** When what is drawn now has been shown. @returns {Promise<void>} */
const shown = () =>
  new Promise((go) => {
    setTimeout(go, UNSEEN);
    requestAnimationFrame(() => requestAnimationFrame(() => go()));
  });

/**
 * When the first board, drawn just before, is there to be seen: until then nothing competes with
 * it. The modules that the page needs next, which the server lists in its head, are asked for all
 * at once; the service worker, which fetches everything, comes when there is nothing else to do.
 */
export async function boardShown() {
  await shown();
  const later = /** @type {HTMLTemplateElement | null} */ (document.getElementById('later'));
  if (later) document.head.append(later.content);
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  idle(register);
}

/**
 * Refused where it may not be, as in a private window; the page then needs the network. The
 * page's policy runs nothing but what this one lets through.
 */
function register() {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  const policy = trustedTypes?.createPolicy('yiguan', { createScriptURL: () => '/sw.js' });
  navigator.serviceWorker?.register(policy?.createScriptURL('') ?? '/sw.js').catch(() => undefined);
}

const GEAR = 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5';

/**
 * @param {string} id
 * @param {string} key of its name
 * @param {string} path
 * @param {() => void} click
 */
export function iconButton(id, key, path, click) {
  const icon = s('svg', { class: 'icon icon--line', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: path }));
  const name = { 'aria-label': t(key), title: t(key) };
  return h('button', { class: 'button button--icon', 'data-testid': id, ...name, click }, icon);
}

/**
 * Tells of a link what is to be known of it.
 *
 * @param {import('./net/socket.js').Link} link
 */
export function showLink(link) {
  const connection = byId('connection');
  connection.setAttribute('data-state', link);
  setText(connection, t(`link.${link}`));
}

/**
 * Has a link tried at once when the network is back, or the page is shown again, and given up when
 * the network is gone.
 *
 * @param {{hurry: (online?: boolean) => void}} socket
 */
export function hurryBack(socket) {
  for (const type of ['online', 'offline']) addEventListener(type, () => socket.hurry(type === 'online'));
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) socket.hurry();
  });
}

/**
 * What went wrong, in words.
 *
 * @param {unknown} error
 */
export function problemText(error) {
  const key = `problem.${error instanceof Problem ? error.code : 'internal'}`;
  return t(hasText(key) ? key : 'problem.internal');
}

/**
 * A clock's setting in words.
 *
 * @param {import('./net/protocol.js').WireClock} clock
 */
export function clockText(clock) {
  if (clock.kind === 'none') return t('clock.none');
  const { initial = clock.main ?? 0, increment: count = 0, period = 0, periods = 0 } = clock;
  const minutes = initial / 60;
  const stock =
    minutes < 1 ? t('clock.seconds', { count: initial }) : t('clock.minutes', { count: Number(minutes.toFixed(1)) });
  const and = t('clock.and');
  if (!period) return stock + and + t('clock.seconds', { count });
  return [initial > 0 && stock, t('clock.byoyomi', { period, periods })].filter(Boolean).join(and);
}
