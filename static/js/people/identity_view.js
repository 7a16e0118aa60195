// The visitor's identity: how a guest creates an account or signs in to one, and the ways of a visitor who
// has an account to manage it.

import { dayAndTime } from '../ui/time_text.js';
import { h, setText } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { setName } from '../net/api.js';
import { erase, logIn, readWarnings, recover, register, warnings } from '../net/people.js';
import { onVisitor, setVisitor, visitor } from '../net/visitor.js';
import { carryView } from './carry_view.js';
import { codesView } from './codes_view.js';
import { actButton, FIELDS, smallForm } from './form.js';
import { keptView, passkeysFold } from './kept_view.js';
import { canPasskey, makePasskey, passkeys, signIn } from './passkeys.js';
import { vacationFold } from './vacation_view.js';

/** The server ends the notifications of a guest who registers or signs in: the browser subscribes again. */
async function handOver() {
  const push = await load(() => import('../push/subscription.js'));
  await push?.handOver().catch(() => undefined);
}

/** A page of another visitor is reloaded. */
async function enter() {
  await handOver();
  location.reload();
}

/** @param {string} summary @param {...(Node | string | false)} children */
export const fold = (summary, ...children) =>
  h('details', { class: 'fold', 'data-fold': summary }, h('summary', {}, t(summary)), ...children);

/**
 * Opens a fold, with the focus on its first field.
 *
 * @param {HTMLElement} host what `identityView` returned
 * @param {string} summary
 */
export async function openFold(host, summary) {
  await visitor();
  const fold = /** @type {HTMLDetailsElement | null} */ (host.querySelector(`[data-fold="${summary}"]`));
  if (!fold) return;
  fold.open = true;
  fold.querySelector('input')?.focus();
}

/** @returns {HTMLElement} */
export function identityView() {
  const host = h('div', { class: 'identity', 'data-testid': 'identity' });
  /** @param {string[]} [codes] recovery codes that were just made */
  const draw = async (codes) => {
    const player = await visitor();
    if (!player) return;
    host.replaceChildren(...(player.guest ? guest(player, draw, host) : kept(player, draw)));
    toldBy().then(
      (part) => part && host.prepend(part),
      () => undefined,
    );
    if (!codes) return;
    const view = codesView(codes, playerName(player));
    host.prepend(view);
    view.focus();
  };
  draw();
  // A visitor who gets a name in the form above is asked for none here, unless a passkey is made just now.
  onVisitor(({ guest: isGuest, named }) => {
    const form = host.querySelector('[data-testid=register-named]');
    if (isGuest && named && form && !form.querySelector('button:disabled')) draw();
  });
  return host;
}

/** The warning that moderators find prepared, as the server sends it; it is shown in the reader's language. */
const PREPARED = 'Please keep the chat friendly.';

/** The messages of operators to the visitor, if there are any. */
async function toldBy() {
  const { warnings: told, handled, muted_until: until } = await warnings();
  const news = told.length + handled.length > 0;
  if (!news && !until) return null;
  const read = actButton('warnings-read', t('people.warnings.read'), async () => {
    await readWarnings();
    part.remove();
  });
  const part = h(
    'section',
    { class: 'codes', 'data-testid': 'warnings' },
    h('h3', {}, t('people.warnings')),
    ...told.map(({ text }) => h('p', {}, text === PREPARED ? t('people.warnings.prepared') : text)),
    ...handled.map(({ reason }) =>
      h('p', { 'data-testid': 'report-handled' }, t('people.handled', { reason: t(`report.${reason}`) })),
    ),
    until ? h('p', {}, t('people.muted', { day: dayAndTime(until) })) : null,
    news && read,
  );
  return part;
}

/**
 * After a recovery the visitor looks through the passkeys, which still count, before the page is that of the account.
 *
 * @param {HTMLElement} host
 */
async function review(host) {
  const { passkeys: all } = await passkeys();
  if (all.length === 0) return enter();
  const keys = passkeysFold();
  host.replaceChildren(keys.fold, actButton('review-done', t('people.review.done'), enter));
  host.closest('dialog')?.addEventListener('close', enter);
  return keys.review();
}

/**
 * @param {import('../net/protocol.js').Player} player
 * @param {(codes?: string[]) => Promise<void>} draw
 * @param {HTMLElement} host
 */
function guest({ named }, draw, host) {
  /** @param {{player: import('../net/protocol.js').Player, recovery_codes?: string[]}} made */
  const done = async ({ player, recovery_codes }) => {
    setVisitor(player);
    await draw(recovery_codes);
    await handOver();
  };
  const create = async () => done(await makePasskey());
  // Without a name an account would be called as a guest is.
  const passkey =
    canPasskey() &&
    (named
      ? actButton('register-passkey', t('people.register.passkey'), create)
      : smallForm('register-named', [FIELDS.name], t('people.register.passkey'), async ({ name = '' }) => {
          setVisitor(await setName(name));
          await create();
        }));
  const password = smallForm(
    'register',
    [FIELDS.name, FIELDS.fresh],
    t('people.register.do'),
    async ({ name = '', fresh = '' }) => done(await register(name, fresh)),
    t('people.password.hint'),
  );
  const back =
    canPasskey() &&
    actButton('login-passkey', t('people.login.passkey'), async () => {
      await signIn();
      await enter();
    });
  const login = smallForm(
    'login',
    [FIELDS.name, FIELDS.password],
    t('people.login.do'),
    async ({ name = '', password: typed = '' }) => {
      await logIn(name, typed);
      await enter();
    },
  );
  const recovery = smallForm(
    'recover',
    [FIELDS.code, { ...FIELDS.fresh, label: 'people.password.maybe', optional: true }],
    t('people.login.do'),
    async ({ code: typed = '', fresh = '' }) => {
      await recover(typed, fresh);
      await review(host);
    },
  );
  return [
    h('p', { class: 'hint' }, t('people.guest.hint')),
    passkey,
    fold('people.register.password', password),
    fold('people.login', back, login, h('p', { class: 'hint' }, t('people.login.hint')), fold('people.recover', recovery)),
    carryView('people.carry'),
    vacationFold(),
    fold('people.erase', eraseView()),
  ].filter((part) => part !== false);
}

/**
 * @param {import('../net/protocol.js').Player} player
 * @param {(codes?: string[]) => Promise<void>} draw
 */
function kept(player, draw) {
  const name = h('strong', {});
  setText(name, playerName(player));
  return [
    h('p', { class: 'hint' }, t('people.registered'), ' ', name),
    carryView('people.carry.account'),
    ...keptView(draw),
    vacationFold(),
    fold('people.erase', eraseView()),
  ];
}

/** Deletes the visitor, after a second question. */
function eraseView() {
  const first = actButton('erase', t('people.erase.do'), async () => ask(true));
  const sure = h(
    'div',
    { role: 'group', 'aria-labelledby': 'erase-sure', hidden: true },
    h('p', { id: 'erase-sure' }, h('strong', {}, t('people.erase.sure'))),
    actButton('erase-submit', t('people.erase.yes'), async () => {
      await erase();
      location.assign('/');
    }),
    actButton('erase-cancel', t('confirm.cancel'), async () => ask(false)),
  );
  /** @param {boolean} asks */
  const ask = (asks) => {
    first.hidden = asks;
    sure.hidden = !asks;
    /** @type {HTMLElement | null} */ (
      (asks ? sure : first).querySelector(asks ? '[data-testid=erase-cancel]' : 'button')
    )?.focus();
  };
  return h('div', { class: 'listed' }, h('p', { class: 'hint' }, t('people.erase.hint')), first, sure);
}
