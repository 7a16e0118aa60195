// The ways of a visitor to manage an account: devices, passkeys, the password, recovery codes,
// blocked people, everything stored.

import { dayAndTime } from '../ui/time_text.js';
import { h, setText } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import {
  blocks,
  endOtherSessions,
  endSession,
  logOut,
  newRecoveryCodes,
  sessions,
  setPassword,
  stored,
  unblock,
} from '../net/people.js';
import { actButton, FIELDS, smallForm } from './form.js';
import { canPasskey, makePasskey, passkeys, removePasskey } from './passkeys.js';

/**
 * A fold whose list is asked for when it is opened, and again after each change.
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

/** The account's passkeys. `review` opens the list and asks the visitor to remove those of others. */
export function passkeysFold() {
  const note = h('p', { class: 'notice', tabindex: '-1', 'data-testid': 'passkeys-review', hidden: true }, t('people.review'));
  const fold = listed('people.passkeys', async (refresh) => {
    const { passkeys: all } = await passkeys();
    const row = (/** @type {import('./passkeys.js').PasskeyInfo} */ { id, device, created_at, used_at }) =>
      h(
        'li',
        {},
        h('span', {}, device || t('people.device.unknown')),
        h('small', {}, t('people.device.made', { day: dayAndTime(created_at) })),
        h('small', {}, t('people.device.seen', { day: dayAndTime(used_at) })),
        actButton(`remove-${id}`, t('people.passkeys.remove'), () => removePasskey(id).then(refresh)),
      );
    return [
      all.length > 0 ? h('ul', { 'data-testid': 'passkeys' }, ...all.map(row)) : h('p', {}, t('people.passkeys.none')),
      canPasskey() && actButton('add-passkey', t('people.passkeys.add'), () => makePasskey().then(refresh)),
    ];
  });
  fold.lastElementChild?.before(note);
  const review = () => {
    note.hidden = false;
    fold.open = true;
    note.focus();
  };
  return { fold, review };
}

/** @param {(codes?: string[]) => Promise<void>} draw */
export function keptView(draw) {
  const keys = passkeysFold();
  const devices = listed('people.sessions', async (refresh) => {
    const { sessions: all } = await sessions();
    return [
      h(
        'ul',
        { 'data-testid': 'sessions' },
        ...all.map(({ id, device, created_at, seen_at, current }) =>
          h(
            'li',
            {},
            h('span', {}, device || t('people.device.unknown')),
            h('small', {}, t('people.device.made', { day: dayAndTime(created_at) })),
            h('small', {}, current ? t('people.device.this') : t('people.device.seen', { day: dayAndTime(seen_at) })),
            !current && actButton(`end-${id}`, t('people.sessions.end'), () => endSession(id).then(refresh)),
          ),
        ),
      ),
      // Also with one session: it ends tokens and links, too.
      actButton('end-others', t('people.sessions.others'), () => endOtherSessions().then(refresh).then(keys.review)),
    ];
  });
  const done = h('p', { role: 'status', 'data-testid': 'password-saved' });
  const newPassword = smallForm(
    'password',
    [FIELDS.fresh],
    t('people.password.do'),
    async ({ fresh = '' }) => {
      setText(done, '');
      await setPassword(fresh);
      newPassword.reset();
      setText(done, t('people.password.saved'));
      keys.review();
    },
    t('people.password.hint'),
  );
  const password = h('details', { class: 'fold' }, h('summary', {}, t('people.password')), newPassword, done);
  const codes = listed('people.codes', async () => {
    const { recovery_codes: left } = await sessions();
    const again = actButton('new-codes', t('people.codes.new'), async () => draw((await newRecoveryCodes()).recovery_codes));
    return [h('p', {}, t('people.codes.left', { count: left })), again];
  });
  const blocked = listed('people.blocks', async (refresh) => {
    const { players } = await blocks();
    if (players.length === 0) return [h('p', {}, t('people.blocks.none'))];
    const row = (/** @type {import('../net/protocol.js').Player} */ player) =>
      h(
        'li',
        {},
        h('span', {}, playerName(player)),
        actButton(`unblock-${player.id}`, t('people.unblock'), () => unblock(player.id).then(refresh)),
      );
    return [h('ul', {}, ...players.map(row))];
  });
  const leave = actButton('log-out', t('people.logout'), async () => {
    // The next user of the browser gets no notifications about this visitor's games.
    const push = await load(() => import('../push/subscription.js'));
    if (push?.isAble()) await push.unsubscribe();
    await logOut();
    location.assign('/');
  });
  // Asked for by the page, so that the visitor can confirm it first.
  const everything = actButton('export', t('people.export'), async () => {
    const link = h('a', { href: URL.createObjectURL(await stored()), download: 'yiguan.ndjson' });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return [devices, keys.fold, password, codes, blocked, everything, leave];
}
