// @ts-check
// What somebody who has kept an identity does with it: devices, passkeys, the password, recovery codes,
// blocked people, everything stored.

import { h, setText } from '../dom.js';
import { playerName } from '../game/player_name.js';
import { language, LANGUAGES, t } from '../i18n/i18n.js';
import { load } from '../load.js';
import { blocks, endOtherSessions, endSession, logOut, newRecoveryCodes, sessions, setPassword, unblock } from '../net/people.js';
import { actButton, FIELDS, smallForm } from './form.js';
import { canPasskey, makePasskey, passkeys, removePasskey } from './passkeys.js';

/** @param {number} moment */
const day = (moment) => new Date(moment).toLocaleDateString(LANGUAGES.find(({ id }) => id === language())?.tag);

/**
 * A fold whose list is asked for when it is opened, and anew after each change.
 *
 * @param {string} summary
 * @param {(refresh: () => Promise<void>) => Promise<(Node | false)[]>} fill
 */
function listed(summary, fill) {
  const body = h('div', { class: 'listed' });
  const refresh = async () => body.replaceChildren(...(await fill(refresh)).filter((part) => part !== false));
  const open = () => details.open && refresh().catch(() => setText(body, t('problem.offline')));
  const details = h('details', { class: 'fold', toggle: open }, h('summary', {}, t(summary)), body);
  return details;
}

/** @param {(codes?: string[]) => Promise<void>} draw */
export function keptView(draw) {
  const devices = listed('people.sessions', async (refresh) => {
    const { sessions: all } = await sessions();
    return [
      h(
        'ul',
        { 'data-testid': 'sessions' },
        ...all.map(({ id, device, seen_at, current }) =>
          h(
            'li',
            {},
            h('span', {}, device || t('people.device.unknown')),
            h('small', {}, current ? t('people.device.this') : t('people.device.seen', { day: day(seen_at) })),
            !current && actButton(`end-${id}`, t('people.sessions.end'), () => endSession(id).then(refresh)),
          ),
        ),
      ),
      all.length > 1 && actButton('end-others', t('people.sessions.others'), () => endOtherSessions().then(refresh)),
    ];
  });
  const keys = listed('people.passkeys', async (refresh) => {
    const { passkeys: all } = await passkeys();
    return [
      h(
        'ul',
        { 'data-testid': 'passkeys' },
        ...all.map(({ id, device, created_at }) =>
          h('li', {}, h('span', {}, device || t('people.device.unknown')), h('small', {}, day(created_at)), actButton(`remove-${id}`, t('people.passkeys.remove'), () => removePasskey(id).then(refresh))),
        ),
      ),
      canPasskey() && actButton('add-passkey', t('people.passkeys.add'), () => makePasskey().then(refresh)),
    ];
  });
  const password = listed('people.password', async (refresh) => {
    const { password: has } = await sessions();
    const done = h('p', { role: 'status' });
    const form = smallForm('password', [...(has ? [FIELDS.password] : []), FIELDS.fresh], t('people.password.do'), async ({ password: current = '', fresh = '' }) => {
      await setPassword(current, fresh);
      await refresh();
      setText(done, t('settings.name.saved'));
    }, t('people.password.hint'));
    return [form, done];
  });
  const codes = listed('people.codes', async () => {
    const { password: has, recovery_codes: left } = await sessions();
    const form = smallForm('new-codes', has ? [FIELDS.password] : [], t('people.codes.new'), async ({ password: typed = '' }) => draw((await newRecoveryCodes(typed)).recovery_codes));
    return [h('p', {}, t('people.codes.left', { count: left })), form];
  });
  const blocked = listed('people.blocks', async (refresh) => {
    const { players } = await blocks();
    if (players.length === 0) return [h('p', {}, t('people.blocks.none'))];
    const row = (/** @type {import('../net/protocol.js').Player} */ player) =>
      h('li', {}, h('span', {}, playerName(player)), actButton(`unblock-${player.id}`, t('people.unblock'), () => unblock(player.id).then(refresh)));
    return [h('ul', {}, ...players.map(row))];
  });
  const leave = actButton('log-out', t('people.logout'), async () => {
    // Whoever uses the browser next is not told about this visitor's games.
    const push = await load(() => import('../push/subscription.js'));
    if (push?.isAble()) await push.unsubscribe();
    await logOut();
    location.assign('/');
  });
  const everything = h('a', { class: 'button', href: '/api/me/export', download: 'yiguan.ndjson', 'data-testid': 'export' }, t('people.export'));
  return [devices, keys, password, codes, blocked, h('div', { class: 'act' }, everything), leave];
}
