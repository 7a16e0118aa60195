// @ts-check
// Who the visitor is and stays: how a guest keeps the identity or comes back to one, and what somebody who
// has kept one does with it.

import { h, setText } from '../dom.js';
import { playerName } from '../game/player_name.js';
import { language, LANGUAGES, t } from '../i18n/i18n.js';
import { load } from '../load.js';
import { erase, keep, logIn, readWarnings, recover, warnings } from '../net/people.js';
import { setVisitor, visitor } from '../visitor.js';
import { carryView } from './carry_view.js';
import { codesView } from './codes_view.js';
import { actButton, FIELDS, smallForm } from './form.js';
import { keptView } from './kept_view.js';
import { canPasskey, makePasskey, signIn } from './passkeys.js';
import { vacationFold } from './vacation_view.js';

/** A page that was another visitor's is loaded anew. What the browser was told of by notifications, it still is. */
async function enter() {
  const push = await load(() => import('../push/subscription.js'));
  await push?.handOver().catch(() => undefined);
  location.reload();
}

/** @param {string} summary @param {...(Node | string | false)} children */
export const fold = (summary, ...children) => h('details', { class: 'fold' }, h('summary', {}, t(summary)), ...children);

/** @returns {HTMLElement} */
export function identityView() {
  const host = h('div', { class: 'identity', 'data-testid': 'identity' });
  /** @param {string[]} [codes] recovery codes that were just made */
  const draw = async (codes) => {
    const player = await visitor();
    if (!player) return;
    host.replaceChildren(...(player.guest ? guest(draw) : kept(player, draw)));
    toldBy().then((part) => part && host.prepend(part), () => undefined);
    if (!codes) return;
    const view = codesView(codes);
    host.prepend(view);
    view.focus();
  };
  draw();
  return host;
}

/** What operators told the visitor, if anything. */
async function toldBy() {
  const { warnings: told, muted_until: until } = await warnings();
  if (told.length === 0 && !until) return null;
  const read = actButton('warnings-read', t('people.warnings.read'), async () => {
    await readWarnings();
    part.remove();
  });
  const part = h(
    'section',
    { class: 'codes', 'data-testid': 'warnings' },
    h('h4', {}, t('people.warnings')),
    ...told.map(({ text }) => h('p', {}, text)),
    until ? h('p', {}, t('people.muted', { day: new Date(until).toLocaleString(LANGUAGES.find(({ id }) => id === language())?.tag) })) : null,
    told.length > 0 && read,
  );
  return part;
}

/** @param {(codes?: string[]) => Promise<void>} draw */
function guest(draw) {
  /** @param {{player: import('../net/protocol.js').Player, recovery_codes?: string[]}} made */
  const done = async ({ player, recovery_codes }) => {
    setVisitor(player);
    await draw(recovery_codes);
  };
  const passkey = canPasskey() && actButton('keep-passkey', t('people.keep.passkey'), async () => done(await makePasskey()));
  const password = smallForm('keep', [FIELDS.name, FIELDS.fresh], t('people.keep.do'), async ({ name = '', fresh = '' }) => done(await keep(name, fresh)), t('people.password.hint'));
  const back = canPasskey() && actButton('login-passkey', t('people.login.passkey'), async () => {
    await signIn();
    await enter();
  });
  const login = smallForm('login', [FIELDS.name, FIELDS.password], t('people.login.do'), async ({ name = '', password: typed = '' }) => {
    await logIn(name, typed);
    await enter();
  });
  const code = { name: 'code', label: 'people.code', type: 'text', autocomplete: 'off' };
  const recovery = smallForm('recover', [code, { ...FIELDS.fresh, label: 'people.password.maybe', optional: true }], t('people.login.do'), async ({ code: typed = '', fresh = '' }) => {
    await recover(typed, fresh);
    await enter();
  });
  return [
    h('p', { class: 'hint' }, t('people.guest.hint')),
    passkey,
    fold('people.keep.password', password),
    carryView(),
    vacationFold(),
    fold('people.login', back, login, h('p', { class: 'hint' }, t('people.login.hint')), fold('people.recover', recovery)),
    fold('people.erase', eraseForm(false)),
  ].filter((part) => part !== false);
}

/**
 * @param {import('../net/protocol.js').Player} player
 * @param {(codes?: string[]) => Promise<void>} draw
 */
function kept(player, draw) {
  const name = h('strong', {});
  setText(name, playerName(player));
  return [h('p', { class: 'hint' }, t('people.kept'), ' ', name), carryView(), ...keptView(draw), vacationFold(), fold('people.erase', eraseForm(true))];
}

/** @param {boolean} asks whether for the password, where there is one */
export function eraseForm(asks) {
  const fields = asks ? [{ ...FIELDS.password, optional: true }] : [];
  const act = async (/** @type {Record<string, string>} */ { password = '' }) => {
    await erase(password);
    location.assign('/');
  };
  return smallForm('erase', fields, t('people.erase.do'), act, t('people.erase.hint'));
}
